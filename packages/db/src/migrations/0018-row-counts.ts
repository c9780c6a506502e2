/** A large table of which the rows are counted as they come and go. */
interface Counted {
  table: string;
  /** Columns whose values are told apart: few distinct values, and the console filters by them. */
  values: readonly string[];
  /** Columns of the views alone, with the SQL that makes them of a row of the table. */
  made?: Readonly<Record<string, string>>;
  /** Columns of which only is told whether they are null. */
  nulls: readonly string[];
  /** Views that hold exactly one row for each row of the table, with these columns unchanged. */
  views: readonly string[];
  /** Other columns of the views that are made of the table's row alone. */
  derived?: readonly string[];
}

/** What kind of thing a notification was about; as `notification_send_history_summary` tells. */
const NOTIFIED_KIND = `case when split_part(source_event, '.', 1) in ('config', 'component', 'check', 'canary')
  then split_part(source_event, '.', 1) end`;

const COUNTED: readonly Counted[] = [
  {
    table: 'config_items',
    values: ['type', 'health', 'config_class'],
    nulls: ['deleted_at'],
    views: ['configs'],
    derived: ['namespace'],
  },
  { table: 'config_changes', values: [], nulls: [], views: ['catalog_changes'] },
  {
    table: 'config_analysis',
    values: ['status', 'severity', 'analysis_type', 'analyzer'],
    nulls: [],
    views: ['config_analysis_items'],
  },
  { table: 'job_history', values: ['name', 'status', 'resource_type'], nulls: [], views: ['job_histories'] },
  { table: 'playbook_runs', values: ['playbook_id', 'status'], nulls: ['parent_id'], views: [] },
  {
    table: 'notification_send_history',
    values: ['status'],
    made: { resource_type: NOTIFIED_KIND },
    nulls: [],
    views: ['notification_send_history_summary'],
  },
];

/**
 * Tables that counts depend on: those above, and what conditions on the rows that someone may see are about. Not those
 * that are written every second, whose number of writes would say nothing.
 */
const NOTED = [
  ...COUNTED.map(({ table }) => table),
  'agents',
  'canaries',
  'check_component_relationships',
  'check_config_relationships',
  'components',
  'config_scrapers',
  'connections',
  'playbooks',
  'topologies',
];

/** One statement for all rows of a write, whatever their number; rows whose counted columns stay cost no write. */
function countRowsOf({ table, values, made = {}, nulls, views, derived = [] }: Counted): string {
  const told = [...values.map((column) => [column, column] as const), ...Object.entries(made)];
  const names = [...told.map(([name]) => name), ...nulls];
  const members = names.map((name) => `'${name}', c.${name}`);
  const columns = [
    ...told.map(([name, value]) => `(${value})::text as ${name}`),
    ...nulls.map((column) => `case when ${column} is not null then true end as ${column}`),
  ];
  const select = (sign: string, source: string): string =>
    `select ${[`${sign}1 as n`, ...columns].join(', ')} from ${source}`;
  const add = (source: string): string => `insert into row_counts (relation, key, n)
    select '${table}', jsonb_build_object(${members.join(', ')}), sum(c.n) from (${source}) c
    ${names.length > 0 ? `group by ${names.map((name) => `c.${name}`).join(', ')}` : ''} having sum(c.n) <> 0;`;
  const list = (texts: readonly string[]): string =>
    `array[${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')}]::text[]`;
  const on = (operation: string, tables: string): string => `
create function count_${table}_${operation}() returns trigger language plpgsql as $$
begin
  ${add(
    operation === 'insert'
      ? select('', 'added')
      : operation === 'delete'
        ? select('-', 'removed')
        : `${select('', 'added')} union all ${select('-', 'removed')}`,
  )}
  perform fold_row_counts('${table}') where is_time_to_fold();
  return null;
end $$;
create trigger ${table}_count_${operation} after ${operation} on ${table} referencing ${tables}
  for each statement execute function count_${table}_${operation}();`;
  return `
insert into counted_relations (relation, source, columns, expressions, nullness, derived)
select r, '${table}', ${list(told.map(([name]) => name))}, ${list(told.map(([, value]) => value))}, ${list(nulls)}, ${list(derived)}
from unnest(${list([table, ...views])}) r;
${on('insert', 'new table as added')}
${names.length > 0 ? on('update', 'new table as added old table as removed') : ''}
${on('delete', 'old table as removed')}
create trigger ${table}_count_truncate after truncate on ${table}
  for each statement execute function forget_row_counts();
select recount_rows('${table}');`;
}

