import { expect, test } from 'vitest';
import { parseDocuments } from '../../engine/documents.ts';
import { runCanary } from '../../engine/run-canary.ts';
import { createTestDeps } from '../../testing/run-deps.ts';
import { allTypes, checkTypes, knownTypes } from '../index.ts';
import { shapeOf } from './fields.ts';

test('no key, alias or stored type is used twice, and none both runs and does not', () => {
  const keys = allTypes.flatMap(({ key, aliases = [] }) => [key, ...aliases]).map((key) => key.toLowerCase());
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(allTypes.map(({ type }) => type)).size).toBe(allTypes.length);
  expect(checkTypes.filter((type) => knownTypes.includes(type))).toEqual([]);
});

test.each([
  ['mongodb', 'no runner for mongodb yet'],
  ['mssql', 'no runner for mssql yet'],
  ['elasticsearch', 'no runner for elasticsearch yet'],
  ['opensearch', 'no runner for opensearch yet'],
  ['kubernetesResource', 'no runner for kubernetesResource yet'],
  ['ec2', 'no runner for ec2'],
  ['pod', 'this check type has been removed, use kubernetesResource or exec checks instead'],
  ['dockerPush', 'this check type has been removed, use kubernetesResource or exec checks instead'],
])('%s is stored and answers as invalid', async (key, error) => {
  const { canaries, errors } = parseDocuments(`${key}: [{name: x, NAMESPACE: n}]`, { fileName: 'f' });
  const [canary] = canaries;
  expect(errors).toEqual([]);
  if (canary === undefined) throw new Error('no canary');
  const { results } = await runCanary(canary, createTestDeps({ types: allTypes }));
  expect(results).toMatchObject([{ name: 'x', namespace: 'n', pass: false, invalid: true, unknown: false, error }]);
});

test('fields keep their canonical spelling', () => {
  const { canaries } = parseDocuments('azuredevops: [{name: x, THRESHOLDmillis: 5, PersonalAccessToken: {value: a}}]', {
    fileName: 'f',
  });
  expect(canaries[0]?.checks[0]).toEqual({
    type: 'azuredevops',
    spec: { name: 'x', thresholdMillis: 5, personalAccessToken: { value: 'a' } },
  });
});

test('so do those of the maps and lists inside', () => {
  const document = `
elasticsearch: [{name: x, Password: {VALUEFROM: {secretkeyref: {NAME: es, Key: pw}}}}]
kubernetesresource: [{name: y, WAITFOR: {EXPR: a, Timeout: 5m}, resources: [{KIND: Pod}]}]
CATALOG: [{name: z, Selector: [{TYPES: [A], labelselector: x=y}]}]
databasebackup: [{name: b, GCP: {Project: p, gcpconnection: {SKIPTLSVERIFY: true}}}]`;
  const { canaries, errors } = parseDocuments(document, { fileName: 'f' });
  expect(errors).toEqual([]);
  expect(canaries[0]?.checks.map(({ spec }) => spec)).toEqual([
    { name: 'z', selector: [{ types: ['A'], labelSelector: 'x=y' }] },
    { name: 'b', gcp: { project: 'p', gcpConnection: { skipTLSVerify: true } } },
    { name: 'x', password: { valueFrom: { secretKeyRef: { name: 'es', key: 'pw' } } } },
    { name: 'y', waitFor: { expr: 'a', timeout: '5m' }, resources: [{ KIND: 'Pod' }] },
  ]);
});

test.each(knownTypes)('$key names itself, or says that it was removed', async (type) => {
  const { canaries } = parseDocuments(`${type.key}: [{name: x}]`, { fileName: 'f' });
  const [canary] = canaries;
  if (canary === undefined) throw new Error('no canary');
  const { results } = await runCanary(canary, createTestDeps({ types: allTypes }));
  expect(results[0]?.error).toMatch(new RegExp(`${type.key}|this check type has been removed`));
});

test('the notation of fields takes any value under any name', () => {
  const shape = shapeOf('a b{c d{e}} f');
  expect(Object.keys(shape)).toEqual(['a', 'b', 'f']);
  expect(shape.b?.parse([{ c: 1, other: 2 }])).toEqual([{ c: 1, other: 2 }]);
  expect(shape.b?.parse('text')).toBe('text');
  expect(shape.b?.parse(undefined)).toBeUndefined();
});
