/** Include (1) or exclude (-1); a value that is not in the record is neither. */
export type TriState = 1 | -1;
export type TriStateValue = Readonly<Record<string, TriState>>;

/** `multi`: any number of values of one state. `single`: at most one value. */
export type TriStateMode = 'multi' | 'single';

/**
 * The filter after a person pressed include or exclude of one value (spec 000 §4 "Three-way filter toggle"): pressing the
 * active state returns to neutral; otherwise, in `single` mode the value replaces any other, and in `multi` mode all
 * values of the other state are dropped, so that only values of one state remain.
 */
export function pressTriState(value: TriStateValue, item: string, state: TriState, mode: TriStateMode): TriStateValue {
  const entries = Object.entries(value);
  if (value[item] === state) return Object.fromEntries(entries.filter(([key]) => key !== item));
  const kept = mode === 'single' ? [] : entries.filter(([key, other]) => other === state && key !== item);
  return { ...Object.fromEntries(kept), [item]: state };
}

/** What a filter says on its button: the first value, and how many more. Excluded values are led by `!`. */
export function describeTriState(
  value: TriStateValue,
  labelOf: (item: string) => string,
): { text: string; more: number } | null {
  const [first, ...rest] = Object.entries(value);
  if (!first) return null;
  const [item, state] = first;
  return { text: `${state === -1 ? '!' : ''}${labelOf(item)}`, more: rest.length };
}
