import { Graph, layout } from '@dagrejs/dagre';
import { type FoldedGraph, NODE_HEIGHT, NODE_WIDTH, type Spot } from './model.ts';

/** Places nodes in layers along their edges; answers where their middles stand, in pixels. */
export function placeNodes({ nodes, edges, folds }: FoldedGraph, direction: 'right' | 'down'): Spot[] {
  const graph = new Graph();
  graph.setGraph({ rankdir: direction === 'right' ? 'LR' : 'TB', nodesep: 14, ranksep: 64 });
  graph.setDefaultEdgeLabel(() => ({}));
  const ids = [...nodes, ...folds].map((node) => node.id);
  for (const id of ids) graph.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT });
  for (const edge of edges) graph.setEdge(edge.from, edge.to);
  layout(graph);
  return ids.map((id) => {
    const { x, y } = graph.node(id);
    return { id, x: x ?? 0, y: y ?? 0 };
  });
}
