import type { Condition, Filter } from '../ast.ts';
import { RestError } from '../errors.ts';
import { join, type Sql, sql, trusted } from '../sql.ts';
import type { PlanContext, RowRef, Source } from './context.ts';
import { planField } from './field.ts';

/** Answers a null test on an embedded resource: `clients=not.is.null`. Undefined when no such resource is embedded. */
export type EmbeddedTest = (name: string) => Sql | undefined;

const COMPARISONS: Readonly<Record<string, Sql>> = {
  eq: trusted('='),
  neq: trusted('<>'),
  gt: trusted('>'),
  gte: trusted('>='),
  lt: trusted('<'),
  lte: trusted('<='),
  like: trusted('like'),
  ilike: trusted('ilike'),
  match: trusted('~'),
  imatch: trusted('~*'),
  isdistinct: trusted('is distinct from'),
  cs: trusted('@>'),
  cd: trusted('<@'),
  ov: trusted('&&'),
  sl: trusted('<<'),
  sr: trusted('>>'),
  nxr: trusted('&<'),
  nxl: trusted('&>'),
  adj: trusted('-|-'),
};

const SEARCHES: Readonly<Record<string, Sql>> = {
  fts: trusted('to_tsquery'),
  plfts: trusted('plainto_tsquery'),
  phfts: trusted('phraseto_tsquery'),
  wfts: trusted('websearch_to_tsquery'),
};

const TRUTHS: Readonly<Record<string, Sql>> = {
  null: trusted('is null'),
  true: trusted('is true'),
  false: trusted('is false'),
  unknown: trusted('is unknown'),
};

/**
 * A condition of a request as SQL. `isPlain`: it stands under no negation, so that what is unknown may count as false.
 * Throws `PGRST120` for an embedded resource that is compared, 42703 for no column.
 */
export function planCondition(
  context: PlanContext,
  source: Source,
  condition: Condition,
  ref: RowRef,
  embedded: EmbeddedTest,
  isPlain = true,
): Sql {
  if (condition.kind === 'filter') {
    const planned = planFilter(context, source, condition, ref, embedded);
    return (isPlain ? planContainment(context, source, condition, ref, planned) : null) ?? planned;
  }
  const isPlainInside = isPlain && !condition.negated;
  const members = condition.members.map((member) =>
    planCondition(context, source, member, ref, embedded, isPlainInside),
  );
  const tree = sql`(${join(members, condition.kind === 'and' ? ' and ' : ' or ')})`;
  return condition.negated ? sql`not ${tree}` : tree;
}

function planFilter(context: PlanContext, source: Source, filter: Filter, ref: RowRef, embedded: EmbeddedTest): Sql {
  const { field, operator, value, negated } = filter;
  const exists = field.json.length === 0 ? embedded(field.column) : undefined;
  if (exists !== undefined) {
    const isNullTest = operator === 'is' && value.kind === 'text' && value.text === 'null';
    if (isNullTest) return negated ? exists : sql`not ${exists}`;
    if (!source.columns.has(field.column)) {
      throw new RestError('PGRST120', {
        message: `Bad operator on the '${field.column}' embedded resource`,
        details: 'Only is null or not is null filters are allowed on embedded resources',
      });
    }
  }
  const test = compare(planField(context, source, field, ref).sql, filter);
  return negated ? sql`not (${test})` : sql`(${test})`;
}

/** Text that is the same in JSON, but for quotes. */
const SIMPLE_TEXT = /^[\x20-\x7e]*$/;
/** How PostgreSQL writes numbers and truths of `jsonb` as text. */
const BARE_VALUE = /^(?:-?(?:0|[1-9]\d{0,99})(?:\.\d{1,99})?|true|false)$/;

/**
 * That a member of a `jsonb` column equals a text, as an index on the column knows it: the column contains the member as a
 * string, or as the bare value that reads the same. `planned` tells 1 from 1.0, which are one value but two texts; nothing
 * else is said twice, since the planner takes each condition for a further one. Null for any other filter.
 */
function planContainment(context: PlanContext, source: Source, filter: Filter, ref: RowRef, planned: Sql): Sql | null {
  const { field, operator, quantifier, value, negated } = filter;
  const [step] = field.json;
  if (operator !== 'eq' || quantifier !== null || negated || value.kind !== 'text' || field.json.length !== 1)
    return null;
  if (step?.arrow !== '->>' || typeof step.key !== 'string' || /^[[{]/.test(value.text)) return null;
  if (!SIMPLE_TEXT.test(step.key) || !SIMPLE_TEXT.test(value.text)) return null;
  const column = planField(context, source, { column: field.column, json: [] }, ref);
  if (column.type.sql !== 'jsonb') return null;
  const text = sql`${column.sql} @> ${JSON.stringify({ [step.key]: value.text })}::jsonb`;
  if (!BARE_VALUE.test(value.text)) return text;
  const bare = `{${JSON.stringify(step.key)}:${value.text}}`;
  return sql`(${text} or (${column.sql} @> ${bare}::jsonb and ${planned}))`;
}

function compare(left: Sql, { operator, quantifier, language, value }: Filter): Sql {
  const search = SEARCHES[operator];
  if (value.kind === 'list') {
    const all = quantifier === 'all' ? trusted('all') : trusted('any');
    return sql`${left} ${COMPARISONS[operator] ?? trusted('=')} ${all} (${arrayText(value.items)})`;
  }
  if (search !== undefined) {
    return language === null
      ? sql`${left} @@ ${search}(${value.text})`
      : sql`${left} @@ ${search}(${language}::regconfig, ${value.text})`;
  }
  if (operator === 'is') return sql`${left} ${TRUTHS[value.text] ?? trusted('is null')}`;
  return sql`${left} ${COMPARISONS[operator] ?? trusted('=')} ${value.text}`;
}

/** The text of an array value: PostgreSQL reads it as an array of the type that it is compared with. */
export function arrayText(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}
