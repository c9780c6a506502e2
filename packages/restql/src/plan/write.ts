import type { ParsedQuery, Preferences, Scope } from '../ast.ts';
import { RestError } from '../errors.ts';
import type { RowsBody } from '../parse/body.ts';
import type { Column, Relation } from '../schema/model.ts';
import { identifier, join, type Sql, sql, trusted } from '../sql.ts';
import { type Allowed, unknownColumn } from './access.ts';
import { planCondition } from './condition.ts';
import { type PlanContext, qualified, type RowRef, rowRef, type Source, WHOLE_ROW } from './context.ts';
import { planField } from './field.ts';
import { renderLevel } from './render.ts';
import { renderRowSource } from './row-source.ts';
import { type BodyStyle, type Plan, renderBody } from './statement.ts';
import { planTree } from './tree.ts';

/** A write, as far as all kinds are alike. */
export interface WriteRequest {
  relation: Relation;
  query: ParsedQuery;
  preferences: Pick<Preferences, 'missing' | 'resolution' | 'return'>;
  style: BodyStyle;
}

/**
 * A write and its answer in one statement: besides `body` and `n` (rows written) it tells `location` (the key of the one
 * row written, as a json array), `inserted` (how many rows are new), `refused` (written rows that the policy does not let
 * the caller have) and `changed` (rows that were sent with another value of a column that PostgreSQL makes).
 */
export interface WritePlan extends Plan {
  /** Something may be found wrong after the rows are written, so that a transaction is needed. */
  mayRefuse: boolean;
  /** Columns whose value is made by PostgreSQL, which may be sent as they are. */
  fixed: readonly string[];
}

const TARGET = trusted('target');
const WRITTEN = trusted('written');
const REFUSED = identifier('quarterdeck refused');
const CHANGED = identifier('quarterdeck changed');
const INSERTED = identifier('quarterdeck inserted');

/** The columns of a body that are written. Throws `PGRST204` for one that the relation does not have. */
function writtenColumns({ relation, query }: WriteRequest, keys: readonly string[]): Column[] {
  return (query.columns ?? keys).map((name) => {
    const column = relation.columns.get(name);
    if (column !== undefined) return column;
    throw new RestError('PGRST204', { message: `Column '${name}' of relation '${relation.name}' does not exist` });
  });
}

const names = (columns: readonly Column[]) =>
  join(
    columns.map(({ name }) => identifier(name)),
    ', ',
  );

/** Plans an insert, also one that merges with or leaves rows of the same key. */
export function planInsert(context: PlanContext, request: WriteRequest, body: RowsBody): WritePlan {
  const allowed = context.access.relation(request.relation.name, 'create');
  const columns = writtenColumns(request, body.keys);
  const conflict = renderConflict(context, request, columns);
  const table = sql`insert into ${qualified(context.schema, request.relation.name)} as ${TARGET}`;
  const source = renderRowSource(body, columns, request.preferences.missing === 'default', request.relation);
  const insert =
    source === null
      ? sql`${table} default values`
      : sql`${table} (${names(source.columns)}) select ${join(
          source.columns.map(({ name }) => sql`b.${identifier(name)}`),
          ', ',
        )} from ${source.from}`;
  const kept = keptBy(context, request, allowed);
  return finish(context, request, { write: sql`${insert}${conflict}`, allowed: kept, isInsert: true, fixed: [] });
}

/** Plans PUT: the row of the key in the address is inserted, or takes the place of the one that is there. */
export function planPut(context: PlanContext, request: WriteRequest, body: RowsBody): WritePlan {
  const { relation, query } = request;
  const allowed = context.access.relation(relation.name, 'create');
  const columns = writtenColumns(request, body.keys);
  const scope = rootScope(query);
  const written = new Set(columns.map(({ name }) => name));
  if (!relation.primaryKey.every((name) => written.has(name)) || body.count !== 1) throw payloadMismatch();
  const source = renderRowSource(body, columns, request.preferences.missing === 'default', relation);
  if (source === null) throw payloadMismatch();
  const conditions = renderConditions(context, relation, allowed, scope, rowRef(trusted('b')));
  const merge = { ...request, preferences: { ...request.preferences, resolution: 'merge-duplicates' as const } };
  const write = sql`insert into ${qualified(context.schema, relation.name)} as ${TARGET} (${names(source.columns)})
    select ${join(
      source.columns.map(({ name }) => sql`b.${identifier(name)}`),
      ', ',
    )} from ${source.from} where ${join(conditions, ' and ')}${renderConflict(context, merge, columns)}`;
  return finish(context, request, { write, allowed: keptBy(context, merge, allowed), isInsert: true, fixed: [] });
}

