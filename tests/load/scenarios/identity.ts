import { setTimeout as delay } from 'node:timers/promises';
import { type Product, startProduct } from '../../support/product.ts';
import type { Report } from '../report.ts';
import { closeConnections, fetchBytes } from '../support/fetch-bytes.ts';
import { addAdministrator, signIn } from '../support/sign-in.ts';
import { type StoredWorld, storedWorld } from '../support/world.ts';
import { measureTelling } from './telling.ts';

const AT_ONCE = 50;
const SUMMARY_ROUNDS = 40;
/** The summary may be answered from memory for a second; each request waits that long. */
const SUMMARY_GAP_MS = 1050;
const HOUR_MS = 3_600_000;
const WINDOW_ROUNDS = 100;

/** Fifty sign-ins at once, again and again until it is ended. */
function keepSigningIn(url: string, password: string) {
  const times: number[] = [];
  let isEnded = false;
  let made = 0;
  const walk = async () => {
    while (!isEnded) {
      made += 1;
      const source = `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}`;
      const began = performance.now();
      await signIn(url, password, source);
      times.push(performance.now() - began);
    }
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, walk));
  return {
    times,
    async end() {
      isEnded = true;
      await all;
    },
  };
}

async function timed(url: string, cookie: string): Promise<number> {
  const began = performance.now();
  await fetchBytes(url, { cookie });
  return performance.now() - began;
}

/** The health API as a person who is signed in reads it. */
async function readHealth({ url }: Product, { longCheck, nowMs }: StoredWorld, cookie: string) {
  const summary: number[] = [];
  for (let round = -3; round < SUMMARY_ROUNDS; round += 1) {
    await delay(SUMMARY_GAP_MS);
    const ms = await timed(`${url}/api/summary`, cookie);
    if (round >= 0) summary.push(ms);
  }
  const windows: number[] = [];
  for (let round = 0; round < WINDOW_ROUNDS; round += 1) {
    const endMs = nowMs - (round + 5) * 7000;
    const [start, end] = [endMs - HOUR_MS, endMs].map((ms) => new Date(ms).toISOString());
    windows.push(await timed(`${url}/api/graph?check=${longCheck}&start=${start}&end=${end}`, cookie));
  }
  return { summary, windows };
}

/** What the time of a sign-in tells; then the health API of 10,000 checks while fifty people sign in at once, and without. */
export async function measureIdentity(report: Report): Promise<void> {
  await measureTelling(report);
  const world = await storedWorld('tenth');
  const password = await addAdministrator(world.dataDir);
  const product = await startProduct({
    dataDir: world.dataDir,
    env: {
      QD_MODE: 'self-hosted',
      QD_BREACH_URL: 'off',
      QD_TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  try {
    const cookie = await signIn(product.url, password, '10.255.255.254');
    const alone = await readHealth(product, world, cookie);
    report.note('identity.summary-alone', alone.summary, 'ms');
    report.note('identity.history-alone', alone.windows, 'ms');
    const load = keepSigningIn(product.url, password);
    const beside = await readHealth(product, world, cookie).finally(load.end);
    report.add('identity.summary', beside.summary);
    report.add('identity.history', beside.windows);
    report.add('identity.sign-in', load.times);
  } finally {
    closeConnections();
    await product.stop();
  }
}
