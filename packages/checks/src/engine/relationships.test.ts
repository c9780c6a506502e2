import type { Relationships } from '@quarterdeck/contract';
import { expect, test } from 'vitest';
import { createTestCanary, createTestDeps, createTestType } from '../testing/run-deps.ts';
import { evaluateRelationships } from './relationships.ts';
import { runCanary } from './run-canary.ts';

async function resolved(relationships: Relationships | undefined) {
  const fake = createTestType(() => ({ pass: true, detail: { pod: 'web-1' } }));
  const canary = createTestCanary([{ labels: { app: 'web', empty: '' } }]);
  const [result] = (await runCanary(canary, createTestDeps({ types: [fake] }))).results;
  if (result === undefined) throw new Error('no result');
  return evaluateRelationships(result, relationships);
}

test('value wins over label, label over expression', async () => {
  const lookup = { value: 'v', label: 'app', expr: '"x"' };
  const { components } = await resolved({
    components: [{ name: lookup }, { name: { label: 'app', expr: '"x"' } }, { name: { expr: 'result.detail.pod' } }],
  });
  expect(components).toEqual([{ name: 'v' }, { name: 'web' }, { name: 'web-1' }]);
});

test('a part that is empty or fails makes its selector match nothing', async () => {
  const { configs } = await resolved({
    configs: [
      { name: { value: 'a' }, type: { label: 'missing' } },
      { name: { label: 'empty' } },
      { name: { expr: '1 / 0' } },
      { name: {} },
      {},
      { type: { value: 'Pod' }, labels: { a: 'b' } },
      { labels: { only: 'labels' } },
    ],
  });
  expect(configs).toEqual([{ type: 'Pod', labels: { a: 'b' } }, { labels: { only: 'labels' } }]);
});

test('no relationships, no selectors', async () => {
  expect(await resolved(undefined)).toEqual({ components: [], configs: [] });
});
