import type { StoredIdentity } from '../people/identity-store.ts';
import type { IdentitySettings } from '../settings.ts';
import type { Mail } from './mailer.ts';

/** What happened to the second factors of an account, told to its owner. */
export type FactorNews =
  | { kind: 'backup-code-used'; left: number; few: boolean }
  | { kind: 'second-step-paused' }
  | { kind: 'key-copied'; name: string };

/** A mail about a second factor or a key (contract identity §6.7, §6.9, §6.10). */
export function factorMail(
  settings: Pick<IdentitySettings, 'issuer' | 'consoleUrl'>,
  { traits }: Pick<StoredIdentity, 'traits'>,
  news: FactorNews,
): Mail {
  const page = new URL('/profile-settings', settings.consoleUrl).href;
  if (news.kind === 'second-step-paused') {
    return compose(settings, traits.email, {
      template: 'second-step-paused',
      subject: 'The second step of your sign-in is paused',
      lines: [
        'The second step of your sign-in failed too often. It is paused for an hour.',
        'Somebody knows your password if this was not you: please change it.',
      ],
      link: page,
    });
  }
  if (news.kind === 'key-copied') {
    return compose(settings, traits.email, {
      template: 'key-copied',
      subject: 'A security key of yours may have been copied',
      lines: [
        `The key ${news.name} was refused: it counted backwards, as a copy of a key does.`,
        'If you do not know why, please remove the key and add another one.',
      ],
      link: page,
    });
  }
  return compose(settings, traits.email, {
    template: 'backup-code-used',
    subject: 'A backup code of yours was used',
    lines: [
      `A backup code was used to sign in to your account. You have ${news.left} left.`,
      ...(news.few ? ['Please make new ones soon.'] : []),
      'If this was not you, please change your password now.',
    ],
    link: page,
  });
}

/** Tells the address that an account had until now of the one that it has. */
export function addressMail(
  settings: Pick<IdentitySettings, 'issuer'>,
  { traits }: Pick<StoredIdentity, 'traits'>,
  address: string,
): Mail {
  return compose(settings, traits.email, {
    template: 'address-changed',
    subject: 'Your address was changed',
    lines: [`Your account signs in as ${address} now. If this was not you, tell your administrator.`],
  });
}

/** What a mail says: sentences, then perhaps a code, then perhaps a link. */
export interface MailText {
  template: string;
  subject: string;
  lines: readonly string[];
  code?: string;
  link?: string;
}

/** Writes a mail as text and as markup. */
export function compose({ issuer }: Pick<IdentitySettings, 'issuer'>, to: string, mail: MailText): Mail {
  const { template, subject, lines, code, link } = mail;
  const text = [...lines, ...(code === undefined ? [] : [code]), ...(link === undefined ? [] : [link]), issuer];
  const html = [
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    ...(code === undefined ? [] : [`<p style="font:600 24px monospace;letter-spacing:4px">${escaped(code)}</p>`]),
    ...(link === undefined ? [] : [`<p><a href="${escaped(link)}">${escaped(link)}</a></p>`]),
    `<p>${escaped(issuer)}</p>`,
  ];
  return {
    to,
    template,
    subject: `${subject} · ${issuer}`.replace(/[\r\n]+/g, ' '),
    text: text.join('\n\n'),
    html: `<!doctype html><html lang="en"><body style="font:15px/1.5 sans-serif">${html.join('')}</body></html>`,
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
