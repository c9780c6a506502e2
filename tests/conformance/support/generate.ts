import { type ConformanceRequest, write } from './exchange.ts';
import { type ColumnKind, type HarbourRelation, harbour, sampleValues } from './harbour.ts';
import { createRandom, type Random } from './random.ts';

const compare = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct'] as const;
const operators: Readonly<Record<ColumnKind, readonly string[]>> = {
  int: compare,
  text: [...compare, 'like', 'ilike', 'match', 'imatch', 'fts'],
  enum: ['eq', 'neq', 'gt'],
  bool: ['eq', 'is', 'is'],
  json: ['eq', 'cs', 'cd'],
  array: ['cs', 'cd', 'ov', 'eq'],
  range: ['cs', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'eq'],
  time: compare,
  date: compare,
  number: compare,
};
const relations = Object.keys(harbour);

function relationOf(name: string): HarbourRelation {
  return harbour[name] ?? { columns: {}, key: [], embeds: {} };
}

/** Makes requests of one seed, one after the other, without end. */
export function* generateRequests(seed: number): Generator<ConformanceRequest, never> {
  const random = createRandom(seed);
  for (;;) {
    const kind = random.integer(20);
    yield kind < 13 ? makeRead(random) : kind < 18 ? makeWrite(random) : makeCall(random);
  }
}

function anyColumn(random: Random, relation: HarbourRelation): [string, ColumnKind] {
  return random.pick(Object.entries(relation.columns));
}

/** A column, or a place in it when it is json. */
function makeField(random: Random, relation: HarbourRelation): [string, ColumnKind] {
  const [column, kind] = anyColumn(random, relation);
  if (random.chance(0.01)) return [`no_${column}`, kind];
  if (kind !== 'json' || random.chance(0.3)) return [column, kind];
  const path = random.pick([
    '->speed',
    '->>speed',
    '->deck->cars',
    '->deck->>cars',
    '->0',
    '->>-1',
    '->berths',
    '->>none',
  ]);
  return [column + path, path.includes('>>') ? 'text' : 'json'];
}

