import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDom } from '../../testing/dom.ts';
import { Graph } from './Graph.tsx';
import { placeNodes } from './graph-layout.ts';
import { foldGraph, type GraphEdge, type GraphNode, graphRows, nextSpot } from './model.ts';

const node = (id: string, health: GraphNode['health'] = 'healthy'): GraphNode => ({ id, label: `Node ${id}`, health });
const star = (count: number) => ({
  nodes: [
    node('root'),
    ...Array.from({ length: count }, (_, i) => node(`n${i}`, i === count - 1 ? 'unhealthy' : 'healthy')),
  ],
  edges: Array.from({ length: count }, (_, i): GraphEdge => ({ from: 'root', to: `n${i}` })),
});
const graphs = fc
  .record({
    count: fc.integer({ min: 1, max: 40 }),
    pairs: fc.array(fc.tuple(fc.nat(45), fc.nat(45)), { maxLength: 80 }),
    most: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ count, pairs, most }) => ({
    nodes: Array.from({ length: count }, (_, i) =>
      node(String(i), (['healthy', 'unhealthy', 'warning'] as const)[i % 3]),
    ),
    edges: pairs.map(([from, to]): GraphEdge => ({ from: String(from), to: String(to) })),
    most,
  }));

beforeEach(() => prepareDom());
afterEach(cleanup);

test('folding hides only leaves, loses none, and draws every edge between what is there', () => {
  fc.assert(
    fc.property(graphs, ({ nodes, edges, most }) => {
      const folded = foldGraph(nodes, edges, { most });
      const hidden = folded.folds.flatMap((fold) => fold.hidden);
      expect(new Set([...folded.nodes, ...hidden])).toEqual(new Set(nodes));
      expect(folded.nodes.length + hidden.length).toBe(nodes.length);
      const there = new Set([...folded.nodes, ...folded.folds].map((one) => one.id));
      for (const edge of folded.edges) expect(there.has(edge.from) && there.has(edge.to)).toBe(true);
      for (const fold of folded.folds) expect(fold.hidden.length).toBeGreaterThan(1);
      for (const one of hidden)
        expect(edges.some((edge) => edge.from === one.id && edge.to !== one.id && there.has(edge.to))).toBe(false);
    }),
  );
});

test('what is worst is not folded away; an opened fold is gone', () => {
  const { nodes, edges } = star(20);
  const { nodes: shown, folds } = foldGraph(nodes, edges);
  expect(shown.some((one) => one.id === 'n19')).toBe(true);
  expect(folds).toMatchObject([{ id: 'fold:root', health: 'healthy' }]);
  expect(folds[0]?.hidden.length).toBe(12);
  expect(foldGraph(nodes, edges, { open: new Set(['fold:root']) }).nodes.length).toBe(21);
  expect(foldGraph(star(9).nodes, star(9).edges).folds).toEqual([]);
});

test('no two nodes stand on each other', () => {
  fc.assert(
    fc.property(graphs, ({ nodes, edges, most }) => {
      const spots = placeNodes(foldGraph(nodes, edges, { most }), 'right');
      const boxes = spots.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`);
      expect(new Set(boxes).size).toBe(spots.length);
    }),
    { numRuns: 25 },
  );
});

test('an arrow goes to the nearest node that way', () => {
  const spots = [
    { id: 'a', x: 0, y: 0 },
    { id: 'b', x: 200, y: 10 },
    { id: 'c', x: 100, y: 300 },
  ];
  expect(nextSpot(spots, 'a', 'ArrowRight')).toBe('b');
  expect(nextSpot(spots, 'a', 'ArrowDown')).toBe('c');
  expect(nextSpot(spots, 'a', 'ArrowLeft')).toBeUndefined();
  expect(nextSpot(spots, 'gone', 'ArrowLeft')).toBeUndefined();
  expect(nextSpot(spots, 'a', 'x')).toBeUndefined();
});

test('the table says the neighbours of each node', () => {
  expect(graphRows([node('a'), node('b')], [{ from: 'a', to: 'b' }])).toMatchObject([
    { from: '', to: 'Node b' },
    { from: 'Node a', to: '' },
  ]);
});

test('the graph is buttons walked by arrows, with a table beside it', async () => {
  const onActivate = vi.fn();
  const { nodes, edges } = star(12);
  render(<Graph label="Relationships" nodes={nodes} edges={edges} onActivate={onActivate} />);
  const root = await screen.findByRole('button', { name: /^Node root/ });
  fireEvent.click(root);
  expect(onActivate).toHaveBeenCalledWith(nodes[0]);
  root.focus();
  fireEvent.keyDown(root, { key: 'ArrowRight' });
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Node n\d+/));
  fireEvent.click(screen.getByRole('button', { name: /^4 more/ }));
  expect(await screen.findByRole('button', { name: /^Node n10/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Table' }));
  const first = within(screen.getByRole('grid', { name: 'Relationships' })).getAllByRole('row')[1] as HTMLElement;
  expect(first.getAttribute('aria-label')).toBe('Node n11');
  fireEvent.click(within(first).getByText('Node n11'));
  expect(onActivate).toHaveBeenLastCalledWith(nodes[12]);
});

test('a graph that loads, and one without nodes', () => {
  const { rerender } = render(<Graph label="Relationships" nodes={[]} edges={[]} loading />);
  expect(screen.getByRole('status', { name: 'Loading Relationships' })).toBeTruthy();
  rerender(<Graph label="Relationships" nodes={[]} edges={[]} />);
  expect(screen.getByText('No data available')).toBeTruthy();
});
