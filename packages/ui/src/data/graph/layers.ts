/** A node of a layered graph: a real one, or a bend of an edge that passes layers. */
export interface LayerNode {
  /** Undefined for a bend. */
  id: string | undefined;
  layer: number;
  /** Neighbours in the layer before and in the layer behind. */
  before: LayerNode[];
  behind: LayerNode[];
}

/**
 * Puts nodes into layers so that edges lead from lower to higher ones, each node one layer behind the farthest that leads
 * to it; a node that nothing leads to stands right before what it leads to. Edges that close a circle count backwards.
 * Edges between layers that are no neighbours bend in each layer between.
 */
export function layersOf(ids: readonly string[], edges: readonly (readonly [string, string])[]): LayerNode[][] {
  const outOf = neighbours(ids, edges);
  const order = orderOf(ids, outOf);
  const place = new Map(order.map((id, i) => [id, i]));
  const forward = [...outOf].flatMap(([from, all]) =>
    [...all].map((to) =>
      (place.get(from) ?? 0) < (place.get(to) ?? 0) ? ([from, to] as const) : ([to, from] as const),
    ),
  );
  const next = neighbours(ids, forward);
  const layer = new Map(ids.map((id) => [id, 0]));
  const at = (id: string) => layer.get(id) ?? 0;
  const led = new Set<string>();
  for (const id of order) {
    for (const to of next.get(id) ?? []) {
      layer.set(to, Math.max(at(to), at(id) + 1));
      led.add(to);
    }
  }
  for (const id of order) {
    const nearest = Math.min(...[...(next.get(id) ?? [])].map(at));
    if (!led.has(id) && Number.isFinite(nearest)) layer.set(id, nearest - 1);
  }
  const nodes = new Map(order.map((id) => [id, node(id, at(id))]));
  const all = [...nodes.values()];
  for (const [from, targets] of next) {
    for (const to of targets) {
      const start = nodes.get(from);
      const end = nodes.get(to);
      if (start && end) all.push(...joined(start, end));
    }
  }
  const byLayer = Map.groupBy(all, (one) => one.layer);
  return Array.from(byLayer, (_, at) => byLayer.get(at) ?? []);
}

function node(id: string | undefined, layer: number): LayerNode {
  return { id, layer, before: [], behind: [] };
}

/** Joins two nodes by way of bends; answers the bends. */
function joined(start: LayerNode, end: LayerNode): LayerNode[] {
  const bends: LayerNode[] = [];
  let last = start;
  for (let layer = start.layer + 1; layer <= end.layer; layer++) {
    const here = layer === end.layer ? end : node(undefined, layer);
    if (here !== end) bends.push(here);
    last.behind.push(here);
    here.before.push(last);
    last = here;
  }
  return bends;
}

function neighbours(ids: readonly string[], edges: readonly (readonly [string, string])[]): Map<string, Set<string>> {
  const found = new Map(ids.map((id) => [id, new Set<string>()]));
  for (const [from, to] of edges) if (from !== to && found.has(to)) found.get(from)?.add(to);
  return found;
}

/** All nodes, each before what it leads to, but for edges that close a circle (reverse of the order a walk leaves them). */
function orderOf(ids: readonly string[], outOf: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left: string[] = [];
  const seen = new Set<string>();
  const led = new Set([...outOf.values()].flatMap((targets) => [...targets]));
  // The last start is left last, which is first in the end.
  for (const start of [...ids.filter((id) => !led.has(id)).reverse(), ...ids]) {
    if (seen.has(start)) continue;
    seen.add(start);
    const path: { id: string; rest: string[] }[] = [{ id: start, rest: [...(outOf.get(start) ?? [])] }];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const to = top.rest.pop();
      if (to === undefined) {
        left.push(top.id);
        path.pop();
      } else if (!seen.has(to)) {
        seen.add(to);
        path.push({ id: to, rest: [...(outOf.get(to) ?? [])] });
      }
    }
  }
  return left.reverse();
}
