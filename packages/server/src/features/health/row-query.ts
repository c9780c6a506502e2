import { isUuid } from '@quarterdeck/contract';
import { refuse } from './request.ts';

/** A read of rows that is safe to be put into a statement: columns and operators come from lists, values are bound. */
export interface RowQuery {
  relation: string;
  columns: string;
  conditions: string[];
  order: string;
  values: unknown[];
  limit: number;
  offset: number;
  count: boolean;
}

type ColumnKind = 'uuid' | 'time' | 'int' | 'bool';

const MAX_ROWS = 2000;
const OPERATORS: Readonly<Record<string, string>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };
const TRUE = ['1', 't', 'true'];
const FALSE = ['0', 'f', 'false'];

/** The columns of `check_statuses` that can be asked for, and those of them that can be compared. */
const STATUS_COLUMNS = [
  'check_id',
  'time',
  'status',
  'invalid',
  'duration',
  'message',
  'error',
  'details',
  'severity',
  'created_at',
  'is_pushed',
];
const COMPARED: Readonly<Record<string, ColumnKind>> = {
  check_id: 'uuid',
  time: 'time',
  created_at: 'time',
  duration: 'int',
  status: 'bool',
  invalid: 'bool',
};

function boundValue(kind: ColumnKind, column: string, text: string): unknown {
  const lower = text.toLowerCase();
  if (kind === 'uuid' && isUuid(text)) return text;
  if (kind === 'int' && /^-?\d{1,9}$/.test(text)) return Number(text);
  if (kind === 'time' && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  if (kind === 'bool' && TRUE.includes(lower)) return true;
  if (kind === 'bool' && FALSE.includes(lower)) return false;
  throw refuse(column, `${JSON.stringify(text)} is no value of the column`);
}

function whole(parameter: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw refuse(parameter, 'expected a whole number');
  return Number(text);
}

function columnsOf(text: string): string {
  const names = text.split(',').map((name) => name.trim());
  if (names.length === 0 || names.includes('*') || text.trim() === '') return STATUS_COLUMNS.join(', ');
  for (const name of names) if (!STATUS_COLUMNS.includes(name)) throw refuse('select', `${name} is no column`);
  return names.join(', ');
}

function orderOf(text: string): string {
  return text
    .split(',')
    .map((term) => {
      const [column = '', direction = 'asc', ...more] = term.split('.');
      if (!Object.hasOwn(COMPARED, column) || !['asc', 'desc'].includes(direction) || more.length > 0) {
        throw refuse('order', `${JSON.stringify(term)} is not understood`);
      }
      return `${column} ${direction}`;
    })
    .join(', ');
}

/**
 * Reads the parameters of `check_statuses` (contract http-calls §7.2): `column=operator.value` with eq, gt, gte, lt and
 * lte, `order`, `limit`, `offset`, `select`; `prefer` is the header. Throws `REQUEST_INVALID` naming the parameter.
 */
export function parseStatusQuery(parameters: readonly [string, string][], prefer: string): RowQuery {
  const query: RowQuery = {
    relation: 'check_statuses',
    columns: columnsOf('*'),
    conditions: [],
    order: '',
    values: [],
    limit: MAX_ROWS,
    offset: 0,
    count: /\bcount=exact\b/.test(prefer),
  };
  for (const [name, text] of parameters) {
    if (name === 'select') query.columns = columnsOf(text);
    else if (name === 'order') query.order = orderOf(text);
    else if (name === 'limit') query.limit = Math.min(MAX_ROWS, whole(name, text));
    else if (name === 'offset') query.offset = whole(name, text);
    else addCondition(query, name, text);
  }
  return query;
}

function addCondition(query: RowQuery, column: string, text: string): void {
  const kind = Object.hasOwn(COMPARED, column) ? COMPARED[column] : undefined;
  if (!kind) throw refuse(column, 'the parameter is not known');
  const dot = text.indexOf('.');
  const operator = OPERATORS[text.slice(0, Math.max(0, dot))];
  if (!operator) throw refuse(column, 'expected eq, gt, gte, lt or lte, a dot and a value');
  query.values.push(boundValue(kind, column, text.slice(dot + 1)));
  query.conditions.push(`${column} ${operator} $${query.values.length}`);
}

/** The header `content-range` of an answer, and its status (contract database §7.3). */
export function contentRange(
  offset: number,
  returned: number,
  total: number | null,
): { status: 200 | 206 | 416; header: string } {
  const range = returned === 0 ? '*' : `${offset}-${offset + returned - 1}`;
  const header = `${range}/${total ?? '*'}`;
  if (total === null) return { status: 200, header };
  if (offset > 0 && offset > total) return { status: 416, header: `*/${total}` };
  return { status: returned < total ? 206 : 200, header };
}
