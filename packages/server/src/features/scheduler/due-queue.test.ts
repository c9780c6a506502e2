import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDueQueue } from './due-queue.ts';

test('entries come out earliest first, and only those that are due', () => {
  const queue = createDueQueue();
  for (const [id, dueMs] of [
    ['c', 30],
    ['a', 10],
    ['b', 20],
  ] as const) {
    queue.set({ id, dueMs });
  }
  expect(queue.nextMs()).toBe(10);
  expect(queue.take(20, 10).map((entry) => entry.id)).toEqual(['a', 'b']);
  expect(queue.size).toBe(1);
  expect(queue.take(29, 10)).toEqual([]);
  expect(queue.nextMs()).toBe(30);
});

test('setting an id again moves it, and deleting forgets it', () => {
  const queue = createDueQueue();
  queue.set({ id: 'a', dueMs: 10 });
  queue.set({ id: 'a', dueMs: 50 });
  expect(queue.take(20, 10)).toEqual([]);
  expect(queue.get('a')?.dueMs).toBe(50);
  expect(queue.delete('a')).toBe(true);
  expect(queue.delete('a')).toBe(false);
  expect(queue.nextMs()).toBeNull();
});

test('a limit leaves the rest for the next time', () => {
  const queue = createDueQueue();
  for (let index = 0; index < 5; index += 1) queue.set({ id: `${index}`, dueMs: index });
  expect(queue.take(100, 2).map((entry) => entry.id)).toEqual(['0', '1']);
  expect(queue.take(100, 9).map((entry) => entry.id)).toEqual(['2', '3', '4']);
});

test('whatever is set and deleted, taking all yields the live entries in order', () => {
  const step = fc.record({ id: fc.integer({ min: 0, max: 30 }), dueMs: fc.nat(1000), remove: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const queue = createDueQueue();
      const model = new Map<string, number>();
      for (const { id, dueMs, remove } of steps) {
        if (remove) {
          expect(queue.delete(`${id}`)).toBe(model.delete(`${id}`));
        } else {
          queue.set({ id: `${id}`, dueMs });
          model.set(`${id}`, dueMs);
        }
        expect(queue.nextMs()).toBe(model.size === 0 ? null : Math.min(...model.values()));
      }
      const taken = queue.take(1000, 1000);
      expect(taken.map((entry) => entry.dueMs)).toEqual([...model.values()].sort((a, b) => a - b));
      expect(new Set(taken.map((entry) => entry.id))).toEqual(new Set(model.keys()));
    }),
  );
});
