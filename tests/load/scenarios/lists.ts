import { Agent, get } from 'node:http';
import { startProduct } from '../../support/product.ts';
import type { Report } from '../report.ts';
import { summarise } from '../statistics.ts';
import { type ListSamples, listCalls, relatedPath } from '../support/list-calls.ts';
import { residentMegabytes } from '../support/processes.ts';
import { narrowViewer, startViewer } from '../support/viewer.ts';
import { storedWorld } from '../support/world.ts';
import { joinDatabase } from '../support/world-database.ts';

const ROUNDS = 100;
const WARM_UP = 8;
const SAMPLES = 40;
const ROUNDS_AFTER_WRITES = 20;
/** Tables whose lists are counted. */
const WRITTEN = [
  'config_items',
  'config_changes',
  'config_analysis',
  'job_history',
  'playbook_runs',
  'components',
  'notification_send_history',
];

const agent = new Agent({ keepAlive: true });

/** A list that was asked for: milliseconds to the last byte, and the rows of its page. */
interface TimedList {
  ms: number;
  rows: number;
}

/** Rows of the page of which `Content-Range` tells, as `0-49/120`; none as `*\/0`. */
function pageRows(range: string | undefined): number {
  const [, first, last] = /^(\d+)-(\d+)\//.exec(range ?? '') ?? [];
  return first === undefined ? 0 : Number(last) - Number(first) + 1;
}

/** Asks for a list as a browser does. */
function timeList(url: string): Promise<TimedList> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br', prefer: 'count=exact' } }, (response) => {
      response.resume().on('end', () => {
        const { statusCode = 0, headers } = response;
        const timed = { ms: performance.now() - startedAt, rows: pageRows(headers['content-range']) };
        if (statusCode === 200 || statusCode === 206) resolve(timed);
        else reject(new Error(`${url} answered ${statusCode}`));
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}

/** A server and what it is asked about. */
interface Side {
  url: string;
  dataDir: string;
  samples: ListSamples;
}

/** Picked alike in both worlds. */
async function samplesOf(dataDir: string): Promise<ListSamples> {
  const database = await joinDatabase(dataDir);
  try {
    await narrowViewer(database);
    const ids = async (statement: string) =>
      (await database.pool.query<{ id: string }>(statement)).rows.map(({ id }) => id);
    // In a smaller world fewer items fill a page: of those of the larger one the most alike are asked about.
    const filled = (column: string, from: string) =>
      ids(`select ${column} as id from ${from} group by 1 having count(*) >= 50 order by count(*), 1 limit 5`);
    return {
      insights: await filled('config_id', 'config_analysis'),
      runs: await filled('config_id', 'playbook_runs where parent_id is null and config_id is not null'),
      sent: await filled('resource_id', 'notification_send_history where resource_id is not null'),
      items: await ids(`select config_id as id from config_changes group by 1 order by count(*) desc limit ${SAMPLES}`),
      scrapers: await ids('select id from config_scrapers order by name limit 3'),
    };
  } finally {
    await database.stop();
  }
}

const listTimes = (lists: readonly TimedList[]) => lists.map(({ ms }) => ms);

/** Says so where the tenth of the world answers shorter pages: then a part of the ratio is the longer answer. */
function pagesOf({ full, tenth }: Record<'full' | 'tenth', readonly TimedList[]>): string {
  const mean = (lists: readonly TimedList[]) =>
    Math.round(lists.reduce((sum, { rows }) => sum + rows, 0) / lists.length);
  return mean(full) === mean(tenth) ? '' : `, ${mean(full)} rows against ${mean(tenth)}`;
}

/** Times of one call in both worlds in turns. */
async function timeBoth(
  path: (round: number, samples: ListSamples) => string,
  full: Side,
  tenth: Side,
  rounds: number = ROUNDS,
) {
  const times = { full: [] as TimedList[], tenth: [] as TimedList[] };
  const ask = (side: Side, round: number) =>
    timeList(encodeURI(`${side.url}/api/db/${path(round + WARM_UP, side.samples)}`));
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const ofFull = await ask(full, round);
    const ofTenth = await ask(tenth, round);
    if (round < 0) continue;
    times.full.push(ofFull);
    times.tenth.push(ofTenth);
  }
  return times;
}

