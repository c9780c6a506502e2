import { systemClock } from '@quarterdeck/kit';
import type { Condition, FieldPath, OrderTerm, ParsedQuery, Scope } from '../ast.ts';
import { RestError } from '../errors.ts';
import { accept, createCursor } from './cursor.ts';
import { readFilter, readLogic, readOrder } from './logic.ts';
import { readJsonPath, readName, readNames } from './names.ts';
import { readHead } from './operation.ts';
import { decodeParameters, type Parameter } from './parameters.ts';
import { readSelect } from './select.ts';
import { readValueFilter } from './value-filter.ts';

/** So many conditions may one request have, those of lists not counted. */
export const MAX_CONDITIONS = 1000;

/** What surrounds a query string. */
export interface QueryOptions {
  /** A function is called by GET or HEAD: parameters without an operator are its arguments. */
  isRoutine?: boolean;
  /** Names of the function's parameters; those of the dialect's own (`limit`, `order` ...) stay the dialect's. */
  argumentNames?: ReadonlySet<string>;
  /** For date math of `.filter`, in milliseconds since the epoch. Default: the system's clock. */
  nowMs?: number;
}

interface OpenScope extends Scope {
  conditions: Condition[];
  order: readonly OrderTerm[];
  limit: number | null;
  offset: number | null;
}

interface Reading {
  scopes: Map<string, OpenScope>;
  ordered: Set<string>;
  valueFilters: Set<string>;
  conditions: number;
  arguments: Map<string, string[]>;
  options: QueryOptions;
}

/**
 * Reads a query string, without `?`, as PostgREST 12 does (contract database.md §7): `select`, `columns`,
 * `on_conflict` and each `order` count the first time, `limit` and `offset` the last time, all filters and logic trees
 * hold together. A parameter without `=` is ignored. Refuses with PGRST100, and PGRST103 for a negative limit.
 */
export function parseQuery(query: string, options: QueryOptions = {}): ParsedQuery {
  return parseParameters(decodeParameters(query), options);
}

/** Reads a query string that was taken apart before. */
export function parseParameters(parameters: readonly Parameter[], options: QueryOptions = {}): ParsedQuery {
  const first = (name: string): string | null => parameters.find((parameter) => parameter.name === name)?.value ?? null;
  const reading: Reading = {
    scopes: new Map(),
    ordered: new Set(),
    valueFilters: new Set(),
    conditions: 0,
    arguments: new Map(),
    options,
  };
  scopeOf(reading, '');
  for (const parameter of parameters) readParameter(reading, parameter);
  const [select, columns, onConflict] = [first('select'), first('columns'), first('on_conflict')];
  return {
    select: select === null ? [] : readSelect(createCursor(select, 'select')),
    scopes: reading.scopes,
    columns: columns === null ? null : [...new Set(readNames(createCursor(columns, 'columns')))],
    onConflict: onConflict === null ? null : readNames(createCursor(onConflict, 'on_conflict')),
    arguments: new Map([...reading.arguments].map(([name, values]) => [name, values.at(-1) ?? ''])),
    argumentValues: reading.arguments,
  };
}

function scopeOf({ scopes }: Reading, path: string): OpenScope {
  const known = scopes.get(path);
  if (known) return known;
  const scope: OpenScope = { conditions: [], order: [], limit: null, offset: null };
  scopes.set(path, scope);
  return scope;
}

type ReadParameter = (reading: Reading, word: string, name: string, value: string) => void;

/** By the last word of a parameter's name: `order`, `configs.order`, `not.or`. */
const readers: Readonly<Record<string, ReadParameter>> = {
  order: readOrderParameter,
  limit: readRangeParameter,
  offset: readRangeParameter,
  and: readLogicParameter,
  or: readLogicParameter,
};

function readParameter(reading: Reading, { name, value }: Parameter): void {
  if (value === null || name === 'select' || name === 'columns' || name === 'on_conflict') return;
  const word = name.slice(name.lastIndexOf('.') + 1);
  const read = Object.hasOwn(readers, word) ? readers[word] : undefined;
  if (read) read(reading, word, name, value);
  else if (name.endsWith('.filter')) readValueFilterParameter(reading, name, value);
  else if (isArgument(reading, name, value)) addArgument(reading, name, value);
  else {
    const { path, field } = readPath(name);
    addCondition(reading, path.join('.'), readFilter(createCursor(value, name), field));
  }
}

