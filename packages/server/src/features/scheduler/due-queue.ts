/** Something that falls due; held by its id. */
export interface Due {
  id: string;
  /** Milliseconds since the epoch. */
  dueMs: number;
}

/** A priority queue by due time in which an id occurs once. */
export interface DueQueue<T extends Due> {
  readonly size: number;
  /** Adds an entry, or replaces the one with the same id. */
  set(entry: T): void;
  get(id: string): T | undefined;
  delete(id: string): boolean;
  /** The due time of the earliest entry; null when empty. */
  nextMs(): number | null;
  /** Takes out up to `limit` entries that are due at `nowMs`, earliest first. */
  take(nowMs: number, limit: number): T[];
  values(): IterableIterator<T>;
}

/**
 * A binary heap with replacement: replaced and deleted entries stay in the heap as stale ones and are dropped when they
 * come to the top, or all at once when they outnumber the live ones.
 */
export function createDueQueue<T extends Due>(): DueQueue<T> {
  const live = new Map<string, T>();
  let heap: T[] = [];

  const dueAt = (index: number) => heap[index]?.dueMs ?? Number.POSITIVE_INFINITY;
  const swap = (a: number, b: number) => {
    const [first, second] = [heap[a], heap[b]];
    if (first && second) [heap[a], heap[b]] = [second, first];
  };
  const up = (start: number) => {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (dueAt(parent) <= dueAt(index)) return;
      swap(parent, index);
      index = parent;
    }
  };
  const down = (start: number) => {
    let index = start;
    for (;;) {
      const left = index * 2 + 1;
      const smaller = dueAt(left + 1) < dueAt(left) ? left + 1 : left;
      if (dueAt(smaller) >= dueAt(index)) return;
      swap(smaller, index);
      index = smaller;
    }
  };
  const pop = () => {
    const last = heap.pop();
    if (last && heap.length > 0) {
      heap[0] = last;
      down(0);
    }
  };
  const top = (): T | undefined => {
    for (;;) {
      const first = heap[0];
      if (!first || live.get(first.id) === first) return first;
      pop();
    }
  };
  const compact = () => {
    if (heap.length <= 64 || heap.length <= live.size * 2) return;
    heap = [...live.values()].sort((a, b) => a.dueMs - b.dueMs);
  };

  return {
    get size() {
      return live.size;
    },
    set(entry) {
      live.set(entry.id, entry);
      heap.push(entry);
      up(heap.length - 1);
      compact();
    },
    get: (id) => live.get(id),
    delete: (id) => live.delete(id),
    nextMs: () => top()?.dueMs ?? null,
    take(nowMs, limit) {
      const taken: T[] = [];
      while (taken.length < limit) {
        const first = top();
        if (!first || first.dueMs > nowMs) break;
        pop();
        live.delete(first.id);
        taken.push(first);
      }
      return taken;
    },
    values: () => live.values(),
  };
}
