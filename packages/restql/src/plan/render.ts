import type { OrderTerm } from '../ast.ts';
import { RestError } from '../errors.ts';
import { identifier, join, type Sql, sql, trusted } from '../sql.ts';
import { planCondition } from './condition.ts';
import {
  type PlanContext,
  qualified,
  type RowRef,
  readableValue,
  relationSource,
  rowCondition,
  rowRef,
  sourceRef,
  WHOLE_ROW,
} from './context.ts';
import { fieldKey, planCast, planField } from './field.ts';
import { renderKeptCount } from './kept-count.ts';
import { notingColumns, type RenderedCount } from './remembered-count.ts';
import { findSearch, renderSearch } from './search.ts';
import { type Embed, type Level, notEmbedded } from './tree.ts';

/** One member of a row in the answer. */
export interface Output {
  key: string;
  sql: Sql;
}

/** Rows as they are selected: what each consists of, and what stands after FROM. */
export interface Rendered {
  outputs: readonly Output[];
  from: Sql;
}

const NOTHING = trusted('');
const and = (conditions: readonly Sql[]) =>
  conditions.length === 0 ? NOTHING : sql` where ${join(conditions, ' and ')}`;

/** How a level is bound to the row above: more relations to read from, and conditions. */
interface Binding {
  with: readonly Sql[];
  conditions: readonly Sql[];
}
const UNBOUND: Binding = { with: [], conditions: [] };

/**
 * Renders a level in two steps: the inner query picks the rows (filters, order, page), the outer one makes what is
 * answered of them. So embedded resources are looked up for the rows of the page alone, in its order.
 */
export function renderLevel(context: PlanContext, level: Level, limit: number | null, bind = bindNothing): Rendered {
  const base = context.alias('t');
  const outer = context.alias('r');
  const inner = sourceRef(level.source, base);
  if (level.counts) return renderNumber(context, level, limit, { base, outer, binding: bind(inner) });
  const needed = new Map<string, Sql>();
  const ref: RowRef = {
    column(name) {
      needed.set(name, sql`${base}.${identifier(name)}`);
      return sql`${outer}.${identifier(name)}`;
    },
    row() {
      needed.set('', sql`${inner.row()} as ${WHOLE_ROW}`);
      return sql`${outer}.${WHOLE_ROW}`;
    },
  };
  const { outputs, joins } = renderOutputs(context, level, ref);
  const binding = bind(inner);
  const joined: Sql[] = [];
  const found = binding === UNBOUND ? renderFound(context, level, limit, { base, inner, joined }) : null;
  const order = found?.order ?? level.scope.order.map((term) => renderOrder(context, level, term, inner, joined));
  const from = renderFrom(level, base, binding.with, joined);
  const conditions = [...binding.conditions, ...(found?.conditions ?? levelConditions(context, level, inner))];
  const page = join(
    [
      and(conditions),
      order.length === 0 ? NOTHING : sql` order by ${join(order, ', ')}`,
      renderPage(limit, level.scope.offset),
    ],
    '',
  );
  return {
    outputs,
    from: sql`(select ${join([...needed.values()], ', ')} from ${from}${page}) ${outer}${join(joins, '')}`,
  };
}

/** Conditions and order of a level that is a search of texts which the database holds ready; null where it is none. */
function renderFound(
  context: PlanContext,
  level: Level,
  limit: number | null,
  { base, inner, joined }: { base: Sql; inner: RowRef; joined: Sql[] },
): { conditions: Sql[]; order: Sql[] } | null {
  const search = findSearch(context, level, limit);
  if (search === null) return null;
  const { condition } = search;
  const exact = planCondition(context, level.source, condition, inner, () => undefined);
  const rendered = renderSearch(context, search, { base, exact });
  const others = level.scope.conditions.filter((other) => other !== condition);
  joined.push(rendered.join);
  return {
    conditions: [
      rendered.condition,
      ...levelConditions(context, { ...level, scope: { ...level.scope, conditions: others } }, inner),
    ],
    order: level.scope.order.map((term) => sql`${rendered.order(term.field.column)}${orderDirection(term)}`),
  };
}

