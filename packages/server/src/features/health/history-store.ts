import type { CheckId, GraphPoint, Json } from '@quarterdeck/contract';
import type { Pool } from 'pg';
import type { Window } from './graph.ts';

/** What one check did within a window. Milliseconds. */
export interface WindowFigures {
  passed: number;
  failed: number;
  p99: number;
  p97: number;
  p95: number;
}

/** Which texts a graph is asked for: `includeMessages`, `includeDetails`. */
export interface GraphTexts {
  messages: boolean;
  details: boolean;
}

/** What one result says. */
export interface BucketText {
  message: string | null;
  error: string | null;
  detail: Json | null;
}

const iso = (ms: number) => new Date(ms).toISOString();

/** SQL of the history of one check. */
export function createHistoryStore(pool: Pool) {
  return {
    /** Buckets with results, by time (contract checks §3.7). */
    async buckets(check: CheckId, window: Window, widthMs: number): Promise<GraphPoint[]> {
      const { rows } = await pool.query<{ time: string; passed: number; failed: number; duration: number }>({
        name: 'history-buckets',
        text: `select to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as time, passed, failed, duration
               from status_buckets($1, $2, $3, $4 * interval '1 millisecond') order by 1`,
        values: [check, iso(window.fromMs), iso(window.toMs), widthMs],
      });
      return rows.map(({ time, passed, failed, duration }) => ({
        time,
        ...(failed === 0 ? { status: true } : {}),
        duration,
        ...(passed > 0 ? { passed } : {}),
        ...(failed > 0 ? { failed } : {}),
      }));
    },

    /**
     * What one result of each bucket says, by the bucket's time: the newest that failed, else the newest. Only results
     * that are still kept one by one have texts.
     */
    async texts(check: CheckId, window: Window, widthMs: number, wanted: GraphTexts): Promise<Map<string, BucketText>> {
      const { rows } = await pool.query<BucketText & { time: string }>({
        name: 'history-texts',
        text: `select distinct on (1) to_char(to_timestamp(floor((extract(epoch from s.time)::float8 + $4 / 2.0) / $4) * $4)
                   at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as time,
                 case when $5 then s.message end as message, case when $5 then s.error end as error,
                 case when $6 then s.details end as detail
               from check_statuses s
               where s.check_id = $1 and s.time >= $2 and s.time < $3 and s.status is not null
               order by 1, s.status, s.time desc`,
        values: [check, iso(window.fromMs), iso(window.toMs), widthMs / 1000, wanted.messages, wanted.details],
      });
      return new Map(rows.map(({ time, ...text }) => [time, text]));
    },

    /** Counts and percentiles of the window. */
    async figures(check: CheckId, window: Window): Promise<WindowFigures> {
      const { rows } = await pool.query<WindowFigures>({
        name: 'history-figures',
        text: `select passed, failed, coalesce(sketch_quantile(sketch, 0.99), 0) as p99,
                 coalesce(sketch_quantile(sketch, 0.97), 0) as p97, coalesce(sketch_quantile(sketch, 0.95), 0) as p95
               from status_window($1, $2, $3)`,
        values: [check, iso(window.fromMs), iso(window.toMs)],
      });
      return rows[0] ?? { passed: 0, failed: 0, p99: 0, p97: 0, p95: 0 };
    },

    /** The stored details of one result as JSON text; null when there is no such result. */
    async details(check: CheckId, time: string): Promise<string | null> {
      const { rows } = await pool.query<{ details: string | null }>(
        'select details::text as details from check_statuses where check_id = $1 and time = $2',
        [check, time],
      );
      return rows[0] ? (rows[0].details ?? 'null') : null;
    },
  };
}
export type HistoryStore = ReturnType<typeof createHistoryStore>;
