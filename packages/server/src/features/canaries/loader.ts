import type { Canary, CanaryId, CheckId } from '@quarterdeck/contract';
import { isAway } from '../../platform/index.ts';
import { checkKey } from '../scheduler/result-rows.ts';
import { storedDocument } from './rows.ts';
import type { CanaryStore, StoredCanary } from './store.ts';

/** A stored canary, ready to be run. */
export interface LoadedCanary {
  id: CanaryId;
  source: string;
  canary: Canary;
  /** Ids of the checks of its document by `checkKey`. */
  checks: ReadonlyMap<string, CheckId>;
}

/** Reads canaries for their runs; what did not change is not read again. */
export interface CanaryLoader {
  /**
   * Null when it was removed or belongs to another agent. While the database is away, as it was read last. Throws what
   * the parser throws, and `DATABASE_UNAVAILABLE` for one that was never read here.
   */
  load(id: CanaryId): Promise<LoadedCanary | null>;
}

/**
 * Runs that begin together are asked about together: one statement for their versions, one for the changed ones.
 */
export function createCanaryLoader(
  store: Pick<CanaryStore, 'versions' | 'load'>,
  parse: (document: Record<string, unknown>) => Canary,
): CanaryLoader {
  const cache = new Map<CanaryId, { version: string; loaded: LoadedCanary }>();
  let asked: { ids: Set<CanaryId>; answer: Promise<Map<CanaryId, StoredCanary | null>> } | null = null;

  const read = async (ids: ReadonlySet<CanaryId>): Promise<Map<CanaryId, StoredCanary | null>> => {
    const versions = new Map((await store.versions([...ids])).map((row) => [row.id, row.version]));
    const stale = [...versions].filter(([id, version]) => cache.get(id)?.version !== version).map(([id]) => id);
    const fresh = stale.length > 0 ? await store.load(stale) : [];
    const gone = [...ids].filter((id) => !versions.has(id)).map((id) => [id, null] as const);
    return new Map<CanaryId, StoredCanary | null>([...gone, ...fresh.map((row) => [row.id, row] as const)]);
  };

  const ask = (id: CanaryId) => {
    if (!asked) {
      const ids = new Set<CanaryId>();
      const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        asked = null;
        return read(ids);
      });
      asked = { ids, answer };
    }
    asked.ids.add(id);
    return asked.answer;
  };

  return {
    async load(id) {
      const held = cache.get(id)?.loaded;
      const answers = await ask(id).catch((error) => {
        if (held && isAway(error)) return null;
        throw error;
      });
      if (answers === null) return held ?? null;
      const fresh = answers.get(id);
      if (fresh === undefined) return cache.get(id)?.loaded ?? null;
      if (fresh === null) {
        cache.delete(id);
        return null;
      }
      const checks = new Map(fresh.checks.map((check) => [checkKey(check), check.id]));
      const canary = parse(storedDocument(fresh));
      const loaded = { id, source: fresh.source ?? '', canary, checks };
      cache.set(id, { version: fresh.version, loaded });
      return loaded;
    },
  };
}