/** The one row of a level that counts. The page is about that row. */
function renderNumber(
  context: PlanContext,
  level: Level,
  limit: number | null,
  { base, outer, binding }: { base: Sql; outer: Sql; binding: Binding },
): Rendered {
  const conditions = [...binding.conditions, ...levelConditions(context, level, sourceRef(level.source, base))];
  const counted = sql`select count(*) as n from ${renderFrom(level, base, binding.with)}${and(conditions)}`;
  const kept = binding === UNBOUND ? renderKept(context, level) : null;
  const number = kept === null ? counted : sql`select coalesce(${kept}, (${counted})) as n`;
  const page = renderPage(limit, level.scope.offset);
  const value = sql`${outer}.n`;
  return {
    outputs: level.fields.map(({ alias, cast }) => ({
      key: alias ?? 'count',
      sql: cast === null ? value : planCast(context, value, cast),
    })),
    from: sql`(${number}${page}) ${outer}`,
  };
}

/** As text, not as parameters: a plan for any page would be one for a tenth of all rows. */
function renderPage(limit: number | null, offset: number | null): Sql {
  const most = limit === null ? NOTHING : trusted(` limit ${Math.trunc(limit)}`);
  return offset === null || offset === 0 ? most : sql`${most}${trusted(` offset ${Math.trunc(offset)}`)}`;
}

const bindNothing = (_ref: RowRef): Binding => UNBOUND;

function renderFrom({ source }: Level, alias: Sql, others: readonly Sql[], joined: readonly Sql[] = []): Sql {
  return join([sql`${source.from} as ${alias}${join(joined, '')}`, ...others], ', ');
}

/** The number of rows that a level has without its page. Embedded resources are read only where they narrow it. */
export function renderCount(context: PlanContext, level: Level): RenderedCount {
  const base = context.alias('t');
  const { ref, columns } = notingColumns(sourceRef(level.source, base));
  const conditions = levelConditions(context, level, ref);
  return { counted: sql`(select count(*) from ${level.source.from} as ${base}${and(conditions)})`, columns };
}

/**
 * The number of rows as the database keeps it; null where it keeps none. From a reader from whom rows are hidden these
 * are taken off, which an index finds: the many that are left need not be read.
 */
export function renderKept(context: PlanContext, level: Level): Sql | null {
  const { rows, hidden } = level.source.allowed;
  if (rows === undefined) return renderKeptCount(context, level);
  if (hidden === undefined) return null;
  const all = renderKeptCount(context, withRows(level, undefined));
  if (all === null) return null;
  const { counted: taken } = renderCount(context, withRows(level, hidden));
  // Nothing is counted where the number of all turns out to be unknown.
  return sql`(select k.n - ${taken} from (select ${all} as n offset 0) k where k.n is not null)`;
}

function withRows(level: Level, rows: Level['source']['allowed']['rows']): Level {
  const { rows: _judged, ...rest } = level.source.allowed;
  const allowed = rows === undefined ? rest : { ...rest, rows };
  return { ...level, source: { ...level.source, allowed } };
}

/** Something about all rows of a level, without its page. */
export function renderFiltered(context: PlanContext, level: Level, wanted: Sql): Sql {
  const base = context.alias('t');
  const conditions = levelConditions(context, level, sourceRef(level.source, base));
  return sql`select ${wanted} from ${level.source.from} as ${base}${and(conditions)}`;
}

/** Filters of the request, the condition of the policy, and embedded resources that must exist. */
function levelConditions(context: PlanContext, level: Level, ref: RowRef): Sql[] {
  const { source, scope, embeds } = level;
  const embedded = (name: string) => {
    const found = embeds.find(({ key }) => key === name);
    return found === undefined ? undefined : renderExists(context, found, ref);
  };
  return [
    ...rowCondition(source, ref),
    ...scope.conditions.map((condition) => planCondition(context, source, condition, ref, embedded)),
    ...embeds.filter(({ item }) => item.join === 'inner').map((embed) => renderExists(context, embed, ref)),
  ];
}

