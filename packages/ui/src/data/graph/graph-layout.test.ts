import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crossings, placeNodes, rising } from './graph-layout.ts';
import { layersOf } from './layers.ts';
import { type FoldedGraph, type GraphNode, NODE_HEIGHT, NODE_WIDTH } from './model.ts';

type Pair = readonly [string, string];

const graphOf = (count: number, pairs: readonly Pair[]): FoldedGraph => ({
  nodes: Array.from({ length: count }, (_, i): GraphNode => ({ id: String(i), label: `N${i}`, health: 'healthy' })),
  edges: pairs.map(([from, to]) => ({ from, to })),
  folds: [],
});
const anyPairs = (isAcyclic: boolean) =>
  fc.integer({ min: 1, max: 40 }).chain((count) =>
    fc
      .array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 80 })
      .map((pairs) => pairs.filter(([from, to]) => !isAcyclic || from < to))
      .map((pairs) => ({ count, pairs: pairs.map(([from, to]): Pair => [String(from), String(to)]) })),
  );
const place = (count: number, pairs: readonly Pair[], direction: 'right' | 'down' = 'right') =>
  new Map(placeNodes(graphOf(count, pairs), direction).map((spot) => [spot.id, spot]));
const spot = (spots: ReturnType<typeof place>, id: number) =>
  spots.get(String(id)) ?? { id: '', x: Number.NaN, y: Number.NaN };

test('no node stands on another, whatever leads where, circles included', () => {
  fc.assert(
    fc.property(anyPairs(false), fc.constantFrom('right' as const, 'down' as const), ({ count, pairs }, direction) => {
      const spots = [...place(count, pairs, direction).values()];
      expect(spots.length).toBe(count);
      spots.forEach((a, i) => {
        for (const b of spots.slice(i + 1)) {
          const isApart = Math.abs(a.x - b.x) >= NODE_WIDTH || Math.abs(a.y - b.y) >= NODE_HEIGHT;
          expect(isApart).toBe(true);
        }
      });
    }),
  );
});

test('where there is no circle every edge leads ahead', () => {
  fc.assert(
    fc.property(anyPairs(true), ({ count, pairs }) => {
      const right = place(count, pairs);
      const down = place(count, pairs, 'down');
      for (const [from, to] of pairs) {
        expect(right.get(to)?.x).toBeGreaterThan(right.get(from)?.x ?? Number.NaN);
        expect(down.get(to)?.y).toBeGreaterThan(down.get(from)?.y ?? Number.NaN);
      }
    }),
  );
});

test('the same graph is placed the same way', () => {
  fc.assert(
    fc.property(anyPairs(false), ({ count, pairs }) => {
      expect(placeNodes(graphOf(count, pairs), 'right')).toEqual(placeNodes(graphOf(count, pairs), 'right'));
    }),
    { numRuns: 30 },
  );
});

test('a parent stands in the middle of its children, and children in the order they were given', () => {
  const spots = place(
    6,
    [1, 2, 3, 4, 5].map((i): Pair => ['0', String(i)]),
  );
  expect(spot(spots, 0).y).toBeCloseTo(spot(spots, 3).y, 0);
  const heights = [1, 2, 3, 4, 5].map((i) => spot(spots, i).y);
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
});

test('a chain is straight, also where an edge leaps over it', () => {
  const spots = place(4, [
    ['0', '1'],
    ['1', '2'],
    ['2', '3'],
  ]);
  expect(new Set([0, 1, 2, 3].map((i) => Math.round(spot(spots, i).y))).size).toBe(1);
  const leaping = place(3, [
    ['0', '1'],
    ['1', '2'],
    ['0', '2'],
  ]);
  // The leap goes round the node between.
  expect(spot(leaping, 1).y).not.toBeCloseTo((spot(leaping, 0).y + spot(leaping, 2).y) / 2, 0);
});

test('a tree is drawn without crossings', () => {
  const pairs = Array.from({ length: 39 }, (_, i): Pair => [String(Math.floor(i / 3)), String(i + 1)]);
  const spots = place(40, pairs);
  const ends = pairs.map(([from, to]) => [spots.get(from), spots.get(to)] as const);
  for (const [a, b] of ends) {
    for (const [c, d] of ends) {
      if (!a || !b || !c || !d || a.x !== c.x) continue;
      expect((a.y - c.y) * (b.y - d.y)).toBeGreaterThanOrEqual(0);
    }
  }
});

test('two strands that begin crossed are untangled', () => {
  const spots = place(4, [
    ['0', '3'],
    ['1', '2'],
  ]);
  expect((spot(spots, 0).y - spot(spots, 1).y) * (spot(spots, 3).y - spot(spots, 2).y)).toBeGreaterThan(0);
});

test('what nothing leads to stands right before what it leads to', () => {
  const spots = place(4, [
    ['0', '1'],
    ['1', '2'],
    ['3', '2'],
  ]);
  expect(spot(spots, 3).x).toBe(spot(spots, 1).x);
});

test('crossings are counted as by looking at each pair', () => {
  fc.assert(
    fc.property(anyPairs(false), ({ count, pairs }) => {
      const layers = layersOf(
        graphOf(count, []).nodes.map(({ id }) => id),
        pairs,
      );
      let expected = 0;
      for (let i = 1; i < layers.length; i++) {
        const edges = (layers[i - 1] ?? []).flatMap((from, at) =>
          from.behind.map((to) => [at, (layers[i] ?? []).indexOf(to)] as const),
        );
        for (const [a, b] of edges) for (const [c, d] of edges) if (a < c && b > d) expected += 1;
      }
      expect(crossings(layers)).toBe(expected);
    }),
  );
});

test('rising numbers rise, and no other rising numbers are nearer', () => {
  const numbers = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 12 });
  const far = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, one, i) => sum + (one - (b[i] ?? 0)) ** 2, 0);
  fc.assert(
    fc.property(numbers, numbers, (wanted, other) => {
      const found = rising(wanted);
      expect(found.length).toBe(wanted.length);
      found.slice(1).forEach((one, i) => {
        expect(one).toBeGreaterThanOrEqual((found[i] ?? 0) - 1e-9);
      });
      const sorted = wanted.map((_, i) => other[i % Math.max(1, other.length)] ?? 0).toSorted((a, b) => a - b);
      expect(far(found, wanted)).toBeLessThanOrEqual(far(sorted, wanted) + 1e-6);
    }),
  );
});
