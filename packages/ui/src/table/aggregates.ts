import type { ReactNode } from 'react';
import type { Health } from '../status/HealthMark.tsx';
import { type CellValue, compareValues, isBlank } from './sorting.ts';

/** What a group and the footer say of a column: a named rule over its values, or a drawing of the rows. */
export type Aggregate<R> = 'sum' | 'min' | 'max' | 'count' | 'worst' | ((rows: readonly R[]) => ReactNode);

/** Healths, the one that most needs a person first. */
const BADNESS: readonly Health[] = ['unhealthy', 'mixed', 'warning', 'unknown', 'none', 'healthy'];

/** The health that most needs a person; `none` of nothing. */
export function worstHealth(healths: Iterable<Health>): Health {
  const present = new Set(healths);
  return BADNESS.find((health) => present.has(health)) ?? 'none';
}

/** A number of how bad a health is, for sorting: unhealthy is the largest. */
export function badness(health: Health): number {
  return BADNESS.length - BADNESS.indexOf(health);
}

/** The value of a named rule over a column's values; blanks do not count. */
export function aggregateValues(
  rule: 'sum' | 'min' | 'max' | 'count' | 'worst',
  values: readonly CellValue[],
): CellValue {
  const there = values.filter((value) => !isBlank(value));
  switch (rule) {
    case 'count':
      return there.length;
    case 'sum':
      return there.length === 0 ? null : there.reduce<number>((sum, value) => sum + Number(value), 0);
    case 'worst':
      return worstHealth(there.filter(isHealth));
    case 'min':
    case 'max': {
      const sign = rule === 'min' ? 1 : -1;
      return there.reduce<CellValue>(
        (best, value) => (isBlank(best) || sign * compareValues(value, best) < 0 ? value : best),
        null,
      );
    }
  }
}

/** Whether a value is the name of a health. */
export function isHealth(value: CellValue): value is Health {
  return BADNESS.some((health) => health === value);
}