/** The body of PUT is not the row that its address names. */
export function payloadMismatch(): RestError {
  return new RestError('PGRST115', { message: 'Payload values do not match URL in primary key column(s)' });
}

/** Plans an update; null when there is nothing to set. Columns that PostgreSQL makes may be sent if they are equal. */
export function planUpdate(context: PlanContext, request: WriteRequest, body: RowsBody): WritePlan | null {
  const { relation, query } = request;
  const allowed = context.access.relation(relation.name, 'update');
  const columns = writtenColumns(request, body.keys);
  const fixed = columns.filter(({ generated }) => generated);
  const set = columns.filter(({ generated }) => !generated);
  const source = renderRowSource(body, columns, request.preferences.missing === 'default', relation);
  if (columns.length === 0 || source === null) return null;
  // Nothing but fixed columns: a column set to itself keeps the rows in the answer.
  const first = [...relation.columns.values()].find(({ generated }) => !generated);
  const assigned = set.map(({ name }) => sql`${identifier(name)} = b.${identifier(name)}`);
  const kept = first === undefined ? [] : [sql`${identifier(first.name)} = ${TARGET}.${identifier(first.name)}`];
  const matching = renderMatching(context, relation, allowed, rootScope(query));
  const write = sql`update ${qualified(context.schema, relation.name)} as ${TARGET} set ${join(
    assigned.length > 0 ? assigned : kept,
    ', ',
  )} from (select b.* from ${source.from} limit 1) b${matching}`;
  return finish(context, request, { write, allowed, isInsert: false, fixed });
}

/** Plans a delete. */
export function planDelete(context: PlanContext, request: WriteRequest): WritePlan {
  const { relation, query } = request;
  const allowed = context.access.relation(relation.name, 'delete');
  const matching = renderMatching(context, relation, allowed, rootScope(query));
  const write = sql`delete from ${qualified(context.schema, relation.name)} as ${TARGET}${matching}`;
  return finish(context, request, { write, allowed: { kind: 'allowed' }, isInsert: false, fixed: [] });
}

function rootScope({ scopes }: ParsedQuery): Scope {
  return scopes.get('') ?? { conditions: [], order: [], limit: null, offset: null };
}

function renderConditions(
  context: PlanContext,
  relation: Relation,
  allowed: Allowed,
  { conditions }: Scope,
  ref: RowRef,
): Sql[] {
  const source = writeSource(context, relation, allowed);
  return conditions.map((condition) => planCondition(context, source, condition, ref, () => undefined));
}

function writeSource(context: PlanContext, relation: Relation, allowed: Allowed): Source {
  const from = qualified(context.schema, relation.name);
  return { name: relation.name, relation, columns: relation.columns, from, allowed };
}

/** Which rows are changed. With a limit it is those of a page, found by their key first. */
function renderMatching(context: PlanContext, relation: Relation, allowed: Allowed, scope: Scope): Sql {
  const conditionsOn = (ref: RowRef) => [
    ...(allowed.rows === undefined ? [] : [sql`(${allowed.rows(ref.column)})`]),
    ...renderConditions(context, relation, allowed, scope, ref),
  ];
  const where = (conditions: readonly Sql[]) =>
    conditions.length === 0 ? trusted('') : sql` where ${join(conditions, ' and ')}`;
  if (scope.limit === null && scope.offset === null) return where(conditionsOn(rowRef(TARGET)));
  if (scope.order.length === 0) {
    throw new RestError('PGRST109', {
      message: "A 'limit' was applied without an explicit 'order'",
      hint: "Apply an 'order' using unique column(s)",
    });
  }
  if (relation.primaryKey.length === 0) throw new RestError('PGRST109', { details: 'the relation has no key' });
  const alias = context.alias('t');
  const ref = rowRef(alias);
  const source = writeSource(context, relation, allowed);
  const order = scope.order.map((term) => {
    const direction = trusted(term.direction === 'desc' ? ' desc' : ' asc');
    const nulls = trusted(term.nulls === null ? '' : ` nulls ${term.nulls === 'first' ? 'first' : 'last'}`);
    return sql`${planField(context, source, term.field, ref).sql}${direction}${nulls}`;
  });
  const key = (row: RowRef) => join(relation.primaryKey.map(row.column), ', ');
  return sql` where (${key(rowRef(TARGET))}) in (select ${key(ref)} from ${source.from} as ${alias}${where(
    conditionsOn(ref),
  )} order by ${join(order, ', ')} limit ${scope.limit} offset ${scope.offset ?? 0})`;
}

