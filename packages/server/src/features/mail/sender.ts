import type { Egress } from '@quarterdeck/checks';
import { errorText } from '@quarterdeck/contract';
import type { Mail } from '@quarterdeck/identity';
import type { Log } from '@quarterdeck/kit';
import { createTransport } from 'nodemailer';
import type { MailStore } from './store.ts';

const BATCH = 20;
const POLL_MS = 2000;
const TIMEOUT_MS = 20_000;
/** A node that dies while it sends leaves its mails to others after this time. */
const LEASE_S = 120;
const FIRST_RETRY_S = 30;
const LONGEST_RETRY_S = 3600;
/** After so many tries, which take a day, a mail is given up. */
const MAX_TRIES = 30;

/** Hands one mail to a mail server. Rejects when that does not take it. */
export type Deliver = (mail: Mail) => Promise<void>;

/** Delivers by SMTP through the guarded way out; the server's certificate is proven. */
export function createSmtp(url: string, from: string, egress: Egress): Deliver {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const transport = createTransport({
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    getSocket(options, done) {
      egress.connect({ host: options.host ?? host, port: Number(options.port), timeoutMs: TIMEOUT_MS }).then(
        ({ socket }) => done(null, { connection: socket }),
        (error: unknown) => done(error instanceof Error ? error : new Error(errorText(error)), {}),
      );
    },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return async ({ to, subject, text, html }) => {
    await transport.sendMail({ from, to, subject, text, html });
  };
}

export interface MailSenderOptions {
  store: MailStore;
  /** Null: there is no mail server; mails stay in the outbox, where administrators see them. */
  deliver: Deliver | null;
  log: Log;
}

/** Sends what is queued, on whichever node is first. */
export interface MailSender {
  start(): void;
  /** Waits for the mails under way. */
  stop(): Promise<void>;
}

/** Makes the sender. A mail that is not taken is tried again, later each time, for a day. */
export function createMailSender({ store, deliver, log }: MailSenderOptions): MailSender {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let working: Promise<void> = Promise.resolve();
  let isStopped = false;

  const send = async (): Promise<void> => {
    for (const mail of await store.take(BATCH, LEASE_S)) {
      const about = { id: mail.id, template: mail.template };
      if (deliver === null) {
        log.info(about, 'a mail waits in the outbox: no mail server is set (QD_SMTP_URL)');
        await store.settle(mail.id, { error: 'no mail server is set', retryS: null });
        continue;
      }
      try {
        await deliver(mail);
        await store.settle(mail.id, 'sent');
      } catch (error) {
        const retryS =
          mail.attempts >= MAX_TRIES ? null : Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** (mail.attempts - 1));
        log.warn({ ...about, attempts: mail.attempts, error: errorText(error), retryS }, 'a mail was not taken');
        await store.settle(mail.id, { error: errorText(error), retryS });
      }
    }
  };
  const plan = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      working = send()
        .catch((error: unknown) => log.debug({ error: errorText(error) }, 'the outbox could not be read'))
        .finally(plan);
    }, POLL_MS);
    timer.unref();
  };
  return {
    start: plan,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
