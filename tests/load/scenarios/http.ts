import { Agent, get } from 'node:http';
import {
  allTypes,
  createHostLimiter,
  createNetworkWitness,
  parseDocuments,
  type RunDeps,
  runCanary,
} from '@quarterdeck/checks';
import { AppError, CANARY_API_VERSION, type Canary } from '@quarterdeck/contract';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { createEgress } from '@quarterdeck/server';
import type { Report } from '../report.ts';
import { startTarget } from '../support/start-target.ts';

const ROUNDS = 10;
const ROUND_MS = 2000;
const AT_ONCE = 16;

/** Acts again and again, some at once, for the time of a round. Answers acts per second. */
async function rate(act: () => Promise<void>): Promise<number> {
  let acts = 0;
  const began = performance.now();
  const walk = async () => {
    while (performance.now() - began < ROUND_MS) {
      await act();
      acts += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
  return (acts / (performance.now() - began)) * 1000;
}

/** One request as plain node:http makes it, with a connection of its own. */
function bareRequest(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode !== 200 || Buffer.concat(chunks).length === 0) reject(new Error('a bad answer'));
        else resolve();
      });
    });
    request.on('error', reject);
  });
}

function canaryFor(url: string): Canary {
  const document = {
    apiVersion: CANARY_API_VERSION,
    kind: 'Canary',
    metadata: { name: 'bench' },
    spec: { schedule: '@every 30s', http: [{ name: 'probe', url }] },
  };
  const [canary] = parseDocuments(JSON.stringify(document), { fileName: 'bench' }).canaries;
  if (!canary) throw new Error('the document has no canary');
  return canary;
}

function createDeps(): RunDeps {
  const clock = systemClock;
  return {
    types: allTypes,
    egress: createEgress({ settings: { privateRanges: 'allow', allow: [], deny: [] }, clock }),
    clock,
    log: silentLog,
    value: async (source) => source.value ?? '',
    connection: async () => {
      throw new AppError('CONNECTION_NOT_FOUND');
    },
    lastResult: async () => null,
    hostLimiter: createHostLimiter(AT_ONCE),
    networkWitness: createNetworkWitness({ clock }),
    settings: { prometheusUrl: '', scriptEnv: {}, version: 'bench' },
    execAllowed: () => false,
  };
}

/** Whole runs of a canary with one http check, against bare requests; both open a connection for each request. */
export async function measureHttp(report: Report): Promise<void> {
  const target = await startTarget();
  try {
    const url = `http://127.0.0.1:${target.port}/`;
    const agent = new Agent({ keepAlive: false });
    const canary = canaryFor(url);
    const deps = createDeps();
    const check = async () => {
      const { results } = await runCanary(canary, deps);
      if (results[0]?.pass !== true) throw new Error(`the check failed: ${results[0]?.error}`);
    };
    const bare = () => bareRequest(url, agent);
    await rate(check);
    await rate(bare);
    const checks: number[] = [];
    const requests: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      checks.push(await rate(check));
      requests.push(await rate(bare));
    }
    report.add('http.check', checks);
    report.add('http.bare', requests);
    report.add(
      'http.ratio',
      checks.map((value, round) => value / (requests[round] ?? Number.NaN)),
    );
  } finally {
    await target.stop();
  }
}
