/** What a table's rows are counted by: `values` rows (tally, key, whether this row counts, an amount to add up). */
interface Tallied {
  table: string;
  /** SQL over the row `r`. */
  counts: string;
  /** SQL over `old` and `new`: an update for which it is false changes no count. */
  moved: string;
}

const TALLIED: readonly Tallied[] = [
  {
    table: 'config_items',
    counts: `('config_items.agent', r.agent_id::text, true, 0)`,
    moved: 'old.agent_id <> new.agent_id',
  },
  { table: 'checks', counts: `('checks.agent', r.agent_id::text, true, 0)`, moved: 'old.agent_id <> new.agent_id' },
  {
    table: 'playbook_runs',
    counts: `('playbook_runs.agent', r.agent_id::text, r.agent_id is not null, 0)`,
    moved: 'old.agent_id is distinct from new.agent_id',
  },
  {
    table: 'notification_send_history',
    counts: `('notification_send_history.sent', r.notification_id::text,
        r.status = 'sent' and r.source_event <> 'notification.watchdog', 0),
      ('notification_send_history.failed', r.notification_id::text,
        r.error is not null and r.source_event <> 'notification.watchdog', 0),
      ('notification_send_history.failed_ms', r.notification_id::text, r.error is not null
        and r.duration_millis is not null and r.source_event <> 'notification.watchdog', r.duration_millis)`,
    moved: `old.status is distinct from new.status or old.error is distinct from new.error
      or old.duration_millis is distinct from new.duration_millis or old.notification_id <> new.notification_id`,
  },
];

function tallyOf({ table, counts, moved }: Tallied): string {
  const from = (rows: string, sign: '' | '-'): string =>
    `select t.tally, t.key, ${sign}1 as n, ${sign}t.amount as total
      from ${rows} r cross join lateral (values ${counts}) t(tally, key, counted, amount) where t.counted`;
  const add = (source: string): string => `insert into row_tallies (tally, key, n, total)
    select d.tally, d.key, sum(d.n), sum(d.total) from (${source}) d group by 1, 2
    having sum(d.n) <> 0 or sum(d.total) <> 0`;
  return `
create function tally_${table}() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    ${add(from('new_rows', ''))};
  elsif tg_op = 'DELETE' then
    ${add(from('old_rows', '-'))};
  else
    ${add(`${from('(select new.*)', '')} union all ${from('(select old.*)', '-')}`)};
  end if;
  perform fold_row_tallies() where is_time_to_fold();
  return null;
end $$;
create trigger ${table}_tally_insert after insert on ${table} referencing new table as new_rows
  for each statement execute function tally_${table}();
create trigger ${table}_tally_delete after delete on ${table} referencing old table as old_rows
  for each statement execute function tally_${table}();
create trigger ${table}_tally_update after update on ${table} for each row
  when (${moved}) execute function tally_${table}();
create trigger ${table}_tally_truncate after truncate on ${table} for each statement execute function empty_tallies();
${add(from(table, ''))};`;
}

/**
 * Exact counts of the rows of a large table by a key (an agent, a rule) that nobody has to scan for. A writer appends a difference (no row that others wait for
 * is locked), and folds them now and then; a reader adds up what there is, in its own snapshot.
 */
export const tallies = /* sql */ `
create table row_tallies (
  tally text not null,
  key text not null,
  n int8 not null,
  total int8 not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index row_tallies_key_idx on row_tallies (tally, key);
comment on table row_tallies is
  'How many rows a key has: the sum of n over all rows of a tally and key; total adds up their amounts';

create function tally(tally text, key text) returns int8 language sql stable parallel safe as $$
  select sum(t.n)::int8 from row_tallies t where t.tally = $1 and t.key = $2
$$;
comment on function tally(text, text) is
  'How many rows there are for a key, null when none. Tallies: config_items.agent, checks.agent, playbook_runs.agent (by '
  'agent), notification_send_history.sent, .failed (by rule)';

create function tally_total(tally text, key text) returns numeric language sql stable parallel safe as $$
  select sum(t.total) from row_tallies t where t.tally = $1 and t.key = $2
$$;

create function fold_row_tallies() returns int8 language plpgsql as $$
declare
  folded int8;
begin
  -- A stricter transaction would fail on what another one has folded since its start.
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtext('row_tallies')) then return 0; end if;
  with doubled as (
    select t.tally, t.key from row_tallies t group by 1, 2 having count(*) > 1
  ), removed as (
    delete from row_tallies t using doubled d where t.tally = d.tally and t.key = d.key returning t.*
  ), added as (
    insert into row_tallies (tally, key, n, total)
    select r.tally, r.key, sum(r.n), sum(r.total) from removed r group by 1, 2
    having sum(r.n) <> 0 or sum(r.total) <> 0
  )
  select count(*) into folded from removed;
  return folded;
end $$;
comment on function fold_row_tallies() is
  'Adds up the differences of each count; resolves with how many rows went into it. Writers call it now and then';

create function empty_tallies() returns trigger language plpgsql as $$
begin
  delete from row_tallies where tally = tg_table_name or starts_with(tally, tg_table_name || '.');
  return null;
end $$;
${TALLIED.map(tallyOf).join('\n')}
`;
