import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Page } from './db.ts';
import { createTableFollower } from './follow-tables.ts';
import { keepRows } from './keep-rows.ts';
import { createQueryClient } from './query-client.ts';

interface Row {
  id: string;
  n: number;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fixture(tables: string[]) {
  const client = createQueryClient(() => undefined);
  let rows: Row[] = [
    { id: 'a', n: 1 },
    { id: 'b', n: 1 },
  ];
  const read = vi.fn(async (): Promise<Page<Row>> => ({ rows: rows.map((row) => ({ ...row })), total: rows.length }));
  const options = { queryKey: ['db', 'x'], queryFn: read, meta: { tables }, structuralSharing: keepRows };
  const observer = new QueryObserver<Page<Row>>(client, options);
  const later = (ms: number, run: () => void): void => void setTimeout(run, ms);
  const follow = createTableFollower({ client, later, now: () => Date.now() });
  const held = () => client.getQueryData<Page<Row>>(['db', 'x']);
  const set = (next: Row[]): void => {
    rows = next;
  };
  return { client, read, observer, follow, held, set };
}

const changed = (table: string, kind: 'insert' | 'update' | 'delete' = 'update', ids: string[] | null = null) => ({
  table,
  kind,
  ids,
});

describe('a query and its tables', () => {
  it('is read again soon after one of its tables changed, and only then', async () => {
    const { observer, follow, read } = fixture(['jobs', 'people']);
    observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    follow(changed('agents'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(read).toHaveBeenCalledTimes(1);
    follow(changed('people'));
    await vi.advanceTimersByTimeAsync(250);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is read at most once a second in a storm, and once after its end', async () => {
    const { observer, follow, read } = fixture(['jobs']);
    observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    for (let event = 0; event < 100; event += 1) {
      follow(changed('jobs', 'insert', [String(event)]));
      await vi.advanceTimersByTimeAsync(50);
    }
    const during = read.mock.calls.length - 1;
    expect(during).toBeGreaterThanOrEqual(4);
    expect(during).toBeLessThanOrEqual(6);
    await vi.advanceTimersByTimeAsync(5000);
    expect(read.mock.calls.length - 1 - during).toBeLessThanOrEqual(1);
  });

  it('is only marked as stale while nobody looks, and read when somebody does', async () => {
    const { observer, follow, read } = fixture(['jobs']);
    observer.subscribe(() => undefined)();
    await vi.advanceTimersByTimeAsync(1);
    follow(changed('jobs'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(read).toHaveBeenCalledTimes(1);
    observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('loses deleted rows at once, and its total with them', async () => {
    const { observer, follow, held } = fixture(['jobs', 'people']);
    observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    follow(changed('people', 'delete', ['a']));
    expect(held()?.rows).toHaveLength(2);
    follow(changed('jobs', 'delete', ['a', 'unknown']));
    expect(held()).toEqual({ rows: [{ id: 'b', n: 1 }], total: 1 });
  });

  it('keeps the identity of rows that did not change, wherever they stand now', async () => {
    const { observer, follow, held, set } = fixture(['jobs']);
    observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    const [a, b] = held()?.rows ?? [];
    set([
      { id: 'new', n: 1 },
      { id: 'a', n: 1 },
      { id: 'b', n: 2 },
    ]);
    follow(changed('jobs'));
    await vi.advanceTimersByTimeAsync(250);
    const rows = held()?.rows ?? [];
    expect(rows.map(({ id }) => id)).toEqual(['new', 'a', 'b']);
    expect(rows[1]).toBe(a);
    expect(rows[2]).not.toBe(b);
  });

  it('keeps the whole list when nothing changed', () => {
    const page = { rows: [{ id: 'a' }], total: 1 };
    expect(keepRows(page, { rows: [{ id: 'a' }], total: 1 })).toBe(page);
    expect(keepRows(page, { rows: [{ id: 'a' }], total: 2 })).toEqual({ rows: [{ id: 'a' }], total: 2 });
    expect(keepRows(undefined, page)).toBe(page);
  });
});
