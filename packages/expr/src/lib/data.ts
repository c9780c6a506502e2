import { parse as parseYaml, stringify as stringifyYaml } from 'yaml';
import { failure } from '../failure.ts';
import { isMap, toNative } from '../values.ts';
import { type Env, type Fns, list, map, text } from './env.ts';

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    Object.defineProperty(copy, key, { value: sorted(value[key]), enumerable: true });
  }
  return copy;
}

/** JSON with sorted keys, as Go writes maps. Times are RFC 3339, durations text. */
function toJson(env: Env, value: unknown, indent?: string): string {
  const out = JSON.stringify(sorted(toNative(value)), null, indent) ?? 'null';
  env.budget.chars(out.length);
  env.budget.step(Math.ceil(out.length / 64));
  return out;
}

/** Reads JSON. Numbers become doubles. Throws EXPRESSION_FAILED. */
export function parseJson(value: unknown): unknown {
  try {
    return JSON.parse(text(value));
  } catch (error) {
    throw failure(`the text is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}`);
  }
}

function parseYamlText(env: Env, value: unknown): unknown {
  const source = text(value);
  env.budget.step(source.length);
  try {
    return parseYaml(source, { maxAliasCount: 100, prettyErrors: false });
  } catch (error) {
    throw failure(`the text is not YAML: ${error instanceof Error ? error.message.slice(0, 200) : ''}`);
  }
}

/** Reads CSV (RFC 4180) into rows of cells. */
function parseCsvRows(env: Env, source: string, separator = ','): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  env.budget.step(source.length);
  for (let i = 0; i < source.length; i += 1) {
    const char = source.charAt(i);
    if (quoted) {
      if (char !== '"') cell += char;
      else if (source[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === separator) endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  if (quoted) throw failure('the text is not CSV: a quote is not closed');
  endRow();
  return rows;
}

function records(env: Env, source: string, separator: string): Record<string, string>[] {
  const [header = [], ...rows] = parseCsvRows(env, source, separator);
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])));
}

function toCsv(env: Env, operands: unknown[]): string {
  const separator = operands.length > 1 ? text(operands[0]) : ',';
  const items = list(operands.at(-1));
  const header = isMap(items[0]) ? Object.keys(items[0]).sort() : undefined;
  const rows = header ? [header, ...items.map((item) => header.map((name) => map(item)[name]))] : items.map(list);
  const cell = (value: unknown) => {
    const plain = text(value);
    return /["\r\n]/.test(plain) || plain.includes(separator) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  const out = rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('');
  env.budget.chars(out.length);
  return out;
}

function separated(operands: unknown[]): [source: string, separator: string] {
  const source = operands.at(-1);
  const whole = Array.isArray(source) ? source.map(text).join('\n') : text(source);
  return [whole, operands.length > 1 ? text(operands[0]) : ','];
}

/** `data.*` of gomplate: readers and writers of JSON, YAML and CSV. */
export const dataFns: Fns = {
  CSV: (env, ...operands) => parseCsvRows(env, ...separated(operands)),
  CSVByColumn: (env, ...operands) => {
    const rows = records(env, ...separated(operands));
    return Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, rows.map((row) => row[name])]));
  },
  CSVByRow: (env, ...operands) => records(env, ...separated(operands)),
  JSON: (_env, source) => map(parseJson(source)),
  JSONArray: (_env, source) => list(parseJson(source)),
  ToCSV: (env, ...operands) => toCsv(env, operands),
  ToJSON: (env, value) => toJson(env, value),
  ToJSONPretty: (env, ...operands) =>
    toJson(env, operands.at(-1), operands.length > 1 ? text(operands[0]).slice(0, 10) : '  '),
  ToYAML: (env, value) => {
    const out = stringifyYaml(sorted(toNative(value)));
    env.budget.chars(out.length);
    return out;
  },
  YAML: (env, source) => parseYamlText(env, source),
  YAMLArray: (env, source) => list(parseYamlText(env, source)),
};
