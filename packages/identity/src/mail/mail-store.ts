import type { Queryable } from '../database.ts';
import type { Mail } from './mailer.ts';

/** A mail that is due. */
export interface QueuedMail extends Mail {
  id: string;
  attempts: number;
}

/** Adds a mail to the queue. */
export async function queueMail(db: Queryable, mail: Mail): Promise<void> {
  await db.query(
    'insert into mail_queue (recipient, template, subject, body_text, body_html) values ($1, $2, $3, $4, $5)',
    [mail.to, mail.template, mail.subject, mail.text, mail.html],
  );
}

/** Takes mails that are due, for one node alone, until `leaseS` has passed. */
export async function takeMails(db: Queryable, limit: number, leaseS: number): Promise<QueuedMail[]> {
  const { rows } = await db.query<QueuedMail>(
    `update mail_queue m set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
     where m.id in (select id from mail_queue where next_attempt_at <= now() order by next_attempt_at limit $1
       for update skip locked)
     returning m.id, m.recipient as "to", m.template, m.subject, m.body_text as text, m.body_html as html, m.attempts`,
    [limit, leaseS],
  );
  return rows;
}

/** Writes how a mail went: sent, to be tried again in some seconds, or given up (null). */
export async function settleMail(
  db: Queryable,
  id: string,
  outcome: 'sent' | { error: string; retryS: number | null },
): Promise<void> {
  if (outcome === 'sent') {
    await db.query('update mail_queue set sent_at = now(), next_attempt_at = null, error = null where id = $1', [id]);
    return;
  }
  await db.query(
    `update mail_queue set error = $2,
       next_attempt_at = case when $3::float8 is null then null else now() + make_interval(secs => $3) end where id = $1`,
    [id, outcome.error.slice(0, 1000), outcome.retryS],
  );
}