function makeFilter(random: Random, relation: HarbourRelation, inLogic: boolean): [string, string] {
  const [field, kind] = makeField(random, relation);
  const not = random.chance(0.2) ? 'not.' : '';
  const value = (): string => random.pick(sampleValues[kind]);
  const quote = (text: string): string => (/[",()\\ ]/.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : text);
  if (random.chance(0.15)) return [field, `${not}is.${random.pick(['null', 'null', 'true', 'false', 'unknown', 'x'])}`];
  if (random.chance(0.15))
    return [field, `${not}in.(${random.some(sampleValues[kind], random.integer(4)).map(quote).join(',')})`];
  const operator = random.pick(operators[kind]);
  if (operator === 'is') return [field, `${not}is.${random.pick(['true', 'false', 'null', 'unknown'])}`];
  if (random.chance(0.08) && ['eq', 'gt', 'lte', 'like', 'ilike', 'match'].includes(operator)) {
    const items = random
      .some(sampleValues[kind], random.integer(3))
      .map((item) => `"${item.replaceAll(/["\\]/g, '\\$&')}"`);
    const list = `{${items.join(',')}}`;
    return [field, `${not}${operator}(${random.pick(['any', 'all'])}).${inLogic ? quote(list) : list}`];
  }
  return [field, `${not}${operator}.${inLogic ? quote(value()) : value()}`];
}

function makeTree(random: Random, relation: HarbourRelation, depth: number): string {
  const members = Array.from({ length: 1 + random.integer(3) }, () => {
    if (depth > 0 && random.chance(0.3))
      return `${random.pick(['and', 'or', 'not.and'])}${makeTree(random, relation, depth - 1)}`;
    return makeFilter(random, relation, true).join('.');
  });
  return `(${members.join(',')})`;
}

type Parameters = [string, string][];

/** Conditions of one level, under the level's path. */
function addConditions(random: Random, parameters: Parameters, relation: HarbourRelation, prefix: string): void {
  while (random.chance(0.4)) {
    const [field, value] = makeFilter(random, relation, false);
    parameters.push([prefix + field, value]);
  }
  if (random.chance(0.15))
    parameters.push([`${prefix}${random.pick(['or', 'and', 'not.or'])}`, makeTree(random, relation, 2)]);
}

/** Rows of a page are only the same on both sides when their order is total. */
function addPage(random: Random, parameters: Parameters, relation: HarbourRelation, prefix: string): void {
  const terms = relation.key.map((column) => column + random.pick(['', '.desc', '.asc']));
  if (random.chance(0.4)) {
    const [column, kind] = anyColumn(random, relation);
    if (kind !== 'json')
      terms.unshift(column + random.pick(['', '.desc', '.asc.nullsfirst', '.desc.nullslast', '.nullslast']));
  }
  if (random.chance(0.6)) parameters.push([`${prefix}order`, terms.join(',')]);
  else return;
  if (random.chance(0.4)) parameters.push([`${prefix}limit`, String(random.integer(4))]);
  if (random.chance(0.2)) parameters.push([`${prefix}offset`, String(random.integer(4))]);
}

function makeSelect(
  random: Random,
  parameters: Parameters,
  relation: HarbourRelation,
  prefix: string,
  depth: number,
): string {
  const items: string[] = [];
  const used = new Set<string>();
  if (random.chance(0.2)) items.push('*');
  for (let count = 1 + random.integer(3); count > 0; count -= 1) {
    const [field] = makeField(random, relation);
    const alias = random.chance(0.2) ? `a${random.integer(9)}:` : '';
    items.push(alias + field + (random.chance(0.1) ? '::text' : ''));
  }
  while (depth > 0 && random.chance(0.45) && Object.keys(relation.embeds).length > 0) {
    const target = random.pick(Object.keys(relation.embeds));
    const name = target.replace(/!.*/, '');
    if (used.has(name)) continue;
    used.add(name);
    const alias = random.chance(0.3) ? `e${used.size}` : null;
    const child = relationOf(relation.embeds[target] ?? '');
    const path = `${prefix}${alias ?? name}.`;
    const inner = makeSelect(random, parameters, child, path, depth - 1);
    const join = random.pick(['', '', '', '!inner', '!left']);
    items.push(`${alias === null ? '' : `${alias}:`}${target}${join}(${random.chance(0.05) ? '' : inner})`);
    if (random.chance(0.3)) addConditions(random, parameters, child, path);
    if (random.chance(0.3)) addPage(random, parameters, child, path);
    if (random.chance(0.1)) parameters.push([`${prefix}${alias ?? name}`, random.pick(['is.null', 'not.is.null'])]);
  }
  return items.join(random.chance(0.1) ? ', ' : ',');
}

function toPath(name: string, parameters: Parameters): string {
  const encode = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',');
  return `${name}?${parameters.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')}`;
}

/** One character more, less or another: mostly an error, which both sides should see alike. */
function spoil(random: Random, path: string): string {
  const at = path.indexOf('?') + 1 + random.integer(Math.max(1, path.length - path.indexOf('?') - 1));
  return (
    path.slice(0, at) +
    random.pick(['', '', '(', ')', '.', ',', '"', '!', ':', '->', '*']) +
    path.slice(at + random.integer(2))
  );
}

function makeRead(random: Random): ConformanceRequest {
  const name = random.pick(relations);
  const relation = relationOf(name);
  const parameters: Parameters = [];
  if (random.chance(0.85)) parameters.push(['select', makeSelect(random, parameters, relation, '', 2)]);
  addConditions(random, parameters, relation, '');
  addPage(random, parameters, relation, '');
  const path = toPath(name, parameters);
  const headers: Record<string, string> = {};
  if (random.chance(0.25)) headers.prefer = 'count=exact';
  if (random.chance(0.05)) headers.accept = 'application/vnd.pgrst.object+json';
  if (random.chance(0.05)) headers.accept = 'application/vnd.pgrst.array+json;nulls=stripped';
  if (random.chance(0.05)) headers.range = `${random.integer(4)}-${random.integer(6)}`;
  const method = random.chance(0.05) ? 'HEAD' : 'GET';
  return { method, path: random.chance(0.1) ? spoil(random, path) : path, headers, body: null };
}

const jsonValues: Readonly<Record<ColumnKind, readonly unknown[]>> = {
  int: [1, 2, 3, null, '4', 'x', 7.5],
  text: ['New', 'Other', null, 5, 'ü'],
  enum: ['tug', 'ferry', null, 'boat'],
  bool: [true, false, null, 'true'],
  json: [{ a: 1 }, [1, 2], 'text', null, 5],
  array: [['a', 'b'], [], null, '{c}', 'bad'],
  range: ['[1,2)', null, 'bad'],
  time: ['2025-01-01T00:00:00Z', null, 'bad'],
  date: ['2025-01-01', null, 'bad'],
  number: [1.25, 0, null, '3'],
};

const writable = ['ports', 'captains', 'ships', 'registrations', 'voyages', 'crew', 'shifts'] as const;

function makeRow(random: Random, relation: HarbourRelation, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map((column) => {
      const kind = relation.columns[column] ?? 'text';
      if (relation.key.includes(column)) return [column, random.pick([1, 2, 3, 4, 60, 61, 62, 63])];
      return [column, random.pick(jsonValues[kind])];
    }),
  );
}

