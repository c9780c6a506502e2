import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createTelemetry } from './telemetry.ts';

it('writes what the tool of Prometheus itself can read', async () => {
  const telemetry = createTelemetry({ version: '1', labelsAllowlist: ['team'] });
  for (const [key, outcome] of [
    ['a', 'success'],
    ['b', 'failed'],
    ['b', 'invalid'],
    ['c', 'error'],
  ] as const) {
    telemetry.checks.record({
      labels: {
        type: 'http',
        endpoint: 'a "quoted" \\ path\nwith two lines',
        canary_name: 'wéb',
        canary_namespace: 'default',
        owner: '',
        severity: '',
        key,
        name: '',
      },
      checkLabels: { team: '{x="1"}' },
      outcome,
      durationMs: 12,
    });
  }
  telemetry.checks.custom('a', [{ name: 'orders_total', type: 'counter', value: 2, labels: { shop: 'x' } }]);
  const { body } = await telemetry.text();
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: body, encoding: 'utf8' });
  expect(checked.stderr).not.toContain('error while linting');
  // 3: it has advice about names, which are those of the contract. 1 would be text that cannot be read.
  expect([0, 3]).toContain(checked.status);
  expect(spawnSync('promtool', ['check', 'metrics'], { input: `${body}x{` }).status).toBe(1);
});
