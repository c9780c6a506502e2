import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CANARY_API_VERSION } from '@quarterdeck/contract';
import { launchBrowser, openPage } from '../../support/browser.ts';
import { startProduct, temporaryFolder } from '../../support/product.ts';
import type { Report } from '../report.ts';
import { IN_PAGE } from '../support/page-figures.ts';

const SAMPLES = 80;
const WARM_UP = 5;
const NAME = 'flips each second';

/** Something that happened, in epoch milliseconds: the service answered, or the console showed it. */
interface Moment {
  atMs: number;
  pass: boolean;
}

/** A service that answers 200 and 503 in turn, and remembers when it had answered. */
async function startFlipping(): Promise<{ url: string; answered: Moment[]; stop: () => void }> {
  const answered: Moment[] = [];
  let pass = true;
  const server = createServer((_request, response) => {
    pass = !pass;
    const moment = { pass, atMs: 0 };
    response.on('finish', () => answered.push({ ...moment, atMs: Date.now() }));
    response.writeHead(pass ? 200 : 503).end('answer');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/`, answered, stop: () => server.close() };
}

/** From each answer to the first change after it that shows the same, before the next answer. */
export function delays(answered: readonly Moment[], shown: readonly Moment[]): number[] {
  return answered.map(({ atMs, pass }) => {
    const change = shown.find((moment) => moment.atMs >= atMs && moment.pass === pass);
    return change ? change.atMs - atMs : Number.POSITIVE_INFINITY;
  });
}

/** From the end of the probed service's answer to the change in an open console. */
export async function measurePixel(report: Report): Promise<void> {
  const [dataDir, remove] = await temporaryFolder('bench-pixel');
  const service = await startFlipping();
  const browser = await launchBrowser();
  try {
    const configDir = join(dataDir, 'documents');
    mkdirSync(configDir);
    const document = {
      apiVersion: CANARY_API_VERSION,
      kind: 'Canary',
      metadata: { name: 'pixel' },
      spec: { schedule: '@every 1s', http: [{ name: NAME, url: service.url, responseCodes: [200] }] },
    };
    writeFileSync(join(configDir, 'pixel.yaml'), JSON.stringify(document));
    const product = await startProduct({ dataDir, env: { QD_CONFIG_DIR: configDir } });
    try {
      const { page } = await openPage(browser, { context: { bypassCSP: true } });
      await page.addInitScript({ path: IN_PAGE });
      await page.goto(`${product.url}/health?groupBy=no-group&hidePassing=false`);
      await page.getByRole('row', { name: NAME }).waitFor();
      await page.evaluate(`bench.watchRow(${JSON.stringify(NAME)})`);
      const first = service.answered.length + WARM_UP;
      while (service.answered.length < first + SAMPLES) await delay(500);
      await delay(2000);
      report.add(
        'pixel',
        delays(service.answered.slice(first, first + SAMPLES), await page.evaluate<Moment[]>('bench.moments()')),
      );
    } finally {
      await product.stop();
    }
  } finally {
    await browser.close();
    service.stop();
    await remove();
  }
}
