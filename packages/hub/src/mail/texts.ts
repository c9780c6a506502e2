import type { HubMail } from './mailer.ts';

/** Proves that an address is the person's. */
export function verificationMail(to: string, link: URL): HubMail {
  return mail('verification', to, 'Verify your address', 'Open this address to finish your account:', link);
}

/** Told to somebody whose address was signed up again. */
export function existingAccountMail(to: string, link: URL): HubMail {
  return mail(
    'existing_account',
    to,
    'You have an account already',
    'Somebody signed up with your address. You can sign in here:',
    link,
  );
}

/** Leads to a new password. */
export function resetMail(to: string, link: URL): HubMail {
  return mail(
    'reset',
    to,
    'Choose a new password',
    'Open this address within half an hour to choose a new password:',
    link,
  );
}

/** Invites to an organisation. */
export function invitationMail(to: string, organization: string, inviter: string, link: URL): HubMail {
  const text = `${inviter} invites you to ${organization}. Open this address within two days to accept:`;
  return mail('invitation', to, `Invitation to ${oneLine(organization)}`, text, link);
}

function mail(template: string, to: string, subject: string, text: string, link: URL): HubMail {
  const { href } = link;
  return {
    template,
    to,
    subject,
    link,
    text: `${text}\n\n${href}\n`,
    html: `<p>${escaped(text)}</p><p><a href="${escaped(href)}">${escaped(href)}</a></p>`,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function escaped(text: string): string {
  const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);
}
