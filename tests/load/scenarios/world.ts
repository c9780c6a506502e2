import { setTimeout as delay } from 'node:timers/promises';
import { launchBrowser } from '../../support/browser.ts';
import { type Product, startProduct } from '../../support/product.ts';
import type { Report } from '../report.ts';
import { percentile, summarise, timeEach } from '../statistics.ts';
import { closeConnections, fetchBytes } from '../support/fetch-bytes.ts';
import { measurePage } from '../support/page-figures.ts';
import { residentMegabytes } from '../support/processes.ts';
import { longHistory, type StoredWorld, storedWorld } from '../support/world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SUMMARY_ROUNDS = 40;
const HISTORY_ROUNDS = 100;
/** The summary may be answered from memory for a second; each request waits that long. */
const SUMMARY_GAP_MS = 1050;
const WINDOWS = { '1h': HOUR_MS, '30d': 30 * DAY_MS, '5y': 5 * 365 * DAY_MS } as const;

/** The summary of both worlds in turn: its time and size, and what ten times the history costs. */
async function measureSummary(report: Report, full: Product, tenth: Product): Promise<void> {
  const sizes: number[] = [];
  const times: Record<'full' | 'tenth', number[]> = { full: [], tenth: [] };
  const read = async (product: Product) => {
    await delay(SUMMARY_GAP_MS);
    const startedAt = performance.now();
    const bytes = await fetchBytes(`${product.url}/api/summary`);
    return { ms: performance.now() - startedAt, kilobytes: bytes.length / 1000 };
  };
  for (let round = -3; round < SUMMARY_ROUNDS; round += 1) {
    const ofFull = await read(full);
    const ofTenth = await read(tenth);
    if (round < 0) continue;
    times.full.push(ofFull.ms);
    times.tenth.push(ofTenth.ms);
    sizes.push(ofFull.kilobytes);
  }
  report.add('summary.time', times.full);
  report.add('summary.size', sizes);
  report.add('summary.history-ratio', [summarise(times.full).p50 / summarise(times.tenth).p50]);
}

/** The history of one check in windows that end at a different instant each time. */
async function measureHistory(report: Report, product: Product, world: StoredWorld): Promise<void> {
  for (const [name, lengthMs] of Object.entries(WINDOWS)) {
    const times = await timeEach(HISTORY_ROUNDS, 5, (round) => {
      const endMs = world.nowMs - (round + 5) * 7_000;
      return fetchBytes(graphUrl(product, world, endMs - lengthMs, endMs));
    });
    report.add(`history.${name}`, times);
  }
}

function graphUrl(product: Product, world: StoredWorld, fromMs: number, toMs: number): string {
  const [start, end] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  return `${product.url}/api/graph?check=${world.longCheck}&start=${start}&end=${end}`;
}

interface Graph {
  latency: { p95: number; p97: number; p99: number };
}

/** How far percentiles of many windows are from those of all results in them, in percent. */
async function measureError(report: Report, product: Product, world: StoredWorld): Promise<void> {
  const history = longHistory(world.nowMs);
  const today = Math.floor(world.nowMs / DAY_MS) * DAY_MS;
  const errors: number[] = [];
  for (const days of [0.1, 1, 6.5, 30, 90, 200, 365, 800, 1500, 1824]) {
    const fromMs = days < 7 ? Math.round(today - days * DAY_MS) : today - days * DAY_MS;
    const text = await fetchBytes(graphUrl(product, world, fromMs, today), { encoding: 'identity' });
    const { latency } = JSON.parse(text.toString()) as Graph;
    const exact = history.durationsMs
      .filter((_, index) => {
        const atMs = (history.times[index] ?? 0) * 1000;
        return atMs >= fromMs && atMs < today;
      })
      .sort((a, b) => a - b);
    for (const [name, p] of [
      ['p95', 0.95],
      ['p97', 0.97],
      ['p99', 0.99],
    ] as const) {
      const truth = percentile(exact, p);
      errors.push((Math.abs(latency[name] - truth) / truth) * 100);
    }
  }
  report.add('history.error', errors);
}

async function measureConsole(report: Report, product: Product): Promise<void> {
  const browser = await launchBrowser();
  await measurePage(report, browser, product.url).finally(() => browser.close());
}

/** The console alone on the same world. */
export async function measureWorldPage(report: Report): Promise<void> {
  const { dataDir } = await storedWorld('full');
  const product = await startProduct({ dataDir });
  await measureConsole(report, product).finally(product.stop);
}

/** The product on the world of 10,000 checks with thirty days of results: its answers, its page, its memory. */
export async function measureWorld(report: Report): Promise<void> {
  const tenthWorld = await storedWorld('tenth');
  const world = await storedWorld('full');
  const full = await startProduct({ dataDir: world.dataDir });
  const memory: number[] = [];
  const sampler = setInterval(() => memory.push(residentMegabytes(full.process.pid ?? 0)), 1000);
  try {
    const tenth = await startProduct({ dataDir: tenthWorld.dataDir });
    await measureSummary(report, full, tenth).finally(tenth.stop);
    await measureHistory(report, full, world);
    await measureError(report, full, world);
    await measureConsole(report, full);
    report.add('memory.world', memory);
  } finally {
    clearInterval(sampler);
    closeConnections();
    await full.stop();
  }
}
