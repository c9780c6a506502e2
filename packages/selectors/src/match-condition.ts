import { isUuid } from '@quarterdeck/contract';
import { type Condition, FALSE, type Source, TRUE } from './condition.ts';
import { type FailurePlace, failure } from './failure.ts';
import type { Requirement } from './label-selector.ts';
import { exactly, fitsPatterns, foldPatterns, type Pattern, type Patterns } from './patterns.ts';
import type { SearchOperator } from './search-text.ts';
import { fold } from './text.ts';
import { parseNumber, parseSpan } from './values.ts';

/** What binding a value needs: the moment that dates count from, and where the value stands, for errors. */
export interface ValuePlace {
  nowMs: number;
  place: FailurePlace;
}

type Column = Source & { from: 'column' };

export function all(of: readonly Condition[]): Condition {
  const rest = of.filter((condition) => condition !== TRUE);
  if (rest.includes(FALSE)) return FALSE;
  return rest.length === 1 && rest[0] !== undefined ? rest[0] : rest.length === 0 ? TRUE : { op: 'all', of: rest };
}

export function any(of: readonly Condition[]): Condition {
  const rest = of.filter((condition) => condition !== FALSE);
  if (rest.includes(TRUE)) return TRUE;
  return rest.length === 1 && rest[0] !== undefined ? rest[0] : rest.length === 0 ? FALSE : { op: 'any', of: rest };
}

export function not(of: Condition): Condition {
  if (of === TRUE) return FALSE;
  return of === FALSE ? TRUE : { op: 'not', of };
}

export function constant(value: boolean): Condition {
  return value ? TRUE : FALSE;
}

/** One item of a list about numbers or times: a value, `*` for any, the empty text for none. */
function rangeOf(source: Column, pattern: Pattern, { nowMs, place }: ValuePlace): Condition {
  if (pattern.kind === 'all') return { op: 'present', source };
  if (pattern.kind !== 'exact') throw failure('SELECTOR_VALUE', `${source.column} takes no wildcards`, place);
  if (pattern.text === '') return not({ op: 'present', source });
  if (source.type === 'number') return { op: 'compare', source, by: '=', value: numberOf(pattern.text, place) };
  const span = parseSpan(pattern.text, nowMs);
  if (span === null) throw notATime(pattern.text, place);
  return all([
    { op: 'compare', source, by: '>=', value: span.from },
    { op: 'compare', source, by: '<', value: span.to },
  ]);
}

function numberOf(text: string, place: FailurePlace): number {
  const value = parseNumber(text);
  if (value === null) throw failure('SELECTOR_VALUE', `${text} is no number`, place);
  return value;
}

function notATime(text: string, place: FailurePlace) {
  return failure('SELECTOR_VALUE', `${text} is no date, time or date math`, place);
}

/** Whether a field is meant by match items. */
export function matchOf(source: Source, patterns: Patterns, where: ValuePlace): Condition {
  if (source.from !== 'column') return { op: 'match', source, patterns };
  if (source.type === 'number' || source.type === 'time') {
    const ranges = (list: readonly Pattern[]) => any(list.map((pattern) => rangeOf(source, pattern, where)));
    return all([
      patterns.include.length === 0 ? TRUE : ranges(patterns.include),
      patterns.exclude.length === 0 ? TRUE : not(ranges(patterns.exclude)),
    ]);
  }
  return { op: 'match', source, patterns: source.type === 'text' ? patterns : foldPatterns(patterns) };
}

/** `type=pod` finds `Kubernetes::Pod`: a type without wildcards is an end (contract catalog §9.2). */
export function asTypeEnds({ include, exclude }: Patterns): Patterns {
  const one = (pattern: Pattern): Pattern =>
    pattern.kind === 'exact' && pattern.text !== '' ? { kind: 'suffix', text: pattern.text } : pattern;
  return { include: include.map(one), exclude: exclude.map(one) };
}

/** `<`, `<=`, `>`, `>=`. Only columns are compared (contract catalog §9.2). */
export function compareOf(
  source: Source,
  by: Exclude<SearchOperator, '=' | '!='>,
  text: string,
  { nowMs, place }: ValuePlace,
): Condition {
  if (source.from !== 'column') {
    throw failure('SELECTOR_VALUE', `${place.field ?? 'the field'} takes = and != alone`, place);
  }
  if (source.type === 'number') return { op: 'compare', source, by, value: numberOf(text, place) };
  if (source.type === 'time') {
    const span = parseSpan(text, nowMs);
    if (span === null) throw notATime(text, place);
    // In whole milliseconds `> t` is `>= t + 1`, so that a row's microseconds do not count.
    const isAfter = by === '>' || by === '<=';
    return { op: 'compare', source, by: by.startsWith('>') ? '>=' : '<', value: span.from + (isAfter ? 1 : 0) };
  }
  if (source.type === 'uuid' && !isUuid(text)) throw failure('SELECTOR_VALUE', `${text} is no id`, place);
  return { op: 'compare', source, by, value: source.type === 'text' ? text : fold(text) };
}

/** A requirement of the Kubernetes syntax; `source` null: the kind has no such thing, so there is no value. */
export function requirementOf(source: Source | null, requirement: Requirement, where: ValuePlace): Condition {
  if ('values' in requirement) {
    const patterns = exactly(requirement.values);
    const found = source === null ? constant(fitsPatterns([], patterns)) : matchOf(source, patterns, where);
    return requirement.by === 'in' ? found : not(found);
  }
  if (!('value' in requirement)) {
    const found: Condition = source === null ? FALSE : { op: 'present', source };
    return requirement.by === 'exists' ? found : not(found);
  }
  if (source === null) return FALSE;
  const sign = requirement.by === 'greater' ? '>' : '<';
  const isCompared = source.from === 'column' && (source.type === 'number' || source.type === 'time');
  if (isCompared) return compareOf(source, sign, String(requirement.value), where);
  return { op: 'integer', source, by: sign, value: requirement.value };
}
