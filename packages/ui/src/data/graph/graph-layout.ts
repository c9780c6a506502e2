import { type LayerNode, layersOf } from './layers.ts';
import { type FoldedGraph, NODE_HEIGHT, NODE_WIDTH, type Spot } from './model.ts';

/** Pixels between neighbours of a layer, and between layers. */
const GAP = 14;
const LAYER_GAP = 64;
/** Times that the layers are walked forth and back to untangle edges, and to straighten them. */
const UNTANGLINGS = 16;
const STRAIGHTENINGS = 4;

/**
 * Places nodes in layers along their edges; answers where their middles stand, in pixels. Within a layer nodes stand in
 * the order that crosses fewest edges (means of neighbours, layer by layer), as near to their neighbours as the others
 * leave room for. The same graph is always placed the same way.
 */
export function placeNodes({ nodes, edges, folds }: FoldedGraph, direction: 'right' | 'down'): Spot[] {
  const isRight = direction === 'right';
  const size = isRight ? NODE_HEIGHT : NODE_WIDTH;
  const step = LAYER_GAP + (isRight ? NODE_WIDTH : NODE_HEIGHT);
  const ids = [...nodes, ...folds].map((node) => node.id);
  const layers = untangle(
    layersOf(
      ids,
      edges.map(({ from, to }) => [from, to] as const),
    ),
  );
  const along = straighten(layers, size);
  const spots = new Map<string, Spot>();
  for (const node of layers.flat()) {
    if (node.id === undefined) continue;
    const across = node.layer * step;
    const at = along.get(node) ?? 0;
    spots.set(node.id, isRight ? { id: node.id, x: across, y: at } : { id: node.id, x: at, y: across });
  }
  return ids.flatMap((id) => spots.get(id) ?? []);
}

/** Orders each layer by the mean place of the neighbours, forth and back; keeps the order with the fewest crossings. */
function untangle(layers: LayerNode[][]): LayerNode[][] {
  let best = layers;
  let fewest = crossings(layers);
  let now = layers;
  for (let turn = 0; turn < UNTANGLINGS && fewest > 0; turn++) {
    now = turn % 2 === 0 ? sweep(now, 'before') : sweep(now.toReversed(), 'behind').reverse();
    const found = crossings(now);
    if (found < fewest) [best, fewest] = [now, found];
  }
  return best;
}

function sweep(layers: readonly LayerNode[][], side: 'before' | 'behind'): LayerNode[][] {
  const place = new Map<LayerNode, number>();
  return layers.map((layer) => {
    const mean = new Map(layer.map((node, i) => [node, meanOf(node[side], place) ?? i]));
    const ordered = layer.toSorted((a, b) => (mean.get(a) ?? 0) - (mean.get(b) ?? 0));
    ordered.forEach((node, i) => {
      place.set(node, i);
    });
    return ordered;
  });
}

/** How many pairs of edges between neighbouring layers cross: inversions, counted with a tree of sums. */
export function crossings(layers: readonly LayerNode[][]): number {
  let count = 0;
  for (let i = 1; i < layers.length; i++) {
    const place = new Map((layers[i] ?? []).map((node, at) => [node, at]));
    const sums = new Int32Array(place.size + 1);
    let passed = 0;
    for (const node of layers[i - 1] ?? []) {
      const ends = node.behind.map((end) => place.get(end) ?? 0);
      for (const end of ends) {
        count += passed;
        for (let at = end + 1; at > 0; at -= at & -at) count -= sums[at] ?? 0;
      }
      for (const end of ends) for (let at = end + 1; at <= place.size; at += at & -at) sums[at] = (sums[at] ?? 0) + 1;
      passed += ends.length;
    }
  }
  return count;
}

/** The place of each node along its layer: near the mean of its neighbours, in order, never closer than the gap. */
function straighten(layers: readonly LayerNode[][], size: number): Map<LayerNode, number> {
  const along = new Map<LayerNode, number>();
  const settle = (layer: readonly LayerNode[], wanted: (node: LayerNode) => number | undefined) => {
    const offsets = offsetsIn(layer, size);
    const free = layer.map((node, i) => (wanted(node) ?? along.get(node) ?? offsets[i] ?? 0) - (offsets[i] ?? 0));
    rising(free).forEach((at, i) => {
      const node = layer[i];
      if (node) along.set(node, at + (offsets[i] ?? 0));
    });
  };
  for (const layer of layers) settle(layer, (node) => meanOf(node.before, along));
  for (let turn = 0; turn < STRAIGHTENINGS; turn++) {
    for (const layer of layers.toReversed()) settle(layer, (node) => meanOf([...node.behind, ...node.before], along));
    for (const layer of layers) settle(layer, (node) => meanOf([...node.before, ...node.behind], along));
  }
  return along;
}

/** Where the nodes of a layer stand when they are packed; bends are as thin as a gap. */
function offsetsIn(layer: readonly LayerNode[], size: number): number[] {
  let end = 0;
  return layer.map(({ id }) => {
    const own = id === undefined ? 0 : size;
    const middle = end + own / 2;
    end += own + GAP;
    return middle;
  });
}

/** The rising numbers that are nearest to these (least squares: neighbours out of order share their mean). */
export function rising(wanted: readonly number[]): number[] {
  const blocks: { sum: number; count: number }[] = [];
  for (const one of wanted) {
    let last = { sum: one, count: 1 };
    for (let previous = blocks.at(-1); previous && previous.sum / previous.count > last.sum / last.count; ) {
      last = { sum: previous.sum + last.sum, count: previous.count + last.count };
      blocks.pop();
      previous = blocks.at(-1);
    }
    blocks.push(last);
  }
  return blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}

function meanOf(nodes: readonly LayerNode[], place: ReadonlyMap<LayerNode, number>): number | undefined {
  const known = nodes.flatMap((node) => place.get(node) ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, at) => sum + at, 0) / known.length;
}