/** Whether a row has any of an embedded resource on the page that is asked for. A number is always there. */
function renderExists(context: PlanContext, embed: Embed, parent: RowRef): Sql {
  const { counts, scope } = embed.level;
  const offset = scope.offset ?? 0;
  if (scope.limit === 0 || (counts && offset > 0)) return trusted('false');
  if (counts) return trusted('true');
  const alias = context.alias('t');
  const ref = rowRef(alias);
  const binding = bindEmbed(context, embed, parent)(ref);
  const conditions = [...binding.conditions, ...levelConditions(context, embed.level, ref)];
  return sql`exists (select 1 from ${renderFrom(boundLevel(embed, parent), alias, binding.with)}${and(conditions)}${renderPage(null, offset)})`;
}

/** A function that returns the rows of an embedded resource is called with the row above. */
function boundLevel({ level, relationship }: Embed, parent: RowRef): Level {
  if (relationship.cardinality !== 'computed') return level;
  return { ...level, source: { ...level.source, from: sql`${level.source.from}(${parent.row()})` } };
}

/** The join with the row above, through a junction where there is one. The junction's own condition holds as well. */
function bindEmbed(context: PlanContext, { relationship }: Embed, parent: RowRef): (ref: RowRef) => Binding {
  const { columns, junction } = relationship;
  const equal = (left: Sql, right: Sql) => sql`${left} = ${right}`;
  return (ref) => {
    if (junction === null) {
      return { with: [], conditions: columns.map(([own, other]) => equal(ref.column(other), parent.column(own))) };
    }
    const relation = context.schema.relations.get(junction.relation);
    if (relation === undefined) throw new Error(`the schema has a junction ${junction.relation}, but no such relation`);
    const source = relationSource(context, relation);
    const alias = context.alias('j');
    const middle = rowRef(alias);
    return {
      with: [sql`${qualified(context.schema, relation.name)} as ${alias}`],
      conditions: [
        ...junction.origin.map(([own, other]) => equal(middle.column(other), parent.column(own))),
        ...junction.target.map(([own, other]) => equal(ref.column(other), middle.column(own))),
        ...rowCondition(source, middle),
      ],
    };
  };
}

function renderOutputs(context: PlanContext, level: Level, ref: RowRef): { outputs: Output[]; joins: Sql[] } {
  const shown = level.embeds.filter(({ level: { fields, embeds } }) => fields.length + embeds.length > 0);
  const replaced = new Set(shown.filter(({ item }) => !item.spread).map(({ key }) => key));
  const outputs = level.fields
    .flatMap((field) => renderField(context, level, field, ref))
    .filter(({ key }) => !replaced.has(key));
  const joins: Sql[] = [];
  for (const embed of shown) {
    if (!embed.item.spread) outputs.push({ key: embed.key, sql: renderEmbed(context, embed, ref) });
    else joins.push(spread(context, embed, ref, outputs));
  }
  return { outputs, joins };
}

function renderField(context: PlanContext, { source }: Level, item: Level['fields'][number], ref: RowRef): Output[] {
  if (item.field === '*') {
    return [...source.columns.keys()]
      .filter((name) => !source.allowed.writeOnly?.has(name))
      .map((name) => ({ key: name, sql: readableValue(source, name, ref) }));
  }
  const value = planField(context, source, item.field, ref).sql;
  return [
    { key: fieldKey(item.field, item.alias), sql: item.cast === null ? value : planCast(context, value, item.cast) },
  ];
}

/** An embedded resource as one value: an object or null, or a list. */
function renderEmbed(context: PlanContext, embed: Embed, parent: RowRef): Sql {
  const { toOne } = embed.relationship;
  const limit = toOne ? oneRow(embed) : smaller(embed.level.scope.limit, context.maxRows);
  const rendered = renderLevel(context, boundLevel(embed, parent), limit, bindEmbed(context, embed, parent));
  const row = context.alias('o');
  const { select, member, object } = renderRows(context, rendered, row);
  return toOne
    ? sql`(select ${object} from (${select}) ${row})`
    : sql`(select coalesce(json_agg(${member}), '[]') from (${select}) ${row})`;
}

/** The join to a table's own key finds one row at most; whatever else is limited. */
function oneRow({ relationship, level }: Embed): number | null {
  return relationship.targetIsView || relationship.cardinality === 'computed' ? 1 : level.scope.limit;
}

