import type pg from 'pg';
import { catalogStatements } from './catalog.ts';
import { operationStatements } from './operations.ts';
import { peopleStatements } from './people.ts';
import type { WorldSize } from './sizes.ts';
import { HELPERS } from './text.ts';
import { incidentStatements, topologyStatements } from './topology.ts';

/**
 * What would turn a made-up past into news: events, notices and notifications; and what links new items one by one, as
 * the load links them all at once. Counts are kept true.
 */
const LOUD = `tgname like 'change_feed_%' or tgfoid::regproc::text in ('queue_change_events', 'queue_check_event',
  'queue_component_event', 'queue_playbook_approval', 'announce_events', 'announce_playbook_run', 'announce_playbook_action',
  'announce_ended_action', 'announce_table_activity', 'record_notification', 'merge_config_change', 'hold_config_change',
  'react_to_new_config_items')`;

/** Tables of many rows: to make their indexes anew costs less than to keep them through the load. */
const LARGE = [
  'config_items',
  'config_item_texts',
  'config_changes',
  'config_relationships',
  'job_history',
  'playbook_runs',
];

/** Something that tells of the parts of a load, such as a log. */
export type OnPart = (part: string, durationMs: number) => void;

/**
 * Fills a migrated database that holds no catalog yet with a made-up world around its checks: plausible names, shapes and
 * skew; the same for the same size but for the times, which end at `nowMs`. The history of check results is not its
 * part. It is loaded once: a database that holds it is left as it is. One transaction.
 */
export async function loadWorld(pool: pg.Pool, size: WorldSize, nowMs: number, onPart?: OnPart): Promise<void> {
  const client = await pool.connect();
  const parts: Record<string, string[]> = {
    people: peopleStatements(),
    catalog: catalogStatements(size),
    topology: topologyStatements(size),
    incidents: incidentStatements(size),
    operations: operationStatements(size),
  };
  try {
    for (const helper of HELPERS) await client.query(helper);
    const { rowCount } = await client.query("select from config_scrapers where id = pg_temp.id('scraper', 0)");
    if (rowCount !== 0) return client.release();
    await client.query('begin');
    await client.query("select set_config('world.now', $1, true)", [new Date(nowMs).toISOString()]);
    await client.query("set local quarterdeck.quiet = on; set local maintenance_work_mem = '256MB'");
    await switchTriggers(client, 'disable');
    const indexes = await dropIndexes(client);
    for (const [part, statements] of Object.entries(parts)) {
      const began = performance.now();
      for (const statement of statements) await client.query(statement);
      onPart?.(part, performance.now() - began);
    }
    // What the load itself set off is no news either.
    await client.query(`delete from event_queue where name not in ('notification.send', 'playbook.run')`);
    await client.query('set constraints all immediate');
    for (const index of indexes) await client.query(index);
    await switchTriggers(client, 'enable');
    await client.query('commit');
    await client.query('select refresh_config_summaries(true)');
    await client.query('select refresh_label_pairs(true)');
    await client.query('select fold_row_tallies(), fold_row_counts()');
    await client.query('vacuum (analyze)');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function switchTriggers(client: pg.PoolClient, how: 'disable' | 'enable'): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(
    `select format('alter table %s ${how} trigger %I', tgrelid::regclass, tgname) as sql from pg_trigger
     where not tgisinternal and (${LOUD})`,
  );
  for (const { sql } of rows) await client.query(sql);
}

/** Drops the indexes of the large tables, save those that keep a constraint, and answers what makes them again. */
async function dropIndexes(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid = any ($1::text[]::regclass[]) and not i.indisunique
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid) order by 1`,
    [LARGE],
  );
  if (rows.length > 0) await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`);
  return rows.map(({ made }) => made);
}
