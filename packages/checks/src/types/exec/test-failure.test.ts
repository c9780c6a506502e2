import { expect, test } from 'vitest';
import { runCanary } from '../../engine/run-canary.ts';
import { createTestDeps } from '../../testing/run-deps.ts';
import { execCheck } from './index.ts';
import { scriptTestFailure } from './test-failure.ts';

const failure = (stdout: string, stderr: string) =>
  scriptTestFailure({ pass: true, detail: { stdout, stderr, exitCode: 0 } });

test('says what the script said, errors first, else its exit code', () => {
  expect(failure('out', 'err')).toBe('err\nout');
  expect(failure('out', '')).toBe('out');
  expect(failure('', '')).toBe('exit code 0');
  expect(scriptTestFailure({ pass: false })).toBe('');
});

test.each([
  ['echo wrong', { expr: 'results.stdout == "right"' }, 'wrong'],
  ['true', { expr: 'false' }, 'exit code 0'],
  ['echo bad >&2; exit 3', undefined, 'bad'],
  ['exit 3', undefined, 'exit code 3'],
])('%s with the test %j fails with: %s', async (script, verdict, error) => {
  const spec = { name: 'x', script, ...(verdict ? { test: verdict } : {}) };
  const canary = {
    metadata: { name: 'c', namespace: 'n', labels: {}, annotations: {} },
    replicas: 1,
    env: {},
    checks: [{ type: 'exec', spec }],
    rawSpec: {},
  };
  const settings = { prometheusUrl: '', scriptEnv: { PATH: '/usr/local/bin:/usr/bin:/bin' }, version: 'test' };
  const { results } = await runCanary(canary, createTestDeps({ types: [execCheck], settings }));
  expect(results).toMatchObject([{ pass: false, error }]);
});
