import { isUuid } from '@quarterdeck/contract';
import { identifier, type Sql, sql, trusted } from '@quarterdeck/kit';
import { readAgentPattern } from './agents.ts';
import type { Condition, Source } from './condition.ts';
import { fieldTables } from './fields.ts';
import type { Pattern, Patterns } from './patterns.ts';
import { both, type Column, either, fitsAnySql, fitsSql, jsonWritings, manyValues, singleValue } from './sql-values.ts';
import type { SelectorKind, TraverseDirection } from './types.ts';

/** How deep relationships of items are followed from a component. */
const MAX_DEPTH = 5;

function isSingle(source: Source): source is Source & { from: 'column' | 'member' | 'path' } {
  return source.from === 'column' || source.from === 'member' || source.from === 'path';
}

/** Any of the patterns fits, as a condition on the row. Written so that the indexes of `config_items` serve it. */
function anyFits(source: Source, patterns: readonly Pattern[], column: Column): Sql {
  if (source.from === 'column') return columnFits(source, patterns, column);
  const value = column(source.column);
  if (source.from === 'member') {
    const { key } = source;
    return either(
      patterns.map((pattern) => {
        if (pattern.kind !== 'exact') return fitsSql(singleValue(source, column), pattern);
        const written = jsonWritings(pattern.text).map(
          (writing) => sql`${value} @> ${JSON.stringify({ [key]: writing })}::jsonb`,
        );
        return either(written);
      }),
    );
  }
  if (isSingle(source)) return fitsAnySql(singleValue(source, column), patterns);
  const exact = patterns.flatMap((pattern) => (pattern.kind === 'exact' ? [pattern.text] : []));
  const areExact = exact.length === patterns.length;
  if (source.from === 'list' && areExact) return sql`${value} && ${exact}::text[]`;
  return sql`exists (select from ${manyValues(source, column)} where ${fitsAnySql(sql`s.v`, patterns)})`;
}

function columnFits(source: Source & { from: 'column' }, patterns: readonly Pattern[], column: Column): Sql {
  // A column without a value counts as the empty text.
  const takesNone = patterns.some(
    (pattern) => pattern.kind === 'all' || (pattern.kind === 'exact' && pattern.text === ''),
  );
  const value = column(source.column);
  const none = takesNone ? [sql`${value} is null`] : [];
  if (source.type === 'uuid') {
    const ids = patterns.flatMap((pattern) => (pattern.kind === 'exact' && isUuid(pattern.text) ? [pattern.text] : []));
    const others = patterns.filter((pattern) => pattern.kind !== 'exact');
    return either([
      ...none,
      ...(ids.length > 0 ? [sql`${value} = any(${ids}::uuid[])`] : []),
      ...others.map((pattern) => fitsSql(singleValue(source, column), pattern)),
    ]);
  }
  if (source.type === 'type') {
    // Of the few types that there are, those that fit: their items are then found by an index.
    const fits = fitsAnySql(sql`lower(known.type collate "C")`, patterns, true);
    return either([...none, sql`${value} = any(array(select known.type from config_types known where ${fits}))`]);
  }
  return either([...none, fitsAnySql(singleValue(source, column), patterns, source.type === 'word')]);
}

function match(source: Source, { include, exclude }: Patterns, column: Column): Sql {
  const isEverything = source.from === 'column' && include.some(({ kind }) => kind === 'all');
  return both([
    ...(include.length === 0 || isEverything ? [] : [anyFits(source, include, column)]),
    ...(exclude.length === 0 ? [] : [negated(anyFits(source, exclude, column))]),
  ]);
}

function negated(condition: Sql): Sql {
  return sql`(${condition}) is not true`;
}

function compare({ source, by, value }: Condition & { op: 'compare' }, column: Column): Sql {
  const operator = trusted(by);
  const row = column(source.column);
  if (typeof value === 'string') {
    if (source.type === 'uuid') return sql`${row} ${operator} ${value}::uuid`;
    const text = singleValue(source, column);
    return sql`${source.type === 'text' ? sql`${text} collate "C"` : text} ${operator} ${value}::text`;
  }
  if (source.type === 'number') return sql`${row} ${operator} ${String(value)}::numeric`;
  return sql`${row} ${operator} ${new Date(value).toISOString()}::timestamptz`;
}

