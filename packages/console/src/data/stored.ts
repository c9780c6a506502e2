import { useCallback, useState } from 'react';
import { useConsole } from './context.ts';

/**
 * A choice that outlives the visit, read once and written at once. Storage that is forbidden or full is no failure: the
 * choice then lasts as long as the page.
 */
export function useStored<T>(
  key: string,
  parse: (stored: string | null) => T,
  write: (value: T) => string,
): [T, (value: T) => void] {
  const { storage } = useConsole();
  const [value, setValue] = useState<T>(() => {
    try {
      return parse(storage.getItem(key));
    } catch {
      return parse(null);
    }
  });
  const set = useCallback(
    (next: T) => {
      setValue(next);
      try {
        storage.setItem(key, write(next));
      } catch {
        return;
      }
    },
    [key, storage, write],
  );
  return [value, set];
}
