import { parseDocuments } from '@quarterdeck/checks';
import { expect, test } from 'vitest';
import { canaryOf } from '../scheduler/testing/fixtures.ts';
import { canaryRow, checkLabels, isSuspended, JUNIT_RESULT, storedDocument } from './rows.ts';

test('a check without a name is known by its description; of two with one type and name the last counts', () => {
  const canary = canaryOf('shop', undefined, [], {
    checks: [
      { type: 'http', spec: { name: '', description: 'front page' } },
      { type: 'http', spec: { name: 'api', description: 'first' } },
      { type: 'http', spec: { name: 'api', description: 'second' } },
      { type: 'exec', spec: { name: 'api' } },
    ],
  });
  expect(canaryRow(canary, 'UI').checks.map(({ type, name, description }) => [type, name, description])).toEqual([
    ['http', 'front page', 'front page'],
    ['http', 'api', 'second'],
    ['exec', 'api', null],
  ]);
});

test('an endpoint is kept without credentials, and only when it says more than the name', () => {
  const { canaries } = parseDocuments(
    'http:\n- name: page\n  url: https://ann:hidden@shop.example/cart\nexec:\n- name: disk\n  script: df\n',
    { fileName: 'shop.yaml' },
  );
  const rows = canaries.flatMap((canary) => canaryRow(canary, 'shop.yaml').checks);
  expect(rows.map(({ name, endpoint }) => [name, endpoint])).toEqual([
    ['disk', null],
    ['page', 'https://shop.example/cart'],
  ]);
});

test('owner and severity mark the check, deployment labels do not', () => {
  const labels = { tier: 'web', 'pod-template-hash': 'x', 'kustomize.toolkit.fluxcd.io/name': 'y' };
  expect(checkLabels({ owner: 'ann' }, 'high', labels)).toEqual({ ann: 'true', high: 'true', tier: 'web' });
  expect(checkLabels({}, '', undefined)).toEqual({});
});

test('the severity of a check wins over that of its canary, the namespace likewise', () => {
  const canary = canaryOf('shop', undefined, [], {
    severity: 'low',
    checks: [
      { type: 'http', spec: { name: 'a', severity: 'critical', namespace: 'other' } },
      { type: 'http', spec: { name: 'b' } },
    ],
  });
  expect(canaryRow(canary, 'UI').checks.map(({ severity, namespace }) => [severity, namespace])).toEqual([
    ['critical', 'other'],
    ['low', 'default'],
  ]);
});

test('with resultMode junit there is one check beside the webhook', () => {
  const canary = canaryOf('shop', undefined, ['a', 'b'], { resultMode: 'junit', webhook: { name: 'hook' } });
  expect(canaryRow(canary, 'UI').checks.map(({ type, name }) => [type, name])).toEqual([
    ['junit', JUNIT_RESULT],
    ['webhook', 'hook'],
  ]);
});

test('a uid is used only when it is an id', () => {
  const canary = canaryOf('shop', undefined, ['a']);
  const withUid = (uid: string) => canaryRow({ ...canary, metadata: { ...canary.metadata, uid } }, 'UI').id;
  expect(withUid('0197A1B2-0000-0000-0000-000000000001')).toBe('0197a1b2-0000-0000-0000-000000000001');
  expect(withUid('abc')).toBeNull();
});

test('replicas 0 and the annotation suspend a canary', () => {
  const canary = canaryOf('shop', undefined, ['a']);
  expect(isSuspended(canary)).toBe(false);
  expect(isSuspended({ ...canary, replicas: 0 })).toBe(true);
  expect(isSuspended({ ...canary, metadata: { ...canary.metadata, annotations: { suspend: 'true' } } })).toBe(true);
});

test.each([
  [['local'], false],
  [['lo*'], false],
  [['*'], false],
  [[], false],
  [['!edge'], false],
  [['edge-*'], true],
  [['!local'], true],
])('a canary for the agents %j is suspended here: %s', (agentSelector, suspended) => {
  expect(isSuspended({ ...canaryOf('shop', '@every 1s', ['a']), agentSelector })).toBe(suspended);
});

test('a stored row is a document again', () => {
  const row = { id: 'x', name: 'shop', namespace: 'prod', labels: null, annotations: { a: 'b' }, spec: { http: [] } };
  expect(storedDocument(row)).toMatchObject({
    kind: 'Canary',
    metadata: { uid: 'x', name: 'shop', namespace: 'prod', labels: {}, annotations: { a: 'b' } },
    spec: { http: [] },
  });
});