function renderConflict(context: PlanContext, request: WriteRequest, columns: readonly Column[]): Sql {
  const { relation, query, preferences } = request;
  if (preferences.resolution === null) return trusted('');
  const keys = query.onConflict ?? relation.primaryKey;
  if (keys.length === 0) return trusted('');
  const known = keys.map((name) => {
    const column = relation.columns.get(name);
    if (column === undefined) throw unknownColumn(relation.name, name);
    return column;
  });
  const set = columns.filter(({ generated }) => !generated);
  if (preferences.resolution === 'ignore-duplicates' || set.length === 0) {
    return sql` on conflict (${names(known)}) do nothing`;
  }
  const { rows } = context.access.relation(relation.name, 'update');
  const assigned = set.map(({ name }) => sql`${identifier(name)} = excluded.${identifier(name)}`);
  const where = rows === undefined ? trusted('') : sql` where ${rows(rowRef(TARGET).column)}`;
  return sql` on conflict (${names(known)}) do update set ${join(assigned, ', ')}${where}`;
}

/** Rows that are merged with others must be such as may be updated, too. */
function keptBy(context: PlanContext, { relation, preferences }: WriteRequest, created: Allowed): Allowed {
  if (preferences.resolution !== 'merge-duplicates') return created;
  const updated = context.access.relation(relation.name, 'update').rows;
  const { rows } = created;
  if (updated === undefined || updated === rows) return created;
  return { ...created, rows: rows === undefined ? updated : (row) => sql`(${rows(row)}) and (${updated(row)})` };
}

interface Written {
  write: Sql;
  /** The decision that written rows must keep to. */
  allowed: Allowed;
  isInsert: boolean;
  fixed: readonly Column[];
}

/** The write as a common table expression, and the answer that is read from what it returns. */
function finish(context: PlanContext, request: WriteRequest, { write, allowed, isInsert, fixed }: Written): WritePlan {
  const { relation } = request;
  const ref = rowRef(TARGET);
  const flags = [
    ...(relation.functions.size > 0 ? [sql`${TARGET} as ${WHOLE_ROW}`] : []),
    ...(allowed.rows === undefined ? [] : [sql`(${allowed.rows(ref.column)}) is not true as ${REFUSED}`]),
    ...(fixed.length === 0 ? [] : [sql`(${join(fixed.map(differs), ' or ')}) as ${CHANGED}`]),
    ...(isInsert && relation.isPlain ? [sql`${TARGET}.xmax = 0 as ${INSERTED}`] : []),
  ];
  const columns = [...relation.columns.keys()].map((name) => sql`${TARGET}.${identifier(name)}`);
  const { body, rows, header } = renderReturned(context, request);
  const count = (flag: Sql) => sql`(select count(*) from ${WRITTEN} where ${flag})`;
  const told = [
    sql`${body} as body`,
    sql`(select count(*) from ${WRITTEN}) as n`,
    sql`${isInsert && relation.isPlain ? count(INSERTED) : trusted('null::int8')} as inserted`,
    sql`${allowed.rows === undefined ? trusted('0') : count(REFUSED)} as refused`,
    sql`${fixed.length === 0 ? trusted('0') : count(CHANGED)} as changed`,
    sql`${isInsert && request.preferences.return === 'headers-only' ? renderLocation(relation) : trusted('null::text')} as location`,
  ];
  const returning = sql` returning ${join([...columns, ...flags], ', ')}`;
  return {
    statement: sql`with ${WRITTEN} as (${write}${returning}) select ${join(told, ', ')} from ${rows}`,
    header,
    mayRefuse: allowed.rows !== undefined || fixed.length > 0,
    fixed: fixed.map(({ name }) => name),
  };
}

function differs({ name, type }: Column): Sql {
  const cast = trusted(type.kind === 'json' ? '::text' : '');
  return sql`${TARGET}.${identifier(name)}${cast} is distinct from b.${identifier(name)}${cast}`;
}

/** The written rows as they are answered; nothing of them unless they are asked for, when they must be readable. */
function renderReturned(context: PlanContext, { relation, query, style }: WriteRequest) {
  if (style.format === 'none') return { body: sql`null::text`, rows: sql`(select) o`, header: null };
  const source: Source = {
    name: relation.name,
    relation,
    columns: relation.columns,
    from: WRITTEN,
    allowed: context.access.relation(relation.name, 'read'),
    written: true,
  };
  const scopes = new Map(query.scopes).set('', { conditions: [], order: [], limit: null, offset: null });
  const level = planTree(context, source, { select: query.select, scopes });
  return renderBody(context, renderLevel(context, level, null), style);
}

function renderLocation({ primaryKey }: Relation): Sql {
  const key = primaryKey.map((name) => sql`${identifier(name)}::text`);
  if (key.length === 0) return trusted('null::text');
  return sql`(select json_build_array(${join(key, ', ')}) from ${WRITTEN} where (select count(*) from ${WRITTEN}) = 1)::text`;
}
