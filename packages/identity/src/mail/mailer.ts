import type { Queryable } from '../database.ts';

/** A mail that waits to be sent; without markup in the text, without anything foreign in the markup. */
export interface Mail {
  to: string;
  /** Which text it is, for the outbox. */
  template: string;
  subject: string;
  text: string;
  html: string;
}

/** Queues mails: they leave later, so that nobody waits for a mail server or learns from its time. */
export interface Mailer {
  queue(db: Queryable, mail: Mail): Promise<void>;
}
