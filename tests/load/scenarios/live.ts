import { setTimeout as delay } from 'node:timers/promises';
import { startProduct, temporaryFolder } from '../../support/product.ts';
import type { Report } from '../report.ts';

const CLIENTS = 50;
const CHANGES = 200;
const GAP_MS = 40;
const SETTLE_MS = 1000;

/** Follows the event stream and calls back with each line of data. */
async function follow(url: string, signal: AbortSignal, onData: (data: string) => void): Promise<void> {
  const response = await fetch(`${url}/api/live`, { headers: { accept: 'text/event-stream' }, signal });
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) onData(line.slice('data: '.length));
  }
}

/** From the write of a row through the REST dialect to its event in each of many open consoles. */
export async function measureLive(report: Report): Promise<void> {
  const [dataDir, remove] = await temporaryFolder('bench-live');
  const product = await startProduct({ dataDir });
  const abort = new AbortController();
  const sent = new Map<string, number>();
  const latencies: number[] = [];
  try {
    const streams = Array.from({ length: CLIENTS }, () =>
      follow(product.url, abort.signal, (data) => {
        const seenMs = performance.now();
        if (!data.includes('"properties"')) return;
        const { ids } = JSON.parse(data) as { ids: string[] | null };
        for (const id of ids ?? []) {
          const sentMs = sent.get(id);
          if (sentMs !== undefined) latencies.push(seenMs - sentMs);
        }
      }).catch(() => undefined),
    );
    await delay(SETTLE_MS);
    for (let change = 0; change < CHANGES; change += 1) {
      const name = `bench.${change}`;
      sent.set(name, performance.now());
      const response = await fetch(`${product.url}/api/db/properties`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'return=minimal' },
        body: JSON.stringify({ name, value: 'x' }),
      });
      if (response.status !== 201)
        throw new Error(`the write was refused: ${response.status} ${await response.text()}`);
      await delay(GAP_MS);
    }
    await delay(SETTLE_MS);
    report.add('live', latencies);
    report.add('live.lost', [CLIENTS * CHANGES - latencies.length]);
    abort.abort();
    await Promise.all(streams);
  } finally {
    abort.abort();
    await product.stop();
    await remove();
  }
}
