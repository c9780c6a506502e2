import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useConsole } from './context.ts';

/**
 * A choice that outlives the visit, the same wherever it is used. `parse` reads what is stored, null for nothing, and is
 * total; it and `write` are made once.
 */
export function useStored<T>(
  key: string,
  parse: (stored: string | null) => T,
  write: (value: T) => string,
): [T, (value: T) => void] {
  const { storage } = useConsole();
  const stored = useSyncExternalStore(storage.subscribe, () => storage.getItem(key));
  const value = useMemo(() => parse(stored), [parse, stored]);
  const set = useCallback((next: T) => storage.setItem(key, write(next)), [key, storage, write]);
  return [value, set];
}