/** Each statement that wrote rows adds one to the writes of its table. */
function noteWritesOf(table: string): string {
  const on = (operation: string, changed: string): string => `
create trigger ${table}_note_${operation} after ${operation} on ${table} ${changed}
  for each statement execute function note_writes();`;
  return `
insert into row_counts (relation, key, n) values ('writes of ${table}', '{}', 1);
${on('insert', 'referencing new table as changed')}${on('update', 'referencing new table as changed')}
${on('delete', 'referencing old table as changed')}${on('truncate', '')}`;
}

/**
 * Maintained counts of large tables, so that an exact count reads a few rows instead of all. Each write appends its
 * differences (nobody waits for a row that someone else counts in), a reader adds up what its own snapshot shows, and
 * every so often a writer folds the differences of a table into one row for each key.
 */
export const rowCounts = /* sql */ `
create table row_counts (
  relation text not null,
  key jsonb not null,
  n int8 not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index row_counts_relation_idx on row_counts (relation) include (n);

create table counted_relations (
  relation text primary key,
  source text not null,
  columns text[] not null,
  expressions text[] not null,
  nullness text[] not null,
  derived text[] not null
);
comment on table counted_relations is
  'Tables with maintained counts, and views with the same rows: filters by the value of columns (expressions over a row of '
  'the source), by the nullness of others. derived: more columns that are made of the row of the source alone';

create function fold_row_counts(folded text) returns int8 language plpgsql as $$
declare
  rows int8;
begin
  -- A stricter transaction would fail on what another one has folded since its start.
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('fold ' || folded, 0)) then return 0; end if;
  with doubled as (
    select r.key from row_counts r where r.relation = folded group by r.key having count(*) > 1
  ), gone as (
    delete from row_counts r using doubled d where r.relation = folded and r.key = d.key returning r.key, r.n
  ), folds as (
    insert into row_counts (relation, key, n)
    select folded, g.key, sum(g.n) from gone g group by g.key having sum(g.n) <> 0
  )
  select count(*) into rows from gone;
  return rows;
end $$;

create function fold_row_counts() returns int8 language sql as $$
  select coalesce(sum(fold_row_counts(d.relation)), 0)::int8 from (
    select r.relation from (select relation from row_counts group by relation, key having count(*) > 1) r
    group by r.relation) d
$$;
comment on function fold_row_counts() is
  'Adds up the differences of all counts; resolves with how many rows went into it. Writers do so now and then for their own';

create function recount_rows(counted text) returns void language plpgsql as $$
declare
  members text;
begin
  select string_agg(m, ', ') into members from counted_relations c cross join lateral (
    select format('%L, (%s)::text', v, e) from unnest(c.columns, c.expressions) as u(v, e)
    union all select format('%L, case when %I is not null then true end', v, v) from unnest(c.nullness) v) as t(m)
  where c.relation = counted and c.source = counted;
  execute format('lock table %I in share mode', counted);
  delete from row_counts where relation = counted;
  execute format('insert into row_counts (relation, key, n)
    select $1, jsonb_build_object(%s) as key, count(*) from %I group by key', members, counted) using counted;
end $$;
comment on function recount_rows(text) is 'Counts a table anew, while nobody writes to it: for rows that came without triggers';

create function is_time_to_fold() returns boolean language sql volatile as $$
  select (pg_current_xact_id()::text::numeric % 128) = 0
$$;
comment on function is_time_to_fold() is 'True in one of 128 transactions';

create function note_writes() returns trigger language plpgsql as $$
declare
  written constant text := 'writes of ' || tg_table_name;
begin
  if tg_op <> 'TRUNCATE' then
    if not exists (select from changed) then return null; end if;
  end if;
  insert into row_counts (relation, key, n) values (written, '{}', 1);
  perform fold_row_counts(written) where is_time_to_fold();
  return null;
end $$;

create function writes_of(tables text[]) returns int8 language sql stable parallel safe as $$
  select sum(n)::int8 from row_counts where relation = any (select 'writes of ' || t from unnest(tables) t)
$$;
comment on function writes_of(text[]) is
  'How many statements wrote to the tables, in the snapshot of the reader: as long as it is the same, so are their rows';

create function rows_of(relation text, out source text, out derived text[]) language sql stable parallel safe as $$
  select c.source, c.columns || c.derived from counted_relations c where c.relation = $1
  union all
  select $1, '{}' where exists (select from row_counts r where r.relation = 'writes of ' || $1)
  limit 1
$$;
comment on function rows_of(text) is
  'The table that has one row for each row of a relation, if its writes are noted (writes_of); itself for a table. derived: '
  'columns that are made of that row alone, beside those that a view passes on';

create function forget_row_counts() returns trigger language plpgsql as $$
begin
  delete from row_counts where relation = tg_table_name;
  return null;
end $$;

create function count_filter_holds(value jsonb, condition jsonb) returns boolean
language sql immutable parallel safe as $$
  select value <> 'null' and case
    when jsonb_typeof(condition) = 'array' then condition @> value
    else case jsonb_typeof(condition -> 'not')
      when 'null' then true
      when 'array' then not (condition -> 'not') @> value
      else value <> condition -> 'not' end end
$$;
comment on function count_filter_holds(jsonb, jsonb) is 'Whether a value is [one of], or {"not": any of these}';

create function exact_count(relation text, filters jsonb) returns int8
language plpgsql stable parallel safe as $$
declare
  counted counted_relations;
  filter record;
  equal jsonb := '{}';
  other jsonb := '{}';
begin
  select * into counted from counted_relations c where c.relation = exact_count.relation;
  if not found then return null; end if;
  for filter in select f.key, f.value from jsonb_each(filters) f loop
    if not filter.key = any (counted.columns)
      and not (filter.key = any (counted.nullness) and filter.value in ('null', '{"not": null}')) then
      return null;
    end if;
    if jsonb_typeof(filter.value) in ('array', 'object') then
      other := other || jsonb_build_object(filter.key, filter.value);
    else
      equal := equal || jsonb_build_object(filter.key, filter.value);
    end if;
  end loop;
  -- Containment is told in a fraction of the time that single filters take.
  if other = '{}' then
    return (select coalesce(sum(r.n), 0)::int8 from row_counts r where r.relation = counted.source and r.key @> equal);
  end if;
  return (select coalesce(sum(r.n), 0)::int8 from row_counts r where r.relation = counted.source and r.key @> equal
    and not exists (select from jsonb_each(other) f where not count_filter_holds(r.key -> f.key, f.value)));
end $$;
comment on function exact_count(text, jsonb) is
  'How many rows of a table or view meet all filters, or null when that is not maintained. A filter is '
  '"column": "equal to", [one of], null, or {"not": any of these}; null is met by no other filter, as in SQL';

create function exact_count(relation text) returns int8 language sql stable parallel safe as $$
  select (select coalesce(sum(r.n), 0)::int8 from row_counts r where r.relation = c.source)
  from counted_relations c where c.relation = exact_count.relation
$$;
comment on function exact_count(text) is 'How many rows a table or view has, or null when that is not maintained';
${COUNTED.map(countRowsOf).join('\n')}
${NOTED.map(noteWritesOf).join('\n')}
`;
