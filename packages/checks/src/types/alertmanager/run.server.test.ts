import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext } from '../../testing/context.ts';
import { describeCheckType } from '../../testing/contract-suite.ts';
import { freePort } from '../../testing/ports.ts';
import { serverFolder, startServer, type TestServer } from '../../testing/servers.ts';
import type { Alert } from './alerts.ts';
import { alertmanagerCheck } from './index.ts';
import { alertmanagerSchema } from './schema.ts';

let server: TestServer;
const url = () => `http://127.0.0.1:${server.port}`;

beforeAll(async () => {
  const port = await freePort();
  const folder = await serverFolder('alertmanager');
  const config = join(folder, 'alertmanager.yml');
  await writeFile(config, 'route: {receiver: none}\nreceivers: [{name: none}]\n');
  const listen = [`--web.listen-address=127.0.0.1:${port}`, '--cluster.listen-address='];
  const args = [`--config.file=${config}`, `--storage.path=${folder}`, ...listen];
  server = await startServer('prometheus-alertmanager', args, port, folder);
  const alerts = [
    {
      labels: { alertname: 'KubePodDown', namespace: 'shop', pod: 'web-1', severity: 'critical' },
      annotations: { summary: 'web-1 is down' },
    },
    { labels: { alertname: 'KubeDiskFull', namespace: 'shop', severity: 'warning' } },
    { labels: { alertname: 'Watchdog', severity: 'none' } },
  ];
  const response = await fetch(`${url()}/api/v2/alerts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(alerts),
  });
  expect(response.status).toBe(200);
});
afterAll(() => server?.stop());

async function names(fields: object): Promise<string[]> {
  const spec = alertmanagerSchema.parse({ name: 'x', url: url(), ...fields });
  const outcome = await alertmanagerCheck.run(createTestContext(spec));
  if (Array.isArray(outcome)) throw new Error('one outcome is expected');
  expect(outcome).toMatchObject({ pass: true });
  return (outcome.detail as { alerts: Alert[] }).alerts.map((alert) => alert.name).sort();
}

describeCheckType(alertmanagerCheck, {
  pass: () => ({ name: 'alerts', url: url(), alerts: ['.*'], test: { expr: 'size(results.alerts) == 3' } }),
  fail: { name: 'alerts', url: 'http://127.0.0.1:1' },
});

describe('alertmanager against the real server', () => {
  it('passes whatever is firing, and names the alerts', async () => {
    expect(await names({})).toEqual(['KubeDiskFull/shop', 'KubePodDown/shop/web-1', 'Watchdog']);
  });

  it.each([
    [{ alerts: ['Kube.*'] }, ['KubeDiskFull/shop', 'KubePodDown/shop/web-1']],
    [{ alerts: ['Kube.*', '.*Down'] }, ['KubePodDown/shop/web-1']],
    [{ alerts: ['.*'], ignore: ['Kube.*'] }, ['Watchdog']],
    [{ filters: { severity: 'critical|warning' } }, ['KubeDiskFull/shop', 'KubePodDown/shop/web-1']],
    [{ exclude_filters: { severity: 'none' } }, ['KubeDiskFull/shop', 'KubePodDown/shop/web-1']],
  ])('filters by %j', async (fields, expected) => {
    expect(await names(fields)).toEqual(expected);
  });

  it('reports a matcher that the server refuses', async () => {
    const spec = alertmanagerSchema.parse({ name: 'x', url: url(), alerts: ['('] });
    const outcome = await alertmanagerCheck.run(createTestContext(spec));
    expect(outcome).toMatchObject({
      pass: false,
      errors: [expect.stringMatching(/^received non 2xx from alertmanager: 400/)],
    });
  });
});