/**
 * Every list in the whole world when each table was just written to, so that no total is remembered: the 95th percentile
 * of each, and by name those that take longest.
 */
async function noteAfterWrites(report: Report, name: string, { url, dataDir, samples }: Side): Promise<void> {
  const database = await joinDatabase(dataDir);
  const write = () =>
    Promise.all(
      WRITTEN.map((table) =>
        database.pool.query(`update ${table} set id = id where id = (select id from ${table} limit 1)`),
      ),
    );
  const lists: { name: string; times: number[] }[] = [];
  try {
    for (const call of listCalls) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS_AFTER_WRITES; round += 1) {
        await write();
        times.push((await timeList(encodeURI(`${url}/api/db/${call.path(round, samples)}`))).ms);
      }
      lists.push({ name: call.name, times });
    }
  } finally {
    await database.stop();
  }
  const p95 = (times: readonly number[]) => summarise(times).p95;
  const worst = lists.toSorted((a, b) => p95(b.times) - p95(a.times)).slice(0, 6);
  for (const list of worst) report.note(`${list.name}, after writes`, list.times, 'ms');
  report.note(
    `${name} after writes: p95 of each`,
    lists.map(({ times }) => p95(times)),
    'ms',
  );
}

/** Every list in both worlds; the figures are about the worst of them. */
async function measureCalls(report: Report, name: string, full: Side, tenth: Side): Promise<void> {
  const [p95, p99, ratio]: [number[], number[], number[]] = [[], [], []];
  // A server that just started has other things to do, and its database nothing in memory yet.
  for (const call of listCalls) await timeBoth(call.path, full, tenth, 0);
  for (const call of listCalls) {
    const times = await timeBoth(call.path, full, tenth);
    const ofFull = summarise(listTimes(times.full));
    const ofTenth = summarise(listTimes(times.tenth));
    p95.push(ofFull.p95);
    p99.push(ofFull.p99);
    ratio.push(ofFull.p50 / ofTenth.p50);
    report.note(
      `${call.name} (${(ofFull.p50 / ofTenth.p50).toFixed(2)} x${pagesOf(times)})`,
      listTimes(times.full),
      'ms',
    );
  }
  report.add(`${name}.p95`, p95);
  report.add(`${name}.p99`, p99);
  report.add(`${name}.ratio`, ratio);
  await noteAfterWrites(report, name, full);
}

/** Lists and related items in the whole world, beside a tenth of it. */
export async function measureLists(report: Report): Promise<void> {
  const tenth = await storedWorld('tenth');
  const full = await storedWorld('full');
  await measureListsOn(report, full.dataDir, tenth.dataDir);
}

/** The same on worlds in data folders: for the administrator from the product, then for a viewer. */
export async function measureListsOn(report: Report, fullDir: string, tenthDir: string): Promise<void> {
  const [fullSamples, tenthSamples] = await measureAdministrator(report, fullDir, tenthDir);
  const full = await startViewer(fullDir);
  try {
    const tenth = await startViewer(tenthDir);
    await measureCalls(
      report,
      'lists.viewer',
      { url: full.url, dataDir: fullDir, samples: fullSamples },
      { url: tenth.url, dataDir: tenthDir, samples: tenthSamples },
    ).finally(tenth.stop);
  } finally {
    await full.stop();
    agent.destroy();
  }
}

async function measureAdministrator(
  report: Report,
  fullDir: string,
  tenthDir: string,
): Promise<[full: ListSamples, tenth: ListSamples]> {
  const product = await startProduct({ dataDir: fullDir });
  const memory: number[] = [];
  const sampler = setInterval(() => memory.push(residentMegabytes(product.process.pid ?? 0)), 1000);
  try {
    const other = await startProduct({ dataDir: tenthDir });
    try {
      const full = { url: product.url, dataDir: fullDir, samples: await samplesOf(fullDir) };
      const tenth = { url: other.url, dataDir: tenthDir, samples: await samplesOf(tenthDir) };
      await measureCalls(report, 'lists', full, tenth);
      report.add('related', listTimes((await timeBoth(relatedPath, full, tenth)).full));
      report.add('memory.lists', memory);
      return [full.samples, tenth.samples];
    } finally {
      await other.stop();
    }
  } finally {
    clearInterval(sampler);
    await product.stop();
  }
}
