import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offsetsOf, rowsInView, rowsToDraw, scrollToShow } from './rows-in-view.ts';

const lists = fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 200 });
const views = fc.record({ top: fc.integer({ min: 0, max: 20_000 }), height: fc.integer({ min: 1, max: 900 }) });
const offsetsFor = (sizes: readonly number[]) => offsetsOf(sizes.length, (i) => sizes[i] ?? 0);

test('whatever pixel is in view, its row is drawn; no row is drawn that is a whole step away', () => {
  fc.assert(
    fc.property(lists, views, (sizes, view) => {
      const offsets = offsetsFor(sizes);
      const total = offsets.at(-1) ?? 0;
      const top = Math.max(0, Math.min(view.top, total - view.height));
      const { first, last } = rowsInView(offsets, view);
      sizes.forEach((size, i) => {
        const start = offsets[i] ?? 0;
        const isSeen = start + size > top && start < top + view.height;
        if (isSeen) expect(first <= i && i <= last).toBe(true);
      });
      const seen = sizes.flatMap((size, i) => {
        const start = offsets[i] ?? 0;
        return start + size > top && start < top + view.height ? [i] : [];
      });
      expect((seen[0] ?? 0) - first).toBeLessThan(4);
      expect(last - (seen.at(-1) ?? 0)).toBeLessThan(4);
    }),
  );
});

test('nothing is in view of no rows', () => {
  const offsets = offsetsOf(0, () => 32);
  expect(rowsInView(offsets, { top: 0, height: 640 })).toEqual({ first: 0, last: -1 });
  expect(rowsToDraw({ first: 0, last: -1 }, 0, 6, -1)).toEqual([]);
  expect(scrollToShow(offsets, 0, { top: 0, height: 640 })).toBeUndefined();
});

test('a view that was left beyond the end, as rows went, shows the last rows', () => {
  const offsets = offsetsOf(10, () => 32);
  expect(rowsInView(offsets, { top: 10_000, height: 64 })).toEqual({ first: 8, last: 9 });
});

test('drawn are the view, some more at both ends, and the row that stays, each once and in order', () => {
  expect(rowsToDraw({ first: 0, last: 3 }, 10, 2, -1)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(rowsToDraw({ first: 4, last: 7 }, 10, 1, 0)).toEqual([0, 3, 4, 5, 6, 7, 8]);
  expect(rowsToDraw({ first: 0, last: 3 }, 10, 0, 9)).toEqual([0, 1, 2, 3, 9]);
  expect(rowsToDraw({ first: 4, last: 7 }, 10, 6, 5)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(rowsToDraw({ first: 0, last: 3 }, 10, 0, 10)).toEqual([0, 1, 2, 3]);
});

test('after scrolling to a row it is wholly in view, and a second time moves nothing', () => {
  fc.assert(
    fc.property(lists, views, fc.nat(199), (sizes, view, at) => {
      const offsets = offsetsFor(sizes);
      const index = at % sizes.length;
      const height = view.height + 80;
      const top = scrollToShow(offsets, index, { top: view.top, height }) ?? view.top;
      expect(offsets[index]).toBeGreaterThanOrEqual(top);
      expect(offsets[index + 1]).toBeLessThanOrEqual(top + height);
      expect(scrollToShow(offsets, index, { top, height })).toBeUndefined();
    }),
  );
});
