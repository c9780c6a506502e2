/** A json object column whose pairs are offered as choices; `live` is SQL over the row `r`. */
interface Labelled {
  table: string;
  column: string;
  kind: string;
  live: string;
}

const LABELLED: readonly Labelled[] = [
  { table: 'config_items', column: 'tags', kind: 'config_tag', live: 'r.deleted_at is null' },
  { table: 'config_items', column: 'labels', kind: 'config_label', live: 'r.deleted_at is null' },
  { table: 'components', column: 'labels', kind: 'component_label', live: 'true' },
  { table: 'checks', column: 'labels', kind: 'check_label', live: 'true' },
];

/** Longer pairs are no choice for a person, and would not fit into an index. */
const MAX_PAIR_BYTES = 1000;

function pairsOf({ column, kind, live }: Labelled, rows: string): string {
  return `select '${kind}' as kind, p.key, p.value, bool_or(${live}) as live
    from ${rows} r cross join lateral jsonb_each_text(case when jsonb_typeof(r.${column}) = 'object' then r.${column} end) p
    where octet_length(p.key) + octet_length(p.value) <= ${MAX_PAIR_BYTES} group by p.key, p.value`;
}

const changed = (columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

function watchLabels(table: string): string {
  const all = LABELLED.filter((labelled) => labelled.table === table);
  const pairs = (rows: string): string => all.map((labelled) => pairsOf(labelled, rows)).join('\n    union all ');
  const columns = [...new Set(all.map(({ column }) => column))];
  if (all.some(({ live }) => live !== 'true')) columns.push('deleted_at');
  const isStale = all.map(({ kind }) => `perform mark_labels_stale('${kind}');`).join(' ');
  return `
create function note_labels_of_${table}() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    ${isStale}
  end if;
  if tg_op = 'INSERT' then
    insert into label_pairs (kind, key, value, live) select a.* from (${pairs('new_rows')}) a
    where not exists (select from label_pairs l where l.kind = a.kind and l.key = a.key and l.value = a.value and l.live >= a.live);
  elsif tg_op = 'UPDATE' then
    insert into label_pairs (kind, key, value, live) select a.* from (${pairs('(select new.*)')}) a
    where not exists (select from label_pairs l where l.kind = a.kind and l.key = a.key and l.value = a.value and l.live >= a.live);
  end if;
  return null;
end $$;
create trigger ${table}_labels_insert after insert on ${table} referencing new table as new_rows
  for each statement execute function note_labels_of_${table}();
create trigger ${table}_labels_update after update of ${columns.join(', ')} on ${table} for each row
  when (${changed(columns)}) execute function note_labels_of_${table}();
create trigger ${table}_labels_delete after delete on ${table}
  for each statement execute function note_labels_of_${table}();
insert into label_pairs (kind, key, value, live) ${pairs(table)};`;
}

function refreshKind(labelled: Labelled): string {
  return `
  if everything or exists (select from stale_labels s where s.kind = '${labelled.kind}') then
    delete from stale_labels s where s.kind = '${labelled.kind}';
    with there as materialized (${pairsOf(labelled, labelled.table)}
    ), removed as (
      delete from label_pairs l where l.kind = '${labelled.kind}' and (
        not exists (select from there t where t.key = l.key and t.value = l.value and t.live = l.live)
        or exists (select from label_pairs k where k.kind = l.kind and k.key = l.key and k.value = l.value
          and k.live = l.live and k.ctid < l.ctid))
      returning 1
    ), added as (
      insert into label_pairs (kind, key, value, live) select t.* from there t
      where not exists (select from label_pairs l where l.kind = t.kind and l.key = t.key and l.value = t.value and l.live = t.live)
      returning 1
    )
    select changed + (select count(*) from removed) + (select count(*) from added) into changed;
  end if;`;
}

const keysOf = (kind: string, prefix: string): string => `(
  with recursive k(key) as (
    (select p.key from label_pairs p where p.kind = '${kind}' order by p.key limit 1)
    union all
    select (select p.key from label_pairs p where p.kind = '${kind}' and p.key > k.key order by p.key limit 1)
    from k where k.key is not null)
  select '${prefix}:' || k.key as key from k where k.key is not null)`;

/**
 * The pairs of labels and tags that there are, so that a list of choices need not read 100,000 items. A new pair is
 * there at once; writers only append (a pair twice is no harm), so that they never wait for each other. A pair that no
 * row has any more goes with the next refresh.
 */
export const labelPairs = /* sql */ `
create table label_pairs (
  kind text not null,
  key text not null,
  value text not null,
  live boolean not null
);
create index label_pairs_idx on label_pairs (kind, key, value, live);
comment on column label_pairs.live is 'Whether a row that is not deleted has it';

create table stale_labels (kind text not null);
comment on table stale_labels is 'Kinds of pairs of which a row was deleted or changed since the last refresh';

create function mark_labels_stale(kind text) returns void language sql as $$
  insert into stale_labels select $1 where not exists (select from stale_labels s where s.kind = $1)
$$;
${[...new Set(LABELLED.map(({ table }) => table))].map(watchLabels).join('\n')}

create function refresh_label_pairs(everything boolean default false) returns int8
language plpgsql set jit = off as $$
declare
  changed int8 := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('label_pairs')) then return 0; end if;
  ${LABELLED.map(refreshKind).join('\n')}
  return changed;
end $$;
comment on function refresh_label_pairs(boolean) is
  'Removes the pairs that no row has any more; resolves with the pairs changed. Does nothing for a kind of which no row '
  'was changed or deleted, unless asked to. Every five minutes is often enough';

create view config_tags as
  select distinct key, value from label_pairs where kind = 'config_tag' and live order by key, value;
create view config_labels as
  select distinct key, value from label_pairs where kind = 'config_label' and live order by key, value;
create view component_labels as
  select distinct key, value from label_pairs where kind = 'component_label' order by key, value;
create or replace view check_labels as
  select distinct key, value from label_pairs where kind = 'check_label' order by key, value;
create view config_tags_labels_keys as ${keysOf('config_tag', 'tag')} union all ${keysOf('config_label', 'label')};
create view component_labels_keys as ${keysOf('component_label', 'label')};
create or replace view checks_labels_keys as ${keysOf('check_label', 'label')};
`;
