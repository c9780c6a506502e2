import type { SavedFilter, TriState } from '@quarterdeck/ui';
import { useStored } from '../data/stored.ts';

type Stored = Record<string, unknown>;

function isRecord(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readFilters(value: unknown): SavedFilter['filters'] {
  const fields = Object.entries(isRecord(value) ? value : {}).map(([id, items]) => {
    const states = Object.entries(isRecord(items) ? items : {}).flatMap(([item, state]): [string, TriState][] =>
      state === 1 || state === -1 ? [[item, state]] : [],
    );
    return [id, Object.fromEntries(states)] as const;
  });
  return Object.fromEntries(fields.filter(([, items]) => Object.keys(items).length > 0));
}

/** Reads saved filters from a storage. Total: what is not one is left out. */
export function parseSavedFilters(stored: string | null): readonly SavedFilter[] {
  try {
    const raw: unknown = JSON.parse(stored ?? '[]');
    return (Array.isArray(raw) ? raw : []).flatMap((one: unknown): SavedFilter[] => {
      if (!isRecord(one) || typeof one.name !== 'string' || one.name === '') return [];
      const search = typeof one.search === 'string' ? one.search : '';
      return [{ name: one.name, search, filters: readFilters(one.filters) }];
    });
  } catch {
    return [];
  }
}

/** The filters that a person saved for one list, in the form of a filter bar; kept in the browser under `key`. */
export function useSavedFilters(key: string) {
  const [list, onChange] = useStored(key, parseSavedFilters, JSON.stringify);
  return { list, onChange };
}
