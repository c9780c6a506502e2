import type { Pool } from 'pg';

/** What a run of a job tells: counts, what failed in part, and anything else worth keeping. */
export interface JobOutcome {
  success: number;
  errors?: readonly string[];
  details: Record<string, unknown>;
}

/** Errors and some success are a warning, errors alone a failure (contract notifications-and-access §8.3). */
function endStatus({ success, errors = [] }: JobOutcome): 'SUCCESS' | 'WARNING' | 'FAILED' {
  if (errors.length === 0) return 'SUCCESS';
  return success > 0 ? 'WARNING' : 'FAILED';
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
      // Told of a lost connection while the work does not use it; the unlock fails then, and the client is closed.
      const ignore = (): void => undefined;
      client.on('error', ignore);
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
        client.off('error', ignore);
        // A session that could not give its lock back is closed, which frees it.
        client.release(broken);
      }
    },

    /** Writes down that a run begins; answers its row. */
    async begin(run: { name: string; host: string; startMs: number }): Promise<string> {
      const { rows } = await database.pool.query<{ id: string }>(
        `insert into job_history (name, resource_type, status, hostname, time_start)
         values ($1, 'system', 'RUNNING', $2, $3::timestamptz) returning id`,
        [run.name, run.host, new Date(run.startMs).toISOString()],
      );
      return rows[0]?.id ?? '';
    },

    /** Writes down how it ended, and keeps so many runs of the job (contract database §10). */
    async end(
      id: string,
      name: string,
      outcome: JobOutcome,
      durationMs: number,
      keep: { success: number; failed: number },
    ): Promise<void> {
      const { errors = [], details } = outcome;
      await database.pool.query(
        `update job_history set status = $2, success_count = $3, error_count = $4, details = $5,
           duration_millis = $6::int4, time_end = time_start + $6::int4 * interval '1 millisecond' where id = $1`,
        [
          id,
          endStatus(outcome),
          outcome.success,
          errors.length,
          JSON.stringify(errors.length === 0 ? details : { ...details, errors }),
          Math.round(durationMs),
        ],
      );
      await database.pool.query(
        `delete from job_history where id in (select id from (
           select id, status, row_number() over (partition by status = 'SUCCESS' order by created_at desc, id desc) as place
           from job_history where name = $1 and resource_type = 'system' and status in ('SUCCESS', 'WARNING', 'FAILED')) ranked
         where place > case status when 'SUCCESS' then $2::int else $3::int end)`,
        [name, keep.success, keep.failed],
      );
    },
  };
}
export type JobStore = ReturnType<typeof createJobStore>;
