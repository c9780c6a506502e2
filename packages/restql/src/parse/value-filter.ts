import { parseInstant } from '@quarterdeck/kit';
import type { FieldPath, Filter, FilterOperator } from '../ast.ts';
import { RestError } from '../errors.ts';

/** Columns whose `.filter` is a date (contract database.md §7.4). */
const dateColumns: ReadonlySet<string> = new Set([
  'acknowledged',
  'check_time',
  'closed',
  'created_at',
  'deleted_at',
  'end_time',
  'expires_at',
  'first_observed',
  'last_attempt',
  'last_login',
  'last_observed',
  'last_received',
  'last_runtime',
  'last_scraped_time',
  'last_seen',
  'last_transition_time',
  'next_runtime',
  'resolved',
  'scheduled_time',
  'silenced_at',
  'start_time',
  'time',
  'time_end',
  'time_start',
  'updated_at',
]);

/**
 * Rewrites `<column>.filter=<expression>` to ordinary filters, all of which hold (contract database.md §7.4). Items
 * are separated by commas; `!` excludes, `*` stands for any characters, everything else means itself. A date column
 * takes `=`, `>` or `<` (which is meant when none is there) and a time or date math: `>now-20h`.
 */
export function readValueFilter(field: FieldPath, expression: string, nowMs: number): Filter[] {
  if (field.json.length === 0 && dateColumns.has(field.column)) return [readDate(field, expression, nowMs)];
  const filters: Filter[] = [];
  const exact: Record<'in' | 'out', string[]> = { in: [], out: [] };
  for (const item of expression.split(',')) {
    const negated = item.startsWith('!');
    const value = negated ? item.slice(1) : item;
    if (value === '') continue;
    if (value.includes('*')) filters.push(filter(field, 'like', negated, { kind: 'text', text: pattern(value) }));
    else exact[negated ? 'out' : 'in'].push(value);
  }
  if (exact.out.length > 0) filters.unshift(filter(field, 'in', true, { kind: 'list', items: exact.out }));
  if (exact.in.length > 0) filters.unshift(filter(field, 'in', false, { kind: 'list', items: exact.in }));
  return filters;
}

function filter(field: FieldPath, operator: FilterOperator, negated: boolean, value: Filter['value']): Filter {
  return { kind: 'filter', field, negated, operator, quantifier: null, language: null, value };
}

/** What has a meaning in LIKE is meant as itself, but for `*`. */
function pattern(value: string): string {
  return value.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%');
}

function readDate(field: FieldPath, expression: string, nowMs: number): Filter {
  const sign = expression.charAt(0);
  const operator = sign === '=' ? 'eq' : sign === '>' ? 'gt' : 'lt';
  const text = (sign === '=' || sign === '>' || sign === '<' ? expression.slice(1) : expression).trim();
  const instant = parseInstant(text, nowMs);
  if (instant === null) {
    throw new RestError('PGRST100', {
      message: `The filter of ${JSON.stringify(field.column)} cannot be read`,
      details: 'expecting a time, or now and what is to be added or taken away, such as >now-20h',
    });
  }
  return filter(field, operator, false, { kind: 'text', text: new Date(instant).toISOString() });
}
