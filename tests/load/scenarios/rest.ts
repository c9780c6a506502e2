import { cpus } from 'node:os';
import { startProduct } from '../../support/product.ts';
import type { Report } from '../report.ts';
import { type LoadRequest, openLoadClient, wireRequest } from '../support/load-client.ts';
import { pin } from '../support/processes.ts';
import { keepAwake, type RestSide, startBare, startReference } from '../support/rest-sides.ts';
import { storedWorld } from '../support/world.ts';
import { embeddedUrl, joinDatabase } from '../support/world-database.ts';

/** Whoever answers shares a core with the database; the load has the other one, so that it never holds them up. */
const SERVER_CORE = 1;
const LOAD_CORE = 0;
const CONNECTIONS = [1, 8, 64] as const;
const ROUNDS = 5;
const ROUND_MS = 600;
const WARM_UP_MS = 300;
/** Code that was just loaded is slow, and a server that just started has other things to do. */
const FIRST_WARM_UP_MS = 3000;
const SAMPLES = 500;
/** The title of the rows that are inserted, by which they are removed again. */
const MARK = 'bench of the REST dialect';

const ROW = 'config_items';
const ROW_QUERY = 'id=eq.KEY&select=id,name,type,status,health,tags,created_at';

interface Kind {
  name: string;
  requests: LoadRequest[];
}

/** What is asked of both sides: the same paths, after the base. */
function kindsOf(items: readonly string[]): Kind[] {
  const json = { 'content-type': 'application/json', prefer: 'return=minimal' };
  const list = (offset: number) =>
    `/config_items?select=id,name,type,status,health,tags,created_at&type=eq.Kubernetes::Pod&deleted_at=is.null&order=name&limit=50&offset=${offset}`;
  const nested = (offset: number) =>
    `/incidents?select=id,title,status,hypotheses(id,title,type,evidences(id,type,description))&order=created_at.desc&limit=20&offset=${offset}`;
  return [
    { name: 'row', requests: items.map((id) => ({ path: `/${ROW}?${ROW_QUERY.replace('KEY', id)}` })) },
    {
      name: 'list',
      requests: Array.from({ length: 20 }, (_, page) => ({
        path: list(page * 50),
        headers: { prefer: 'count=exact' },
      })),
    },
    { name: 'embed', requests: Array.from({ length: 20 }, (_, page) => ({ path: nested(page * 20) })) },
    {
      name: 'insert',
      requests: [
        {
          method: 'POST',
          path: '/saved_query',
          headers: json,
          body: JSON.stringify({ query: 'type=Kubernetes::Pod', description: MARK }),
        },
      ],
    },
    { name: 'call', requests: items.map((id) => ({ path: `/rpc/uuid_to_ulid?id=${id}` })) },
  ];
}

interface Side {
  name: string;
  rest: Pick<RestSide, 'port'>;
  /** The same request as this side wants it. */
  wire: (request: LoadRequest) => Buffer;
}

/** Requests a second of all sides in turns, round by round. */
async function interleave(sides: readonly Side[], connections: number, kind: Kind): Promise<Map<string, number[]>> {
  const clients = await Promise.all(
    sides.map(async (side) => ({
      name: side.name,
      client: await openLoadClient(side.rest.port, connections),
      requests: kind.requests.map(side.wire),
    })),
  );
  const rates = new Map(sides.map(({ name }) => [name, [] as number[]]));
  try {
    for (const { client, requests } of clients) await client.rate(requests, WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, client, requests } of clients) rates.get(name)?.push(await client.rate(requests, ROUND_MS));
    }
  } finally {
    for (const { client } of clients) client.close();
  }
  return rates;
}

const ratios = (ours: readonly number[], theirs: readonly number[]) =>
  ours.map((value, round) => value / (theirs[round] ?? Number.NaN));

async function measureKinds(report: Report, kinds: readonly Kind[], ours: Side, reference: Side, bare: Side) {
  const rowRates: number[] = [];
  for (const side of [ours, reference, bare]) {
    const client = await openLoadClient(side.rest.port, 8);
    await client.rate(kinds[0]?.requests.map(side.wire) ?? [], FIRST_WARM_UP_MS);
    client.close();
  }
  for (const kind of kinds) {
    for (const connections of CONNECTIONS) {
      const sides = kind.name === 'row' ? [ours, reference, bare] : [ours, reference];
      const rates = await interleave(sides, connections, kind);
      const of = (side: Side) => rates.get(side.name) ?? [];
      for (const side of sides) report.note(`${kind.name}.${connections} ${side.name}`, of(side), '/s');
      report.add(`rest.${kind.name}.${connections}`, ratios(of(ours), of(reference)));
      if (kind.name !== 'row') continue;
      report.add(`rest.bare.${connections}`, ratios(of(ours), of(bare)));
      if (connections === Math.max(...CONNECTIONS)) rowRates.push(...of(ours));
    }
  }
  report.add('rest.rate', rowRates);
}

/** The dialect beside PostgREST and beside the bare driver, on one database, in turns. */
export async function measureRest(report: Report): Promise<void> {
  await measureRestOn(report, (await storedWorld('full')).dataDir);
}

/** The same on a world in a data folder. */
export async function measureRestOn(report: Report, dataDir: string): Promise<void> {
  const product = await startProduct({ dataDir, wrapper: ['taskset', '-c', String(SERVER_CORE)] });
  const stops: (() => Promise<unknown>)[] = [product.stop];
  try {
    // The database is a child of the product and so on its core.
    pin(process.pid, LOAD_CORE);
    stops.push(keepAwake(LOAD_CORE));
    const url = embeddedUrl(dataDir);
    const database = await joinDatabase(dataDir);
    stops.push(database.stop);
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from ${ROW} order by md5(id::text) limit $1`,
      [SAMPLES],
    );
    const reference = await startReference(url, SERVER_CORE);
    stops.push(reference.stop);
    const bare = await startBare(url, SERVER_CORE, ROW, ROW_QUERY);
    stops.push(bare.stop);
    // The product follows changes of rows whoever writes them, on the core of the servers: it would pay for both sides.
    await database.pool.query('alter table saved_query disable trigger change_feed_insert');
    stops.push(async () => {
      await database.pool.query('alter table saved_query enable trigger change_feed_insert');
      await database.pool.query('delete from saved_query where description = $1', [MARK]);
    });
    await measureKinds(
      report,
      kindsOf(rows.map(({ id }) => id)),
      {
        name: 'ours',
        rest: product,
        wire: (request) => wireRequest({ ...request, path: `/api/db${request.path}` }),
      },
      { name: 'reference', rest: reference, wire: wireRequest },
      {
        name: 'bare',
        rest: bare,
        wire: ({ path }) => wireRequest({ path: `/${/id=eq\.([\w-]+)/.exec(path)?.[1] ?? ''}` }),
      },
    );
  } finally {
    pin(process.pid, `0-${cpus().length - 1}`);
    for (const stop of stops.reverse()) await stop();
  }
}
