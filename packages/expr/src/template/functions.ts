import { failure } from '../failure.ts';
import { goPrint } from '../go/print.ts';
import { sprintf } from '../go/printf.ts';
import { collFns } from '../lib/coll.ts';
import { base64Fns } from '../lib/crypto.ts';
import { dataFns } from '../lib/data.ts';
import { type Env, type Fn, type Fns, list, map, text, truthy, whole } from '../lib/env.ts';
import { namespaces, sharedFns } from '../lib/library.ts';
import { convFns, mathFns } from '../lib/numbers.ts';
import { semverFns } from '../lib/semver.ts';
import { stringsFns } from '../lib/strings.ts';
import { compare, equals, isMap, keyText, member } from '../values.ts';

function index(_env: Env, value: unknown, ...keys: unknown[]): unknown {
  return keys.reduce<unknown>((at, key) => {
    if (at === null || at === undefined) throw failure('index of nil');
    if (isMap(at)) return member(at, keyText(key)) ?? null;
    const items = typeof at === 'string' ? Array.from(new TextEncoder().encode(at), BigInt) : list(at);
    const place = whole(key);
    if (place < 0 || place >= items.length) throw failure(`index out of range: ${place}`);
    return items[place];
  }, value);
}

function slice(_env: Env, value: unknown, from: unknown = 0, to?: unknown): unknown {
  const items = typeof value === 'string' ? value : list(value);
  const [start, end] = [whole(from), to === undefined ? items.length : whole(to)];
  if (start < 0 || end > items.length || start > end) throw failure(`slice out of range: ${start} to ${end}`);
  return items.slice(start, end);
}

function length(value: unknown): bigint {
  if (typeof value === 'string') return BigInt(Buffer.byteLength(value));
  if (value === null || value === undefined) return 0n;
  return BigInt(Array.isArray(value) || value instanceof Uint8Array ? value.length : Object.keys(map(value)).length);
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '\0': '\uFFFD',
};

