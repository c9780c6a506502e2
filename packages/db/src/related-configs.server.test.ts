import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let rows: Rows;

const id = (n: number): string => `00000000-0000-0000-0000-${String(n + 1).padStart(12, '0')}`;

interface Edge {
  from: number;
  to: number;
  relation: string;
  deleted: boolean;
}
interface Graph {
  /** The parent of each node, by number, always a smaller one. */
  parents: (number | null)[];
  deleted: boolean[];
  edges: Edge[];
}
interface Call {
  start: number;
  typeFilter: string;
  includeDeleted: boolean;
  maxDepth: number;
  incoming: string;
  outgoing: string;
}

beforeAll(async () => {
  test = await createTestDatabase();
  rows = rowsOf(test.database);
});
afterAll(() => test.drop());
beforeEach(() => store({ parents: [], deleted: [], edges: [] }));

function pathOf(graph: Graph, node: number): number[] {
  const parent = graph.parents[node];
  return parent === null || parent === undefined ? [] : [...pathOf(graph, parent), parent];
}

async function store(graph: Graph): Promise<void> {
  await rows.all('delete from config_relationships');
  await rows.all('update config_items set parent_id = null');
  await rows.all('delete from config_items');
  if (graph.parents.length === 0) return;
  await rows.all(
    `insert into config_items (id, type, config_class, name, path, deleted_at)
      select id::uuid, 'T', 'T', name, path, case when deleted then now() end
      from jsonb_to_recordset($1) as t(id text, name text, path text, deleted boolean)`,
    [
      JSON.stringify(
        graph.parents.map((_, n) => ({
          id: id(n),
          name: `n${n}`,
          path: pathOf(graph, n).map(id).join('.'),
          deleted: graph.deleted[n],
        })),
      ),
    ],
  );
  await rows.all('delete from config_relationships');
  await rows.all(
    `insert into config_relationships (config_id, related_id, relation, deleted_at)
      select config_id::uuid, related_id::uuid, relation, case when deleted then now() end
      from jsonb_to_recordset($1) as t(config_id text, related_id text, relation text, deleted boolean) on conflict do nothing`,
    [
      JSON.stringify(
        graph.edges.map(({ from, to, relation, deleted }) => ({
          config_id: id(from),
          related_id: id(to),
          relation,
          deleted,
        })),
      ),
    ],
  );
}

interface Related {
  id: number;
  related: number[] | null;
  depth: number | null;
}

/** The specification word by word: every path is walked, a node that is on the path already ends it. */
function relatedSlowly(graph: Graph, call: Call): Related[] {
  const found: { from: number; to: number; depth: number }[] = [];
  // Two edges of the same ends and relation cannot be stored: the first one counts.
  const stored = graph.edges.filter(
    (edge, n) =>
      graph.edges.findIndex((e) => e.from === edge.from && e.to === edge.to && e.relation === edge.relation) === n,
  );
  const walk = (node: number, path: readonly number[], depth: number, way: 'incoming' | 'outgoing'): void => {
    for (const edge of stored) {
      if (edge.deleted || (way === 'outgoing' ? edge.from : edge.to) !== node) continue;
      if ((way === 'outgoing' ? call.outgoing : call.incoming) === 'hard' && edge.relation !== 'hard') continue;
      found.push({ from: edge.from, to: edge.to, depth });
      const next = way === 'outgoing' ? edge.to : edge.from;
      if (depth < call.maxDepth && !path.includes(next)) walk(next, [...path, next], depth + 1, way);
    }
  };
  if (call.typeFilter !== 'incoming') walk(call.start, [call.start], 1, 'outgoing');
  if (call.typeFilter !== 'outgoing') walk(call.start, [call.start], 1, 'incoming');
  const chain = [...pathOf(graph, call.start), call.start].reverse();
  chain.slice(1).forEach((ancestor, n) => {
    found.push({ from: ancestor, to: chain[n] ?? call.start, depth: n + 1 });
  });
  const nodes = new Set([call.start, ...found.map(({ from }) => from)]);
  if (call.maxDepth > 0) for (const { to } of found) nodes.add(to);
  return [...nodes]
    .filter((node) => call.includeDeleted || !graph.deleted[node])
    .map((node) => {
      const own = found.filter(({ from }) => from === node);
      return {
        id: node,
        related: own.length === 0 ? null : [...new Set(own.map(({ to }) => to))].sort((a, b) => a - b),
        depth: own.length === 0 ? null : Math.min(...own.map(({ depth }) => depth)),
      };
    })
    .sort((a, b) => (a.depth ?? 1e9) - (b.depth ?? 1e9) || (`n${a.id}` < `n${b.id}` ? -1 : 1));
}

const numberOf = (uuid: unknown): number => Number(String(uuid).slice(-12)) - 1;

async function relatedFast(call: Call): Promise<Related[]> {
  const args = [id(call.start), call.typeFilter, call.includeDeleted, call.maxDepth, call.incoming, call.outgoing];
  const found = await rows.all('select id, related_ids from related_configs_recursive($1, $2, $3, $4, $5, $6)', args);
  const depths = await rows.all(
    'select id, min(depth) as depth from config_relationships_recursive($1, $2, $3, $4, $5) group by id',
    [id(call.start), call.typeFilter, call.maxDepth, call.incoming, call.outgoing],
  );
  return found.map((row: Row) => ({
    id: numberOf(row.id),
    related: (row.related_ids as string[] | null)?.map(numberOf) ?? null,
    depth: (depths.find((d) => d.id === row.id)?.depth as number | undefined) ?? null,
  }));
}

