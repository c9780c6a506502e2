import { errorText } from '@quarterdeck/contract';
import type { Mail } from '@quarterdeck/identity';
import type { Log } from '@quarterdeck/kit';
import type { Deliver } from '@quarterdeck/server/parts';

/** Sends a mail in the background; nobody who causes one waits for it, or learns whether it left. */
export type PostMail = (mail: HubMail) => Promise<void>;

/** One mail; `link` is what it is for. */
export interface HubMail extends Mail {
  link: URL;
}

/** How often a mail is tried, and how long it waits before it is tried again. */
const WAITS_MS = [0, 5000, 60_000];

/**
 * Makes the sending of mails. Without a mail server each is told to whoever runs the program (`say`): there is no other way
 * to its link then.
 */
export function createMailer(
  deliver: Deliver | null,
  log: Log,
  say: (line: string) => void,
  delay: (ms: number) => Promise<unknown>,
): PostMail {
  const send = async (mail: HubMail): Promise<void> => {
    if (deliver === null) {
      say(`Mail to ${mail.to}: ${mail.subject}: ${mail.link.href}`);
      return;
    }
    for (const waitMs of WAITS_MS) {
      if (waitMs > 0) await delay(waitMs);
      try {
        await deliver(mail);
        return;
      } catch (error) {
        log.warn({ subject: mail.subject, error: errorText(error) }, 'a mail was not taken');
      }
    }
  };
  return async (mail) => {
    void send(mail);
  };
}