function addArgument(reading: Reading, name: string, value: string): void {
  const values = reading.arguments.get(name);
  if (values) values.push(value);
  else reading.arguments.set(name, [value]);
}

/**
 * As in PostgREST, a value that carries an operator makes a filter, also under the name of a parameter: results are
 * filtered by columns that are called like it. A value that only looks like one is an argument.
 */
function isArgument({ options }: Reading, name: string, value: string): boolean {
  if (!options.isRoutine) return false;
  if (options.argumentNames?.has(name) !== true && name.includes('.')) return false;
  return readHead(createCursor(value, name)) === null;
}

/** `a.b.column->json` of a key. What cannot be read after it is ignored. */
function readPath(name: string): { path: string[]; field: FieldPath } {
  const cursor = createCursor(name, name);
  const names: string[] = [];
  do names.push(readName(cursor));
  while (accept(cursor, '.'));
  const column = names.pop() ?? '';
  return { path: names, field: { column, json: readJsonPath(cursor) } };
}

function addCondition(reading: Reading, path: string, ...conditions: Condition[]): void {
  for (const condition of conditions) {
    reading.conditions += countConditions(condition);
    if (reading.conditions > MAX_CONDITIONS) {
      throw new RestError('PGRST100', { message: `The query has more than ${MAX_CONDITIONS} conditions` });
    }
    scopeOf(reading, path).conditions.push(condition);
  }
}

function countConditions(condition: Condition): number {
  return condition.kind === 'filter' ? 1 : condition.members.reduce((sum, member) => sum + countConditions(member), 1);
}

/** The path before the last word, which the name must end with. */
function readScopePath(word: string, name: string): string[] {
  const { path, field } = readPath(name);
  if (field.column !== word || field.json.length > 0) {
    throw new RestError('PGRST100', {
      message: `The parameter name ${JSON.stringify(name.slice(0, 60))} cannot be read`,
    });
  }
  return path;
}

function readOrderParameter(reading: Reading, word: string, name: string, value: string): void {
  const path = readScopePath(word, name).join('.');
  const order = readOrder(createCursor(value, name));
  if (reading.ordered.has(path)) return;
  reading.ordered.add(path);
  scopeOf(reading, path).order = order;
}

/** `not` anywhere before `and` and `or` negates the tree. */
function readLogicParameter(reading: Reading, word: string, name: string, value: string): void {
  const path = readScopePath(word, name);
  const kind = word === 'and' ? 'and' : 'or';
  const embeds = path.filter((part) => part !== 'not');
  addCondition(reading, embeds.join('.'), readLogic(createCursor(value, name), kind, embeds.length < path.length));
}

function readValueFilterParameter(reading: Reading, name: string, value: string): void {
  if (reading.valueFilters.has(name)) return;
  reading.valueFilters.add(name);
  const { path, field } = readPath(name.slice(0, -'.filter'.length));
  const nowMs = reading.options.nowMs ?? systemClock.now();
  addCondition(reading, path.join('.'), ...readValueFilter(field, value, nowMs));
}

/** A number that cannot be read sets no limit, and a negative offset is none, as in PostgREST. */
function readRangeParameter(reading: Reading, word: string, name: string, value: string): void {
  const path = readScopePath(word, name);
  const scope = scopeOf(reading, path.join('.'));
  const text = value.trim();
  const number = /^-?\d{1,400}$/.test(text) ? Number(text) : null;
  if (number !== null && number > Number.MAX_SAFE_INTEGER) {
    throw new RestError('22003', { message: `value "${text.slice(0, 40)}" is out of range for type bigint` });
  }
  if (word === 'offset') scope.offset = number === null || number < 0 ? null : number;
  else if (number === null || number >= 0) scope.limit = number;
  else {
    throw new RestError(path.length === 0 ? 'PGRST103' : '2201W', {
      details: 'Limit should be greater than or equal to zero.',
    });
  }
}
