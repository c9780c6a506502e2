import type { TriState, TriStateValue } from './tri-state.ts';

const AMBIGUOUS = /_{4}|\|{4}|_:|:_|\|,|,\||%(25|5F|7C)/;
const ITEM = /^(.*):(-?1)$/s;

function escapeValue(value: string): string {
  // What the two escapes could not give back is written per cent, which none of them can be mistaken for.
  const safe = AMBIGUOUS.test(value) ? value.replace(/[%_|]/g, encodePlain) : value;
  return safe.replaceAll(':', '____').replaceAll(',', '||||');
}

function encodePlain(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

function unescapeValue(text: string): string {
  return text
    .replaceAll('____', ':')
    .replaceAll('||||', ',')
    .replace(/%(25|5F|7C)/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/**
 * Reads the filter of an address, `value:1,other:-1` (contract calls §2): `____` stands for a colon and `||||` for a
 * comma within a value. Total: items that are not understood are left out; of a value that is named twice the last state
 * holds.
 */
export function parseFilterText(text: string | null | undefined): TriStateValue {
  const entries: [string, TriState][] = [];
  for (const part of (text ?? '').split(',')) {
    const [, value, state] = ITEM.exec(part) ?? [];
    if (value) entries.push([unescapeValue(value), state === '1' ? 1 : -1]);
  }
  return Object.fromEntries(entries);
}

/** Writes a filter for the address, `value:1,other:-1`; empty for a filter of nothing. {@link parseFilterText} reads it. */
export function writeFilterText(value: TriStateValue): string {
  return Object.entries(value)
    .filter(([item]) => item !== '')
    .map(([item, state]) => `${escapeValue(item)}:${state}`)
    .join(',');
}

/** The filter as requests carry it: values joined by commas, excluded ones led by `!`: `a,!b` (contract calls §2). */
export function filterRequest(value: TriStateValue): string {
  return Object.entries(value)
    .map(([item, state]) => (state === -1 ? `!${item}` : item))
    .join(',');
}

/** A type of configuration item as a filter value of the address: `Kubernetes::Pod` is `Kubernetes__Pod`. */
export function writeConfigType(type: string): string {
  return type.replaceAll('::', '__');
}

/** The type of configuration item that a filter value of the address means. */
export function readConfigType(value: string): string {
  return value.replaceAll('__', '::');
}

/** A filter with other names for its values; {@link readConfigType} makes one of config types fit for requests. */
export function mapFilter(value: TriStateValue, rename: (item: string) => string): TriStateValue {
  return Object.fromEntries(Object.entries(value).map(([item, state]) => [rename(item), state]));
}
