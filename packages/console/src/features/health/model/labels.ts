import type { CheckSummary } from '@quarterdeck/contract';
import type { TriState } from '@quarterdeck/kit';
import { compareValues, type FilterField, type FilterState } from '@quarterdeck/ui';
import { labelKeyOf } from './search.ts';

/** Labels to include (1) or exclude (-1), as `key:value`. */
export type LabelStates = Readonly<Record<string, TriState>>;

/** One row of the label section. */
export type LabelFilter =
  | { kind: 'toggle'; key: string; value: string; count: number }
  | { kind: 'select'; key: string; values: { value: string; count: number }[] };

function countLabels(checks: readonly CheckSummary[]): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const check of checks) {
    for (const [key, value] of Object.entries(check.labels ?? {})) {
      const values = found.get(key) ?? new Map<string, number>();
      values.set(value, (values.get(value) ?? 0) + 1);
      found.set(key, values);
    }
  }
  return found;
}

/**
 * The label section: keys sorted; a key with several values is a multi-select, a key with one value and a boolean label
 * is a three-way toggle (contract screens §5.1). Labels that are chosen but no longer present stay, with a count of 0.
 */
export function labelFilters(checks: readonly CheckSummary[], chosen: LabelStates): LabelFilter[] {
  const found = countLabels(checks);
  for (const label of Object.keys(chosen)) {
    const colon = label.indexOf(':');
    if (colon === -1) continue;
    const values = found.get(label.slice(0, colon)) ?? new Map<string, number>();
    if (!values.has(label.slice(colon + 1))) values.set(label.slice(colon + 1), 0);
    found.set(label.slice(0, colon), values);
  }
  return [...found]
    .sort(([a], [b]) => compareValues(a, b))
    .map(([key, counts]): LabelFilter => {
      const values = [...counts].sort(([a], [b]) => compareValues(a, b)).map(([value, count]) => ({ value, count }));
      const boolean = values.every(({ value }) => value === 'true' || value === 'false');
      const one = boolean ? (values.find(({ value }) => value === 'true') ?? values[0]) : values[0];
      if (one && (values.length === 1 || boolean)) return { kind: 'toggle', key, ...one };
      return { kind: 'select', key, values };
    });
}

/** The label filter in the form of a filter bar: a field per key, whose values are included or excluded. */
export function barFilters(labels: LabelStates): FilterState['filters'] {
  const fields = new Map<string, [value: string, state: TriState][]>();
  for (const [label, state] of Object.entries(labels)) {
    const key = labelKeyOf(label);
    fields.set(key, [...(fields.get(key) ?? []), [label.slice(key.length + 1), state]]);
  }
  return Object.fromEntries([...fields].map(([key, values]) => [key, Object.fromEntries(values)]));
}

/** The fields of a filter bar for the label filter; their controls stand in the sidebar. */
export function barFields(labels: LabelStates): FilterField[] {
  return Object.keys(barFilters(labels)).map((key) => ({ id: key, label: key, options: [], aside: true }));
}

/** The label filter of a filter bar. */
export function labelsOf(filters: FilterState['filters']): LabelStates {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([key, values]) =>
      Object.entries(values).map(([value, state]) => [`${key}:${value}`, state]),
    ),
  );
}
