import type { CheckSummary } from '@quarterdeck/contract';
import type { TriState } from '@quarterdeck/kit';

/** One row of the label section. */
export type LabelFilter =
  | { kind: 'toggle'; key: string; label: string; value: string; count: number }
  | { kind: 'select'; key: string; values: { label: string; value: string; count: number }[] };

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

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
export function labelFilters(
  checks: readonly CheckSummary[],
  chosen: Readonly<Record<string, TriState>>,
): LabelFilter[] {
  const found = countLabels(checks);
  for (const label of Object.keys(chosen)) {
    const colon = label.indexOf(':');
    if (colon === -1) continue;
    const values = found.get(label.slice(0, colon)) ?? new Map<string, number>();
    if (!values.has(label.slice(colon + 1))) values.set(label.slice(colon + 1), 0);
    found.set(label.slice(0, colon), values);
  }
  return [...found]
    .sort(([a], [b]) => compare(a, b))
    .map(([key, counts]): LabelFilter => {
      const values = [...counts]
        .sort(([a], [b]) => compare(a, b))
        .map(([value, count]) => ({ label: `${key}:${value}`, value, count }));
      const boolean = values.every(({ value }) => value === 'true' || value === 'false');
      const one = boolean ? (values.find(({ value }) => value === 'true') ?? values[0]) : values[0];
      if (one && (values.length === 1 || boolean)) return { kind: 'toggle', key, ...one };
      return { kind: 'select', key, values };
    });
}

/** Sets one label of the filter; 0 removes it. */
export function withLabel(
  labels: Readonly<Record<string, TriState>>,
  label: string,
  state: TriState | 0,
): Record<string, TriState> {
  const { [label]: _old, ...rest } = labels;
  return state === 0 ? rest : { ...rest, [label]: state };
}

/** Makes the chosen values of a multi-select the included ones of its key. */
export function withSelected(
  labels: Readonly<Record<string, TriState>>,
  options: readonly string[],
  selected: readonly string[],
): Record<string, TriState> {
  const rest = Object.entries(labels).filter(([label]) => !options.includes(label));
  return Object.fromEntries([...rest, ...selected.map((label): [string, TriState] => [label, 1])]);
}