function escapeJs(value: string): string {
  return JSON.stringify(value)
    .slice(1, -1)
    .replace(/[<>&'=\u2028\u2029]/g, (char) =>
      char === "'" ? "\\'" : `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
}

// Go puts spaces between operands of Sprint only when neither is a text.
function print(operands: unknown[]): string {
  return operands
    .map((value, i) => {
      const spaced = i > 0 && typeof value !== 'string' && typeof operands[i - 1] !== 'string';
      return (spaced ? ' ' : '') + goPrint(value);
    })
    .join('');
}

function bounded(make: (operands: unknown[]) => string): Fn {
  return (env, ...operands) => {
    const out = make(operands);
    env.budget.chars(out.length);
    return out;
  };
}

const ordered =
  (test: (order: number) => boolean): Fn =>
  (_env, a, b) =>
    test(compare(a, b));

/** The functions of Go's text/template. `and` and `or` are evaluated by the engine, for they may not run all operands. */
const builtins: Fns = {
  eq: (_env, first, ...others) => others.some((other) => equals(first, other)),
  ge: ordered((order) => order >= 0),
  gt: ordered((order) => order > 0),
  html: bounded((operands) => print(operands).replace(/[&<>"'\0]/g, (char) => ESCAPES[char] ?? char)),
  index,
  js: bounded((operands) => escapeJs(print(operands))),
  le: ordered((order) => order <= 0),
  len: (_env, value) => length(value),
  lt: ordered((order) => order < 0),
  ne: (_env, a, b) => !equals(a, b),
  not: (_env, value) => !truthy(value),
  print: bounded(print),
  printf: bounded(([format, ...operands]) => sprintf(text(format), operands)),
  println: bounded((operands) => `${operands.map(goPrint).join(' ')}\n`),
  slice,
  urlquery: bounded((operands) => encodeURIComponent(print(operands)).replaceAll('%20', '+')),
};

function group(fns: Fns, names: Readonly<Record<string, string>>): Fns {
  return Object.fromEntries(Object.entries(names).flatMap(([alias, name]) => (fns[name] ? [[alias, fns[name]]] : [])));
}

const aliases: Fns = {
  ...group(stringsFns, {
    abbrev: 'Abbrev',
    camelCase: 'CamelCase',
    contains: 'Contains',
    hasPrefix: 'HasPrefix',
    hasSuffix: 'HasSuffix',
    indent: 'Indent',
    kebabCase: 'KebabCase',
    quote: 'Quote',
    replaceAll: 'ReplaceAll',
    shellQuote: 'ShellQuote',
    snakeCase: 'SnakeCase',
    split: 'Split',
    splitN: 'SplitN',
    squote: 'Squote',
    title: 'Title',
    toLower: 'ToLower',
    toUpper: 'ToUpper',
    trim: 'Trim',
    trimPrefix: 'TrimPrefix',
    trimSpace: 'TrimSpace',
    trimSuffix: 'TrimSuffix',
    trunc: 'Trunc',
    lower: 'ToLower',
    upper: 'ToUpper',
    repeat: 'Repeat',
  }),
  ...group(collFns, {
    append: 'Append',
    dict: 'Dict',
    flatten: 'Flatten',
    has: 'Has',
    keys: 'Keys',
    merge: 'Merge',
    omit: 'Omit',
    pick: 'Pick',
    prepend: 'Prepend',
    reverse: 'Reverse',
    sort: 'Sort',
    uniq: 'Uniq',
    values: 'Values',
    coll: 'Slice',
  }),
  ...group(convFns, {
    atoi: 'Atoi',
    bool: 'Bool',
    default: 'Default',
    join: 'Join',
    toBool: 'ToBool',
    toFloat64: 'ToFloat64',
    toInt: 'ToInt',
    toInt64: 'ToInt64',
    toString: 'ToString',
    parseFloat: 'ParseFloat',
    parseInt: 'ParseInt',
  }),
  ...group(dataFns, {
    csv: 'CSV',
    csvByColumn: 'CSVByColumn',
    csvByRow: 'CSVByRow',
    json: 'JSON',
    jsonArray: 'JSONArray',
    toCSV: 'ToCSV',
    toJSON: 'ToJSON',
    toJson: 'ToJSON',
    toJSONPretty: 'ToJSONPretty',
    toYAML: 'ToYAML',
    toYaml: 'ToYAML',
    yaml: 'YAML',
    yamlArray: 'YAMLArray',
    parseJSON: 'JSON',
    parseYAML: 'YAML',
  }),
  ...group(base64Fns, { b64enc: 'Encode', b64dec: 'Decode' }),
  ...group(mathFns, { add: 'Add', div: 'Div', mul: 'Mul', pow: 'Pow', rem: 'Rem', seq: 'Seq', sub: 'Sub' }),
  ...group(sharedFns, { humanDuration: 'HumanDuration', humanSize: 'HumanSize' }),
  ...semverFns,
};

const seq: Fn = (env, ...operands) => {
  const [start, end, step] =
    operands.length === 1
      ? [1, whole(operands[0]), 1]
      : [whole(operands[0]), whole(operands[1]), whole(operands[2] ?? 1)];
  if (step === 0) throw failure('a sequence needs a step other than 0');
  const size = Math.abs(step) * (end < start ? -1 : 1);
  const count = Math.floor((end - start) / size) + 1;
  env.budget.step(count);
  return Array.from({ length: count }, (_, i) => BigInt(start + i * size));
};

const bare: Fns = {
  ...sharedFns,
  ...aliases,
  ...builtins,
  fail: (_env, message) => {
    throw failure(text(message) || 'template generation failed');
  },
  required: (_env, ...operands) => {
    const value = operands.at(-1);
    if (value === null || value === undefined || value === '')
      throw failure(operands.length > 1 ? text(operands[0]) : 'a required value is missing');
    return value;
  },
  seq,
  ternary: (_env, yes, no, test) => (truthy(test) ? yes : no),
};

/** Finds the function of a bare name, or of `namespace.Name`. */
export function templateFunction(
  name: string,
  path: readonly string[],
): { fn: Fn; rest: readonly string[] } | undefined {
  if (path.length === 0) return Object.hasOwn(bare, name) && bare[name] ? { fn: bare[name], rest: [] } : undefined;
  const members = [name, ...path];
  for (let cut = members.length - 1; cut >= 1; cut -= 1) {
    const space = members.slice(0, cut).join('.');
    const fns = Object.hasOwn(namespaces, space) ? namespaces[space] : undefined;
    const fn = fns && Object.hasOwn(fns, members[cut] ?? '') ? fns[members[cut] ?? ''] : undefined;
    if (fn) return { fn, rest: members.slice(cut + 1) };
  }
  if (members[0] === 'math' && members[1] === 'Seq') return { fn: seq, rest: members.slice(2) };
  return undefined;
}
