import { parseDocuments } from '@quarterdeck/checks';
import { expect, test } from 'vitest';
import { selfWatchDocument } from './document.ts';

const parsed = (publicEndpoint: string | null) =>
  parseDocuments(JSON.stringify(selfWatchDocument({ address: new URL('http://127.0.0.1:8080'), publicEndpoint })), {
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
