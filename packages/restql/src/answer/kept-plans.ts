import type { Parameter } from '../parse/parameters.ts';
import type { RestPolicy } from '../policy.ts';
import type { SchemaModel } from '../schema/model.ts';
import { type Sql, toStatement } from '../sql.ts';
import { createRecent } from './recent.ts';

/** A query string without the values that its plan does not depend on. */
export interface QueryShape {
  /** Equal for queries that have one plan. */
  key: string;
  /** The parameters, with a hole in place of each such value. */
  parameters: Parameter[];
  /** The values, in the order of their holes. */
  values: string[];
}

/** Parameters that are no filters. */
const WORDS = new Set(['select', 'columns', 'on_conflict', 'order', 'limit', 'offset', 'and', 'or']);
const COLUMN = /^\w+$/;
const EQUALS = 'eq.';
/** A hole is this and a number. Nothing in a request holds it: {@link Parameter}s are free of it. */
const HOLE = '\0';

/** Takes the values of plain equalities, `column=eq.value`, out of a query. */
export function shapeOf(parameters: readonly Parameter[]): QueryShape {
  const values: string[] = [];
  let key = '';
  const open = parameters.map((parameter) => {
    const { name, value } = parameter;
    if (value?.startsWith(EQUALS) !== true || WORDS.has(name) || !COLUMN.test(name)) {
      key += value === null ? `${name}${HOLE}&` : `${name}${HOLE}=${value}${HOLE}&`;
      return parameter;
    }
    key += `${name}${HOLE}?`;
    values.push(value.slice(EQUALS.length));
    return { name, value: `${EQUALS}${HOLE}${values.length - 1}` };
  });
  return { key, parameters: open, values };
}

/** A statement whose values are known but for its holes. */
export interface Template {
  text: string;
  fill(values: readonly string[]): unknown[];
}

/** Makes a template of a statement that was planned with holes. Null when a hole went into something else. */
export function toTemplate(statement: Sql): Template | null {
  const { text, values } = toStatement(statement);
  const holes: (readonly [at: number, hole: number])[] = [];
  for (const [at, value] of values.entries()) {
    if (typeof value !== 'string' || !value.includes(HOLE)) continue;
    if (!/^\0\d+$/.test(value)) return null;
    holes.push([at, Number(value.slice(HOLE.length))]);
  }
  return {
    text,
    fill(given) {
      const filled = [...values];
      for (const [at, hole] of holes) filled[at] = given[hole];
      return filled;
    },
  };
}

/** Plans by the shape of their request, the schema and the policy that they were made under; bounded in number. */
export interface KeptPlans<T> {
  find(schema: SchemaModel, policy: RestPolicy, key: string): T | undefined;
  keep(schema: SchemaModel, policy: RestPolicy, key: string, plan: T): void;
}

/** Keeps so many plans, those that were used last. */
export function createKeptPlans<T>(max: number): KeptPlans<T> {
  const plans = createRecent<T>(max);
  const numbers = new WeakMap<object, number>();
  let count = 0;
  const numberOf = (thing: object): number => {
    const known = numbers.get(thing);
    if (known !== undefined) return known;
    count += 1;
    numbers.set(thing, count);
    return count;
  };
  const keyOf = (schema: SchemaModel, policy: RestPolicy, key: string) =>
    `${numberOf(schema)} ${numberOf(policy)} ${key}`;
  return {
    find: (schema, policy, key) => plans.get(keyOf(schema, policy, key)),
    keep(schema, policy, key, plan) {
      plans.set(keyOf(schema, policy, key), plan);
    },
  };
}
