import { expect, test } from 'vitest';
import { parseDocuments } from '../../engine/documents.ts';
import { runCanary } from '../../engine/run-canary.ts';
import { createTestDeps } from '../../testing/run-deps.ts';
import { allTypes, checkTypes, knownTypes } from '../index.ts';

test('no key, alias or stored type is used twice, and none both runs and does not', () => {
  const keys = allTypes.flatMap(({ key, aliases = [] }) => [key, ...aliases]).map((key) => key.toLowerCase());
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(allTypes.map(({ type }) => type)).size).toBe(allTypes.length);
  expect(checkTypes.filter((type) => knownTypes.includes(type))).toEqual([]);
});

test.each([
  ['mongodb', 'no runner for mongodb yet'],
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
