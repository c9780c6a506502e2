import type { Json, OneOfField, OneOfOption } from '@quarterdeck/contract';
import { type FormValue, isEmpty, joinPath, readAt, writeAt } from './path.ts';

/**
 * The way that a value has taken: the one stored at the field's path, else the first whose mark (first of `owns`) is set
 * and not false, else the first without a mark, else the first.
 */
export function chosenOption(field: OneOfField, value: FormValue, base: string): OneOfOption | undefined {
  if (field.path !== undefined) {
    const held = readAt(value, joinPath(base, field.path));
    const named = field.options.find((option) => option.value === held);
    if (named) return named;
  } else {
    const marked = field.options.find((option) => {
      const mark = option.owns?.[0];
      const held = mark === undefined ? undefined : readAt(value, joinPath(base, mark));
      return held !== undefined && held !== false && held !== null;
    });
    if (marked) return marked;
  }
  return field.options.find((option) => option.owns === undefined) ?? field.options[0];
}

/** The value after another way is chosen: what only the others own goes, what the new one sets is laid in. */
export function chooseOption(field: OneOfField, value: FormValue, base: string, chosen: OneOfOption): FormValue {
  const kept = new Set(chosen.owns ?? []);
  let next = value;
  for (const option of field.options) {
    if (option === chosen) continue;
    for (const path of option.owns ?? []) {
      if (!kept.has(path)) next = drop(next, base, path);
    }
  }
  const [mark] = chosen.owns ?? [];
  const set: Record<string, Json> = {
    ...(mark !== undefined && field.path === undefined && { [mark]: {} }),
    ...chosen.set,
  };
  if (field.path !== undefined) set[field.path] = chosen.value;
  for (const [path, held] of Object.entries(set)) {
    const at = joinPath(base, path);
    const isMarkOnly = path === mark && chosen.set?.[path] === undefined && path !== field.path;
    if (isMarkOnly && readAt(next, at) !== undefined) continue;
    next = writeAt(next, at, held);
  }
  return next;
}

/** Removes what stands at a path below a base, and the objects on the way that hold nothing else. */
export function drop(value: FormValue, base: string, path: string): FormValue {
  const at = joinPath(base, path);
  if (readAt(value, at) === undefined) return value;
  const next = writeAt(value, at, undefined);
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')));
  return parent !== '' && isEmpty(readAt(next, joinPath(base, parent))) ? drop(next, base, parent) : next;
}
