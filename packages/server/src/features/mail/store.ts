import type { OutboxMail } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import { type QueuedMail, settleMail, takeMails } from '@quarterdeck/identity';

/** The queue of mails. */
export interface MailStore {
  take(limit: number, leaseS: number): Promise<QueuedMail[]>;
  settle(id: string, outcome: Parameters<typeof settleMail>[2]): Promise<void>;
  /** The newest mails. With a server the texts stay hidden: they hold codes that are their readers' alone. */
  list(limit: number, withTexts: boolean): Promise<OutboxMail[]>;
}

/** Makes the store. */
export function createMailStore({ pool }: Pick<Database, 'pool'>): MailStore {
  return {
    take: (limit, leaseS) => takeMails(pool, limit, leaseS),
    settle: (id, outcome) => settleMail(pool, id, outcome),
    async list(limit, withTexts) {
      const { rows } = await pool.query<OutboxMail>(
        `select id, recipient, subject, case when $2 then body_text else '' end as body_text, created_at, sent_at, attempts,
           error
         from mail_queue order by id desc limit $1`,
        [limit, withTexts],
      );
      return rows;
    },
  };
}
