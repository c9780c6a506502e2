import { parseDocuments } from '@quarterdeck/checks';
import { expect, test } from 'vitest';
import { atThisNode, selfWatchDocument } from './document.ts';

const parsed = (publicEndpoint: string | null) =>
  parseDocuments(JSON.stringify(selfWatchDocument({ publicEndpoint })), {
    fileName: 'self',
  });

test('the built-in document is a good one and is marked', () => {
  const { canaries, errors } = parsed(null);
  expect(errors).toEqual([]);
  expect(canaries[0]?.checks.map((check) => check.spec.name)).toEqual(['http', 'database', 'disk', 'clock']);
  expect(canaries[0]).toMatchObject({ schedule: '@every 30s', metadata: { labels: { 'built-in': 'true' } } });
});

test('a certificate is watched where people come in by https', () => {
  const names = (endpoint: string) => parsed(endpoint).canaries[0]?.checks.map((check) => check.spec.name);
  expect(names('https://status.example.org')).toContain('certificate');
  expect(names('http://status.example.org')).not.toContain('certificate');
});

test('the document is the same on all nodes; each runs it at its own address', () => {
  const [canary] = parsed('https://status.example.org').canaries;
  if (!canary) throw new Error('no canary');
  const urls = (port: number) =>
    atThisNode(canary, new URL(`http://127.0.0.1:${port}`), null).checks.map(
      (check) => 'url' in check.spec && check.spec.url,
    );
  expect(urls(8080).slice(0, 2)).toEqual(['http://127.0.0.1:8080/healthz', 'http://127.0.0.1:8080/api/self']);
  expect(urls(9090)[1]).toBe('http://127.0.0.1:9090/api/self');
  expect(urls(9090).at(-1)).toBe('https://status.example.org/healthz');
  expect(JSON.stringify(canary)).not.toContain('127.0.0.1');
});

test('where people sign in, only the report of the product is asked for with its own header, which is never stored', () => {
  const [canary] = parsed('https://status.example.org').canaries;
  if (!canary) throw new Error('no canary');
  const headers = atThisNode(canary, new URL('http://127.0.0.1:8080'), 'Bearer own').checks.map(({ spec }) =>
    'headers' in spec ? spec.headers : undefined,
  );
  const own = [{ name: 'Authorization', value: 'Bearer own' }];
  expect(headers).toEqual([undefined, own, own, own, undefined]);
  expect(JSON.stringify(canary)).not.toContain('Bearer own');
});
