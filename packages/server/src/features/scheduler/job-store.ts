import type { Pool } from 'pg';

/** What a run of a job tells: counts and anything else worth keeping. */
export interface JobOutcome {
  success: number;
  details: Record<string, unknown>;
}

/** SQL of the product's own jobs: one node at a time, a ring of history for each. */
export function createJobStore(database: { pool: Pool }) {
  return {
    /**
     * Does the work unless another node is doing it, or did it within `freshMs`. Answers null then. The lock belongs to a
     * session, not to a transaction: work that waits for all older transactions (REINDEX CONCURRENTLY) would wait for
     * itself.
     */
    async exclusively<T>(name: string, freshMs: number, work: () => Promise<T>): Promise<T | null> {
      const client = await database.pool.connect();
      let broken = true;
      try {
        const { rows } = await client.query<{ locked: boolean; done: boolean }>(
          `select pg_try_advisory_lock(hashtext('quarterdeck.job'), hashtext($1)) as locked, exists (
             select from job_history where name = $1 and status = 'SUCCESS' and resource_type = 'system'
               and time_start > now() - $2 * interval '1 millisecond') as done`,
          [name, freshMs],
        );
        const { locked = false, done = false } = rows[0] ?? {};
        try {
          return locked && !done ? await work() : null;
        } finally {
          if (locked)
            await client.query(`select pg_advisory_unlock(hashtext('quarterdeck.job'), hashtext($1))`, [name]);
          broken = false;
        }
      } finally {
        // A session that could not give its lock back is closed, which frees it.
        client.release(broken);
      }
    },

    /** Writes a run down and keeps one success and three failures of the job (contract database §10). */
    async record(run: {
      name: string;
      status: 'SUCCESS' | 'FAILED';
      outcome: JobOutcome;
      host: string;
      startMs: number;
      durationMs: number;
    }): Promise<void> {
      await database.pool.query(
        `insert into job_history (name, resource_type, status, success_count, error_count, details, hostname,
           duration_millis, time_start, time_end)
         values ($1, 'system', $2, $3, $4, $5, $6, $7::int4, $8::timestamptz, $8::timestamptz + $7::int4 * interval '1 millisecond')`,
        [
          run.name,
          run.status,
          run.outcome.success,
          run.status === 'FAILED' ? 1 : 0,
          JSON.stringify(run.outcome.details),
          run.host,
          Math.round(run.durationMs),
          new Date(run.startMs).toISOString(),
        ],
      );
      await database.pool.query(
        `delete from job_history where id in (select id from (
           select id, status, row_number() over (partition by status order by created_at desc, id desc) as place
           from job_history where name = $1 and resource_type = 'system') ranked
         where place > case status when 'SUCCESS' then 1 else 3 end)`,
        [run.name],
      );
    },
  };
}
export type JobStore = ReturnType<typeof createJobStore>;
