import { RestError } from '../errors.ts';
import { readCsv } from './csv.ts';
import { MAX_DEPTH } from './cursor.ts';
import { decodeParameters } from './parameters.ts';

/** A body is not longer than this, in characters. */
const MAX_BODY_LENGTH = 32 * 1024 * 1024;
const MAX_JSON_DEPTH = 8 * MAX_DEPTH;
const MAX_KEYS = 1600;

/** Rows to be written, or the arguments of a function. */
export interface RowsBody {
  kind: 'rows';
  /** One JSON object, or an array of objects: what was sent, wherever it was JSON. */
  text: string;
  isArray: boolean;
  count: number;
  /** Of the first row; when `uniform`, of every row. */
  keys: readonly string[];
  uniform: boolean;
}

/** What a function with one unnamed parameter takes whole. */
export interface RawBody {
  kind: 'raw';
  mediaType: 'text/plain' | 'text/xml' | 'application/octet-stream';
  text: string;
}

export type ParsedBody = RowsBody | RawBody;

/** `columns`: the request names what is written, so that rows may differ. */
export interface BodyOptions {
  columns?: boolean;
  isRoutine?: boolean;
}

const rawTypes: readonly RawBody['mediaType'][] = ['text/plain', 'text/xml', 'application/octet-stream'];

/**
 * Reads the body of a write or a call: JSON (also without a content type), CSV with a header line, in which `NULL` is
 * null, or a form. Refuses with PGRST102; rows with different keys are refused unless `columns` names what is written.
 * A name that is given twice counts the last time, as for PostgreSQL.
 */
export function parseBody(text: string | null, contentType: string | undefined, options: BodyOptions = {}): ParsedBody {
  const body = text ?? '';
  if (body.length > MAX_BODY_LENGTH) throw new RestError('PGRST102', { status: 413, details: 'the body is too large' });
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() || 'application/json';
  if (type === 'application/json') return readJson(body, options);
  if (type === 'text/csv') return readTable(body);
  if (type === 'application/x-www-form-urlencoded') return readForm(body);
  const raw = rawTypes.find((mediaType) => mediaType === type);
  if (raw && options.isRoutine) return { kind: 'raw', mediaType: raw, text: body };
  throw new RestError('PGRST102', {
    details: `no body of the type ${JSON.stringify(type.slice(0, 100))} is read here`,
  });
}

function readJson(text: string, { columns = false, isRoutine = false }: BodyOptions): RowsBody {
  if (text === '' && isRoutine) return rows('{}', {});
  boundDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new RestError('PGRST102', { details: 'empty, or no JSON', cause });
  }
  const body = rows(text, value);
  if (!body.uniform && !columns) throw new RestError('PGRST102', { details: 'All object keys must match' });
  return body;
}

/** JSON that is neither an object nor an array holds no rows. */
function rows(text: string, value: unknown): RowsBody {
  if (!Array.isArray(value)) {
    return isRow(value)
      ? { kind: 'rows', text, isArray: false, count: 1, keys: keysOf(value), uniform: true }
      : { kind: 'rows', text: '[]', isArray: true, count: 0, keys: [], uniform: true };
  }
  const first: unknown = value[0];
  const keys = isRow(first) ? keysOf(first) : [];
  const expected = new Set(keys);
  const uniform = value.every((row) => isRow(row) && hasKeys(row, expected));
  return { kind: 'rows', text, isArray: true, count: value.length, keys, uniform };
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasKeys(row: Record<string, unknown>, expected: ReadonlySet<string>): boolean {
  const keys = Object.keys(row);
  return keys.length === expected.size && keys.every((key) => expected.has(key));
}

function keysOf(row: Record<string, unknown>): string[] {
  const keys = Object.keys(row);
  if (keys.length > MAX_KEYS) throw new RestError('PGRST102', { details: `a row has more than ${MAX_KEYS} members` });
  return keys;
}

/** Brackets outside of strings; whether they match is for the JSON reader to say. */
function boundDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) throw new RestError('PGRST102', { details: 'the JSON is nested too deep' });
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
}

function readTable(text: string): RowsBody {
  const { header, rows } = readCsv(text);
  if (header.length > MAX_KEYS) throw new RestError('PGRST102', { details: `more than ${MAX_KEYS} columns` });
  const objects = rows.map((row) => toObject(header.map((name, at) => [name, row[at] === 'NULL' ? null : row[at]])));
  return {
    kind: 'rows',
    text: `[${objects.join(',')}]`,
    isArray: true,
    count: rows.length,
    keys: header,
    uniform: true,
  };
}

function readForm(text: string): RowsBody {
  const fields = new Map(decodeParameters(text, MAX_BODY_LENGTH).map(({ name, value }) => [name, value ?? '']));
  if (fields.size > MAX_KEYS) throw new RestError('PGRST102', { details: `more than ${MAX_KEYS} fields` });
  return {
    kind: 'rows',
    text: toObject([...fields]),
    isArray: false,
    count: 1,
    keys: [...fields.keys()],
    uniform: true,
  };
}

/** Written by hand, so that a member called like one of the prototype's is one like any other. */
function toObject(members: readonly (readonly [string, string | null | undefined])[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value ?? null)}`).join(',')}}`;
}