const graphs = fc.integer({ min: 1, max: 8 }).chain((size) =>
  fc.record({
    parents: fc.tuple(
      ...Array.from({ length: size }, (_, n) =>
        n === 0 ? fc.constant(null) : fc.option(fc.nat({ max: n - 1 }), { nil: null }),
      ),
    ),
    deleted: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
    edges: fc.array(
      fc.record({
        from: fc.nat({ max: size - 1 }),
        to: fc.nat({ max: size - 1 }),
        relation: fc.constantFrom('hard', 'uses'),
        deleted: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      }),
      { maxLength: 14 },
    ),
  }),
);
const calls = fc.record({
  start: fc.nat(),
  typeFilter: fc.constantFrom('incoming', 'outgoing', 'all', 'whatever'),
  includeDeleted: fc.boolean(),
  maxDepth: fc.integer({ min: 0, max: 6 }),
  incoming: fc.constantFrom('hard', 'soft', 'both'),
  outgoing: fc.constantFrom('hard', 'soft', 'both'),
});

describe('related_configs_recursive', () => {
  it('gives the nodes, related ids, depths and order that the specification computes path by path', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, fc.array(calls, { minLength: 3, maxLength: 6 }), async (graph, some) => {
        await store(graph);
        for (const call of some) {
          const placed = { ...call, start: call.start % graph.parents.length };
          expect(await relatedFast(placed)).toEqual(relatedSlowly(graph, placed));
        }
      }),
      { numRuns: 120, seed: 42 },
    );
  }, 60_000);

  it('has outgoing, five levels, no deleted items as defaults', async () => {
    const chain = Array.from({ length: 8 }, (_, n) => ({ from: n, to: n + 1, relation: 'uses', deleted: false }));
    await store({ parents: Array(9).fill(null), deleted: [...Array(8).fill(false), true], edges: chain });
    const found = await rows.all('select id from related_configs_recursive($1)', [id(2)]);
    expect(found.map((row) => numberOf(row.id)).sort()).toEqual([2, 3, 4, 5, 6, 7]);
    expect(await rows.all('select * from related_configs_recursive($1)', [id(100)])).toEqual([]);
  });

  it('does not show a deleted start either, unless asked to', async () => {
    await store({ parents: [null], deleted: [true], edges: [] });
    expect(await rows.all('select id from related_configs_recursive($1)', [id(0)])).toEqual([]);
    expect(
      await rows.all('select id, related_ids from related_configs_recursive($1, include_deleted_configs => true)', [
        id(0),
      ]),
    ).toEqual([{ id: id(0), related_ids: null }]);
  });
});

describe('its relatives', () => {
  beforeEach(() =>
    store({
      parents: [null, 0, 1, null],
      deleted: [false, false, false, false],
      edges: [
        { from: 2, to: 3, relation: 'uses', deleted: false },
        { from: 3, to: 2, relation: 'hard', deleted: false },
      ],
    }),
  );

  it('related_configs stays with direct relationships, in both directions', async () => {
    const found = await rows.all('select id, related_ids from related_configs($1)', [id(2)]);
    expect(found.map((row) => [numberOf(row.id), row.related_ids])).toEqual([
      [1, [id(2)]],
      [2, [id(3)]],
      [3, [id(2)]],
      [0, [id(1)]],
    ]);
  });

  it('get_recursive_path goes up, nearest first', async () => {
    expect(await rows.all('select * from get_recursive_path($1)', [id(2)])).toEqual([
      { id: id(1), related_id: id(2), relation_type: 'parent', direction: 'incoming', depth: 1 },
      { id: id(0), related_id: id(1), relation_type: 'parent', direction: 'incoming', depth: 2 },
    ]);
    expect(await rows.all('select * from get_recursive_path($1)', [id(0)])).toEqual([]);
  });

  it('config_relationships_recursive tells relation, direction and depth', async () => {
    expect(await rows.all("select * from config_relationships_recursive($1, 'outgoing', 2)", [id(3)])).toEqual([
      { id: id(3), related_id: id(2), relation_type: 'hard', direction: 'outgoing', depth: 1 },
      { id: id(2), related_id: id(3), relation_type: 'uses', direction: 'outgoing', depth: 2 },
    ]);
    expect(
      await rows.all("select id from config_relationships_recursive($1, 'outgoing', 2, 'both', 'hard')", [id(2)]),
    ).toEqual([{ id: id(1) }, { id: id(0) }]);
  });

  it('related_config_ids_recursive gives the far ends', async () => {
    expect(await rows.all("select * from related_config_ids_recursive($1, 'all', 1)", [id(3)])).toEqual([
      { id: id(2), direction: 'incoming', depth: 1 },
      { id: id(2), direction: 'outgoing', depth: 1 },
    ]);
  });

  it('config_path is read from the parents', async () => {
    await rows.all('update config_items set parent_id = $2 where id = $1', [id(1), id(0)]);
    await rows.all('update config_items set parent_id = $2 where id = $1', [id(2), id(1)]);
    expect(await rows.one('select config_path($1) as path', [id(2)])).toEqual({ path: `${id(0)}.${id(1)}` });
    expect(await rows.one('select config_path($1) as path', [id(0)])).toEqual({ path: '' });
    await rows.all('update config_items set parent_id = $2 where id = $1', [id(0), id(2)]);
    expect(await rows.one('select config_path($1) as path', [id(0)])).toEqual({ path: `${id(1)}.${id(2)}` });
  });
});
