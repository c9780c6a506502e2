import { Optional, typeName } from '../values.ts';
import { GoDuration } from './duration.ts';
import { formatFloat } from './number.ts';
import { formatTime } from './time.ts';

const DEFAULT_TIME = '2006-01-02 15:04:05.999999999 -0700 MST';

/** Prints a value as Go's `%v`: `true`, `5`, `1e+06`, `map[a:b c:d]` with sorted keys, `[a b]`, null as `<nil>`. */
export function goPrint(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return formatFloat(value);
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? '<nil>' : printObject(value);
    case 'function':
      return '<function>';
    default:
      return '<nil>';
  }
}

function printObject(value: object): string {
  if (value instanceof Date) return formatTime(value, DEFAULT_TIME);
  if (value instanceof GoDuration) return value.toString();
  if (value instanceof Optional) return value.present ? `optional(${goPrint(value.value)})` : 'optional.none()';
  if (Array.isArray(value) || value instanceof Uint8Array) return `[${Array.from(value, goPrint).join(' ')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, item]) => `${key}:${goPrint(item)}`).join(' ')}]`;
}

/** The text of an evaluated expression: null and an absent optional are empty, all else is printed as Go does. */
export function celToString(value: unknown): string {
  if (value instanceof Optional) return value.present ? celToString(value.value) : '';
  return typeName(value) === 'null_type' ? '' : goPrint(value);
}