function spread(context: PlanContext, embed: Embed, parent: RowRef, outputs: Output[]): Sql {
  const rendered = renderLevel(context, boundLevel(embed, parent), 1, bindEmbed(context, embed, parent));
  const alias = context.alias('s');
  const names = rendered.outputs.map(() => context.alias('c'));
  for (const [index, { key }] of rendered.outputs.entries())
    outputs.push({ key, sql: sql`${alias}.${names[index] ?? NOTHING}` });
  const columns = rendered.outputs.map((output, index) => sql`${output.sql} as ${names[index] ?? NOTHING}`);
  return sql` left join lateral (select ${join(columns, ', ')} from ${rendered.from}) ${alias} on true`;
}

/** A query of rows that go by an alias: `member` is what `json_agg` takes of each, `object` its json. */
export interface JsonRows {
  select: Sql;
  member: Sql;
  object: Sql;
}

/**
 * The query that selects rendered rows as json. Where all keys are names of the model each is the name of a column; a
 * key that the request made up can only be a value.
 */
export function renderRows(context: PlanContext, { outputs, from }: Rendered, row: Sql): JsonRows {
  const names = outputs.map(({ key }) => context.schema.names.get(key));
  if (outputs.length > 0 && names.every((name) => name !== undefined)) {
    const columns = outputs.map(({ sql: value }, index) => sql`${value} as ${identifier(names[index] ?? '')}`);
    return { select: sql`select ${join(columns, ', ')} from ${from}`, member: row, object: sql`row_to_json(${row})` };
  }
  const built = sql`${row}.o`;
  return { select: sql`select ${buildObject(outputs)} as o from ${from}`, member: built, object: built };
}

/** A function takes 100 arguments: longer objects are put together as text. */
const MAX_MEMBERS = 50;

function buildObject(outputs: readonly Output[]): Sql {
  const members = outputs.map(({ key, sql: value }) => sql`${key}::text, ${value}`);
  if (members.length <= MAX_MEMBERS) return sql`json_build_object(${join(members, ', ')})`;
  const parts: Sql[] = [];
  for (let at = 0; at < members.length; at += MAX_MEMBERS) {
    const object = sql`json_build_object(${join(members.slice(at, at + MAX_MEMBERS), ', ')})::text`;
    parts.push(sql`substr(${object}, 2, length(${object}) - 2)`);
  }
  return sql`('{' || ${join(parts, " || ', ' || ")} || '}')::json`;
}

function renderOrder(context: PlanContext, level: Level, term: OrderTerm, ref: RowRef, joined: Sql[]): Sql {
  return sql`${orderValue(context, level, term, ref, joined)}${orderDirection(term)}`;
}

function orderDirection({ direction, nulls }: OrderTerm): Sql {
  const way = trusted(direction === null ? '' : direction === 'asc' ? ' asc' : ' desc');
  return sql`${way}${trusted(nulls === null ? '' : nulls === 'first' ? ' nulls first' : ' nulls last')}`;
}

/**
 * What rows are ordered by. A column of an embedded resource comes from a join where at most one row of a table answers,
 * so that PostgreSQL may read that table once; else it is looked up for each row.
 */
function orderValue(
  context: PlanContext,
  level: Level,
  { relation, field }: OrderTerm,
  ref: RowRef,
  joined: Sql[],
): Sql {
  if (relation === null) return planField(context, level.source, field, ref).sql;
  const embed = level.embeds.find(({ key }) => key === relation);
  if (embed === undefined) throw notEmbedded(relation);
  if (!embed.relationship.toOne) {
    throw new RestError('PGRST118', {
      message: `A related order on '${relation}' is not possible`,
      details: `'${level.source.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  const alias = context.alias('t');
  const target = rowRef(alias);
  const binding = bindEmbed(context, embed, ref)(target);
  const conditions = [...binding.conditions, ...levelConditions(context, embed.level, target)];
  const value = planField(context, embed.level.source, field, target).sql;
  const { cardinality, junction, targetIsView } = embed.relationship;
  if (cardinality !== 'computed' && junction === null && !targetIsView) {
    joined.push(sql` left join ${renderFrom(embed.level, alias, [])} on ${join(conditions, ' and ')}`);
    return value;
  }
  return sql`(select ${value} from ${renderFrom(boundLevel(embed, ref), alias, binding.with)}${and(conditions)} limit 1)`;
}

/** The smaller of two limits; null is none. */
function smaller(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  return other === null ? one : Math.min(one, other);
}
