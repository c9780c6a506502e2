/** Include (1) or exclude (-1); a value that is not in the record is neither. */
export type TriState = 1 | -1;
export type TriStateValue = Readonly<Record<string, TriState>>;

/** `multi`: any number of values, all of one state. `tags`: values are `key:value`, at most one of each key. */
export type TriStateMode = 'multi' | 'tags';

function tagKey(item: string): string {
  const colon = item.indexOf(':');
  return colon === -1 ? item : item.slice(0, colon);
}

/**
 * The filter with one value set (spec 000 §4, three-way filter toggle): 0 removes it; in `tags` mode it replaces any
 * other value of its key; in `multi` mode all values of the other state are dropped, so that only values of one state
 * remain. A value keeps its place when it is set to what it is.
 */
export function setTriState(
  value: TriStateValue,
  item: string,
  state: TriState | 0,
  mode: TriStateMode = 'multi',
): TriStateValue {
  const stays = ([other, held]: [string, TriState]): boolean => {
    if (other === item) return state !== 0;
    if (state === 0) return true;
    return mode === 'tags' ? tagKey(other) !== tagKey(item) : held === state;
  };
  const kept = Object.fromEntries(Object.entries(value).filter(stays));
  return state === 0 ? kept : { ...kept, [item]: state };
}

/** The filter after a person pressed include or exclude of one value: pressing the active state returns to neutral. */
export function pressTriState(
  value: TriStateValue,
  item: string,
  state: TriState,
  mode: TriStateMode = 'multi',
): TriStateValue {
  return setTriState(value, item, Object.hasOwn(value, item) && value[item] === state ? 0 : state, mode);
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
