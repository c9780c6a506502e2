import { fold } from './text.ts';

/** One match item without its `!`: all, the whole text, its begin, its end, or anywhere in it. */
export type Pattern =
  | { readonly kind: 'all' }
  | { readonly kind: 'exact' | 'prefix' | 'suffix' | 'within'; readonly text: string };

/** A list of match items (contract catalog §9.3). Exclusions win; without any inclusion everything else is meant. */
export interface Patterns {
  readonly include: readonly Pattern[];
  readonly exclude: readonly Pattern[];
}

const ALL: Pattern = { kind: 'all' };

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads one item. Wildcards and `!` count as they are written; what is percent-encoded stands for itself. */
function patternOf(item: string): Pattern {
  const open = item.startsWith('*');
  const end = item.endsWith('*') && item.length > 1;
  const text = decode(item.slice(open ? 1 : 0, end ? -1 : undefined));
  if (!open && !end) return { kind: 'exact', text };
  if (text === '') return ALL;
  return { kind: open && end ? 'within' : open ? 'suffix' : 'prefix', text };
}

/**
 * Reads match items (contract catalog §9.3): a comma list, `!` in front excludes, `*` at an end is a wildcard, `%2C` is
 * a comma that belongs to the item. An empty text is no pattern; the item `!` excludes the empty value.
 */
export function parsePatterns(list: string): Patterns {
  const items = list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return {
    include: items.filter((item) => !item.startsWith('!')).map(patternOf),
    exclude: items.filter((item) => item.startsWith('!')).map((item) => patternOf(item.slice(1).trim())),
  };
}

/** Patterns that mean exactly one of these texts, whatever characters they hold. */
export function exactly(texts: readonly string[]): Patterns {
  return { include: texts.map((text) => ({ kind: 'exact', text })), exclude: [] };
}

/** Patterns for values whose case does not count. */
export function foldPatterns({ include, exclude }: Patterns): Patterns {
  const one = (pattern: Pattern): Pattern =>
    pattern.kind === 'all' ? pattern : { kind: pattern.kind, text: fold(pattern.text) };
  return { include: include.map(one), exclude: exclude.map(one) };
}

/** The patterns of a bare word: what has no wildcard is a begin (contract catalog §9.2). */
export function asPrefixes({ include, exclude }: Patterns): Patterns {
  const one = (pattern: Pattern): Pattern =>
    pattern.kind !== 'exact' ? pattern : pattern.text === '' ? ALL : { kind: 'prefix', text: pattern.text };
  return { include: include.map(one), exclude: exclude.map(one) };
}

/** Whether one pattern fits. The case of both is as it counts. */
export function fitsPattern(value: string, pattern: Pattern): boolean {
  if (pattern.kind === 'all') return true;
  if (pattern.kind === 'exact') return value === pattern.text;
  if (pattern.kind === 'prefix') return value.startsWith(pattern.text);
  return pattern.kind === 'suffix' ? value.endsWith(pattern.text) : value.includes(pattern.text);
}

/** Whether a thing with these values, mostly one, is meant: no value is excluded, and some value is included. */
export function fitsPatterns(
  values: readonly string[],
  { include, exclude }: Patterns,
  fits: (value: string, pattern: Pattern) => boolean = fitsPattern,
): boolean {
  if (values.some((value) => exclude.some((pattern) => fits(value, pattern)))) return false;
  return include.length === 0 || values.some((value) => include.some((pattern) => fits(value, pattern)));
}
