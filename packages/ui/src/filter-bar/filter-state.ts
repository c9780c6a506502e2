import { setTriState, type TriState, type TriStateMode, type TriStateValue } from '@quarterdeck/kit';
import type { TriStateOption } from '../controls/TriStateFilter.tsx';

/** One filter of a bar. */
export interface FilterField {
  /** Its name in the address: `type`. */
  id: string;
  /** Its name for people: `Type`. */
  label: string;
  options: readonly TriStateOption[];
  mode?: TriStateMode;
  /** Its control stands elsewhere, in a sidebar for instance: the bar shows what is active of it. */
  aside?: boolean;
}

/** What a filter bar holds: the search, and the value of each filter by its id. */
export interface FilterState {
  search: string;
  filters: Readonly<Record<string, TriStateValue>>;
}

/** A state that a person gave a name. */
export interface SavedFilter extends FilterState {
  name: string;
}

/** A bar that filters nothing. */
export const NO_FILTERS: FilterState = { search: '', filters: {} };

/** One active value of one filter. */
export interface ActiveFilter {
  field: FilterField;
  item: string;
  state: TriState;
  /** `Type: http`, `not Type: http`. */
  text: string;
}

/** The values that filter, in the order of the bar. */
export function activeFilters(fields: readonly FilterField[], state: FilterState): ActiveFilter[] {
  return fields.flatMap((field) =>
    Object.entries(state.filters[field.id] ?? {}).map(([item, held]) => {
      const name = field.options.find((option) => option.value === item)?.label ?? item;
      return { field, item, state: held, text: `${held === -1 ? 'not ' : ''}${field.label}: ${name}` };
    }),
  );
}

/** The state with the value of one filter; a filter of nothing is left out. */
export function withFilter(state: FilterState, id: string, value: TriStateValue): FilterState {
  const { [id]: _old, ...rest } = state.filters;
  return { ...state, filters: Object.keys(value).length > 0 ? { ...rest, [id]: value } : rest };
}

/** The state without one active value. */
export function withoutItem(state: FilterState, { field, item }: ActiveFilter): FilterState {
  return withFilter(state, field.id, setTriState(state.filters[field.id] ?? {}, item, 0, field.mode));
}

function canonical({ search, filters }: FilterState): string {
  const sorted = (record: Readonly<Record<string, unknown>>): [string, unknown][] =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  const active = sorted(filters).map(([id, value]) => [id, sorted(value as TriStateValue)]);
  return JSON.stringify([search.trim(), active.filter(([, value]) => (value as unknown[]).length > 0)]);
}

/** Whether two states filter the same. */
export function isSameFilter(a: FilterState, b: FilterState): boolean {
  return canonical(a) === canonical(b);
}

/** The list with a state saved under a name, which replaces the one that had it; sorted by name. */
export function saveFilter(list: readonly SavedFilter[], saved: SavedFilter): SavedFilter[] {
  const others = list.filter(({ name }) => name !== saved.name);
  return [...others, saved].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}