function integer({ source, by, value }: Condition & { op: 'integer' }, column: Column): Sql {
  const fits = (text: Sql) =>
    sql`(case when ${text} ~ '^[+-]?[0-9]{1,15}$' then ${text}::int8 ${trusted(by)} ${String(value)}::int8 end)`;
  if (isSingle(source)) return fits(singleValue(source, column));
  return sql`exists (select from ${manyValues(source, column)} where ${fits(sql`s.v`)})`;
}

function present(source: Source, column: Column): Sql {
  if (source.from === 'column') return sql`${column(source.column)} is not null`;
  if (isSingle(source)) return sql`${singleValue(source, column)} is not null`;
  return sql`exists (select from ${manyValues(source, column)} where s.v is not null)`;
}

function agent({ include, exclude }: Patterns, column: Column): Sql {
  const one = (pattern: Pattern): Sql => {
    const read = readAgentPattern(pattern);
    if (read.by === 'any') return sql`true`;
    if (read.by === 'id') return sql`${column('agent_id')} = ${read.id}::uuid`;
    const fits = fitsSql(sql`lower(a.name collate "C")`, read.pattern, true);
    return sql`${column('agent_id')} = any(array(select a.id from agents a where a.deleted_at is null and ${fits}))`;
  };
  return both([
    ...(include.length === 0 ? [] : [either(include.map(one))]),
    ...(exclude.length === 0 ? [] : [negated(either(exclude.map(one)))]),
  ]);
}

function parent(kind: SelectorKind, { namespace, name }: Condition & { op: 'parent' }, column: Column): Sql {
  const of = fieldTables[kind].parent;
  if (of === null) return sql`false`;
  const same = sql`p.name = ${name}::text and coalesce(p.${trusted(of.namespace)}, '') = ${namespace ?? ''}::text`;
  return sql`${column(of.column)} in (select p.id from ${identifier(of.relation)} p where ${same})`;
}

/** Components that are linked to an item that is related to an item of this component. */
function related(id: string, direction: TraverseDirection, column: Column): Sql {
  return sql`${column('id')} in (${relatedComponents(id, direction)})`;
}

/** The ids of the components that `component_config_traverse` leads to (contract catalog §9.2). */
export function relatedComponents(id: string, direction: TraverseDirection): Sql {
  return sql`with recursive start as (
      select m.config_id from config_component_relationships m
      where m.component_id = ${id}::uuid and m.deleted_at is null
    ), reached(config_id, depth) as (
      select s.config_id, 0 from start s
      union
      select n.config_id, r.depth + 1 from reached r cross join lateral (
        select l.related_id as config_id from config_relationships l
        where l.config_id = r.config_id and l.deleted_at is null and ${direction !== 'incoming'}::boolean
        union all
        select l.config_id from config_relationships l
        where l.related_id = r.config_id and l.deleted_at is null and ${direction !== 'outgoing'}::boolean
      ) n where r.depth < ${MAX_DEPTH}::int
    )
    select o.component_id from config_component_relationships o
    where o.deleted_at is null and o.component_id <> ${id}::uuid and o.config_id in (select config_id from reached)`;
}

/** A condition as SQL over a row of the kind's relation: true, or else false or null. */
export function conditionSql(kind: SelectorKind, condition: Condition, column: Column): Sql {
  const part = (inner: Condition) => conditionSql(kind, inner, column);
  switch (condition.op) {
    case 'constant':
      return trusted(String(condition.value));
    case 'all':
      return both(condition.of.map(part));
    case 'any':
      return either(condition.of.map(part));
    case 'not':
      return condition.of.op === 'present' && condition.of.source.from === 'column'
        ? sql`${column(condition.of.source.column)} is null`
        : negated(part(condition.of));
    case 'match':
      return match(condition.source, condition.patterns, column);
    case 'compare':
      return compare(condition, column);
    case 'integer':
      return integer(condition, column);
    case 'present':
      return present(condition.source, column);
    case 'agent':
      return agent(condition.patterns, column);
    case 'parent':
      return parent(kind, condition, column);
    case 'related':
      return related(condition.id, condition.direction, column);
  }
}
