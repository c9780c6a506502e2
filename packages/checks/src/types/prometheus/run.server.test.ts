import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext } from '../../testing/context.ts';
import { describeCheckType } from '../../testing/contract-suite.ts';
import { freePort } from '../../testing/ports.ts';
import { serverFolder, startServer, type TestServer } from '../../testing/servers.ts';
import { prometheusCheck } from './index.ts';
import { prometheusSchema } from './schema.ts';

let server: TestServer;
const url = () => `http://127.0.0.1:${server.port}/`;
const probe = (fields: object) =>
  prometheusCheck.run(createTestContext(prometheusSchema.parse({ name: 'x', url: url(), ...fields })));

beforeAll(async () => {
  const port = await freePort();
  const folder = await serverFolder('prometheus');
  const config = join(folder, 'prometheus.yml');
  const targets = `[{targets: ['127.0.0.1:${port}']}]`;
  await writeFile(config, `scrape_configs: [{job_name: self, scrape_interval: 1s, static_configs: ${targets}}]\n`);
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${folder}`, `--web.listen-address=127.0.0.1:${port}`];
  server = await startServer('prometheus', args, port, folder);
  for (let tries = 0; tries < 100; tries += 1) {
    const outcome = await probe({ query: 'up == 1', markFailOnEmpty: true });
    if (!Array.isArray(outcome) && outcome.pass) return;
    await sleep(100);
  }
  throw new Error('prometheus has not scraped itself');
});
afterAll(() => server?.stop());

describeCheckType(prometheusCheck, {
  pass: () => ({ name: 'up', url: url(), query: 'up', test: { expr: 'results[0].value == 1.0 && value == 1.0' } }),
  fail: () => ({ name: 'none', url: url(), query: 'nothing_of_that_name', markFailOnEmpty: true }),
});

describe('prometheus against the real server', () => {
  it('reads a vector, and adds the labels of its first entry', async () => {
    const labels = { __name__: 'up', job: 'self', instance: `127.0.0.1:${server.port}` };
    const entry = { ...labels, value: 1 };
    expect(await probe({ query: 'up' })).toMatchObject({
      pass: true,
      labels,
      detail: [entry],
      variables: { value: 1, firstResult: entry, results: [entry] },
    });
  });

  it.each([
    ['1', 'query returned a scalar, only instant vectors are supported'],
    ['up[1m]', 'query returned a matrix, only instant vectors are supported'],
    ['up{', /^bad_data: /],
  ])('fails on %s', async (query, text) => {
    const outcome = await probe({ query });
    expect(outcome).toMatchObject({
      pass: false,
      errors: [typeof text === 'string' ? text : expect.stringMatching(text)],
    });
  });
});
