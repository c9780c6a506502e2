import type { Health } from '../../status/HealthMark.tsx';
import { badness, worstHealth } from '../../table/aggregates.ts';

/** A thing of a graph. */
export interface GraphNode {
  id: string;
  label: string;
  health: Health;
  /** The icon's name. */
  type?: string;
  /** A second line. */
  detail?: string;
}

/** That one thing leads to another. */
export interface GraphEdge {
  from: string;
  to: string;
  label?: string;
  health?: Health;
}

/** Siblings that are not drawn one by one. */
export interface GraphFold {
  /** Of the node that stands for them. */
  id: string;
  parent: string;
  hidden: readonly GraphNode[];
  health: Health;
}

export interface FoldedGraph {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  folds: readonly GraphFold[];
}

/** Leaves of one parent that are drawn before the rest is folded. */
const FOLD_AFTER = 8;

/**
 * Folds long rows of leaves: of a parent's children that lead nowhere and have no other parent, at most `most` are
 * drawn, the ones that most need a person first; the rest is one fold, unless it is opened. Edges to unknown nodes are
 * dropped.
 */
export function foldGraph(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  { most = FOLD_AFTER, open = new Set<string>() }: { most?: number; open?: ReadonlySet<string> } = {},
): FoldedGraph {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const real = edges.filter((edge) => known.has(edge.from) && known.has(edge.to) && edge.from !== edge.to);
  const parents = new Map<string, Set<string>>();
  for (const { from, to } of real) parents.set(to, (parents.get(to) ?? new Set()).add(from));
  const leading = new Set(real.map((edge) => edge.from));
  const leaves = Map.groupBy(
    nodes.filter((node) => parents.get(node.id)?.size === 1 && !leading.has(node.id)),
    (node) => [...(parents.get(node.id) ?? [])][0] ?? '',
  );
  const folds = [...leaves].flatMap(([parent, children]): GraphFold[] => {
    const id = `fold:${parent}`;
    if (children.length <= most + 1 || open.has(id)) return [];
    const hidden = children.toSorted((a, b) => badness(b.health) - badness(a.health)).slice(most);
    return [{ id, parent, hidden, health: worstHealth(hidden.map((node) => node.health)) }];
  });
  const gone = new Set(folds.flatMap((fold) => fold.hidden.map((node) => node.id)));
  return {
    nodes: nodes.filter((node) => !gone.has(node.id)),
    edges: [
      ...real.filter((edge) => !gone.has(edge.to)),
      ...folds.map(({ id, parent, health }) => ({ from: parent, to: id, health })),
    ],
    folds,
  };
}

/** Pixels of a node. */
export const NODE_WIDTH = 208;
export const NODE_HEIGHT = 44;

/** Where the middle of a node stands. */
export interface Spot {
  id: string;
  x: number;
  y: number;
}

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The nearest node in an arrow's direction: what lies ahead counts, what lies aside counts thrice. */
export function nextSpot(spots: readonly Spot[], from: string, key: string): string | undefined {
  const direction = DIRECTIONS[key];
  const here = spots.find((spot) => spot.id === from);
  if (!direction || !here) return undefined;
  const [dx, dy] = direction;
  let best: { id: string; cost: number } | undefined;
  for (const { id, x, y } of spots) {
    const ahead = (x - here.x) * dx + (y - here.y) * dy;
    const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
    if (id === from || ahead <= 0) continue;
    const cost = ahead + 3 * aside;
    if (!best || cost < best.cost) best = { id, cost };
  }
  return best?.id;
}

/** A row of the table that says the same as the graph. */
export interface GraphRow {
  node: GraphNode;
  /** Labels of what leads here, and of what this leads to. */
  from: string;
  to: string;
}

/** Every node with its neighbours in words. */
export function graphRows(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): GraphRow[] {
  const labels = new Map(nodes.map((node) => [node.id, node.label]));
  const listOf = (ids: readonly string[]) => ids.flatMap((id) => labels.get(id) ?? []).join(', ');
  const into = Map.groupBy(edges, (edge) => edge.to);
  const outOf = Map.groupBy(edges, (edge) => edge.from);
  return nodes.map((node) => ({
    node,
    from: listOf((into.get(node.id) ?? []).map((edge) => edge.from)),
    to: listOf((outOf.get(node.id) ?? []).map((edge) => edge.to)),
  }));
}