function makeWrite(random: Random): ConformanceRequest {
  const name = random.pick(writable);
  const relation = relationOf(name);
  const own = Object.keys(relation.columns).filter((column) => column !== 'label' && !relation.key.includes(column));
  const method = random.pick(['POST', 'POST', 'PATCH', 'DELETE', 'PUT'] as const);
  const parameters: Parameters = [];
  const changed = random.some(own, 1 + random.integer(3));
  const columns =
    method === 'PATCH' ? changed : method === 'PUT' ? [...relation.key, ...own] : [...relation.key, 'name', ...changed];
  const known = [...new Set(columns)].filter((column) => column in relation.columns);
  let body: unknown = method === 'DELETE' ? undefined : makeRow(random, relation, known);
  if (method === 'POST' && random.chance(0.3)) {
    body = Array.from({ length: 1 + random.integer(3) }, () => makeRow(random, relation, known));
  }
  if (method === 'PUT') {
    const row = body as Record<string, unknown>;
    for (const column of relation.key) parameters.push([column, `eq.${random.chance(0.9) ? row[column] : 1}`]);
  } else if (method !== 'POST') {
    for (const column of relation.key)
      parameters.push([column, `in.(${1 + random.integer(4)},${1 + random.integer(4)})`]);
    if (random.chance(0.3)) addConditions(random, parameters, relation, '');
  }
  if (method !== 'PUT' && random.chance(0.3)) parameters.push(['select', makeSelect(random, [], relation, '', 1)]);
  const prefer = [
    random.pick(['return=representation', 'return=representation', 'return=minimal', 'return=headers-only']),
  ];
  if (method === 'POST' && random.chance(0.4)) prefer.push(`resolution=${random.pick(['merge', 'ignore'])}-duplicates`);
  if (random.chance(0.1)) prefer.push('count=exact');
  return write(method, toPath(name, parameters), body, prefer.join(','));
}

const calls = {
  add_them: { a: 'int', b: 'int' },
  greet: { name: 'text', loud: 'bool' },
  ships_of: { captain: 'int' },
  one_ship: { wanted: 'int' },
  ship_list: { minimum: 'int' },
  numbers: { upto: 'int' },
  kind_of: { k: 'enum' },
  rename_ship: { wanted: 'int', title: 'text' },
} as const satisfies Record<string, Record<string, ColumnKind>>;

function makeCall(random: Random): ConformanceRequest {
  const name = random.pick(Object.keys(calls) as (keyof typeof calls)[]);
  const expected = Object.entries<ColumnKind>(calls[name]).filter(() => random.chance(0.9));
  const parameters: Parameters = [];
  if (name === 'ships_of' && random.chance(0.5)) parameters.push(['order', 'id']);
  if (name === 'ships_of' && random.chance(0.2)) parameters.push(['kind', 'eq.tug']);
  if (random.chance(0.5)) {
    const given = Object.fromEntries(expected.map(([argument, kind]) => [argument, random.pick(jsonValues[kind])]));
    return write('POST', toPath(`rpc/${name}`, parameters), given, '');
  }
  for (const [argument, kind] of expected) parameters.push([argument, random.pick(sampleValues[kind])]);
  return { method: 'GET', path: toPath(`rpc/${name}`, parameters), headers: {}, body: null };
}
