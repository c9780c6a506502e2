import type { Template } from '@quarterdeck/contract';
import { describe, expect, test } from 'vitest';
import { createTestCanary, createTestDeps, createTestType } from '../testing/run-deps.ts';
import { runCanary } from './run-canary.ts';
import type { CheckOutcome, LastResult } from './types.ts';

const LAST: LastResult = {
  status: true,
  invalid: false,
  createdAt: '2026-01-02T03:04:05Z',
  duration: 40,
  message: 'all well',
  error: '',
  results: { count: 7 },
};

/** The message that a display makes of one run of a check. */
async function shown(display: Template, outcome: Partial<CheckOutcome> = {}, last: LastResult | null = LAST) {
  const type = createTestType(() => ({ pass: true, ...outcome }));
  const canary = createTestCanary([{ name: 'site', description: 'the site', labels: { tier: 'web' }, display }], {
    metadata: { name: 'shop', namespace: 'prod', labels: { team: 'a' }, annotations: {}, uid: 'c-1' },
  });
  const deps = createTestDeps({ types: [type], lastResult: async () => last });
  const { results } = await runCanary(canary, deps);
  return results[0]?.error || results[0]?.message;
}

describe('last_result() in each language', () => {
  test.each<[string, Template]>([
    ['CEL', { expr: 'last_result().message + ":" + string(last_result().results.count)' }],
    ['a template in braces', { template: '{{ last_result.message }}:{{ last_result.results.count }}' }],
    ['a template in brackets', { template: '$(last_result.message):$(last_result.results.count)' }],
    ['a script', { javascript: 'last_result().message + ":" + last_result().results.count' }],
  ])('%s', async (_, display) => {
    expect(await shown(display)).toBe('all well:7');
  });

  test.each<[string, Template]>([
    [
      'CEL',
      { expr: 'string(last_result().status) + "|" + string(last_result().duration) + "|" + last_result().error' },
    ],
    ['a template', { template: '{{ last_result.status }}|{{ last_result.duration }}|{{ last_result.error }}' }],
    ['a script', { javascript: '[last_result().status, last_result().duration, last_result().error].join("|")' }],
  ])('a check that never ran, in %s', async (_, display) => {
    expect(await shown(display, {}, null)).toBe('|0|');
  });

  test('its results are an object whatever was stored', async () => {
    const display = { expr: 'last_result().results.toJSON()' };
    expect(await shown(display, {}, { ...LAST, results: [1, 2] })).toBe('{}');
    expect(await shown(display, {}, { ...LAST, results: 'text' })).toBe('{}');
  });
});

describe('variables of every check', () => {
  const expected = 'shop,prod,a,c-1,site,the site,web';

  test.each<[string, Template]>([
    [
      'CEL',
      {
        expr: '[canary.name, canary.namespace, canary.labels.team, canary.id, check.name, check.description, check.labels.tier].join(",")',
      },
    ],
    [
      'a template',
      {
        template:
          '{{.canary.name}},{{canary.namespace}},$(canary.labels.team),$(.canary.id),{{.check.name}},{{check.description}},{{.check.labels.tier}}',
      },
    ],
    [
      'a script',
      {
        javascript:
          '[canary.name, canary.namespace, canary.labels.team, canary.id, check.name, check.description, check.labels.tier].join(",")',
      },
    ],
  ])('%s', async (_, display) => {
    expect(await shown(display)).toBe(expected);
  });

  test('results are an empty map without a detail; what the type adds stands beside', async () => {
    expect(await shown({ expr: 'results.toJSON()' })).toBe('{}');
    expect(await shown({ expr: 'string(size(results))' }, { detail: [1, 2], variables: { value: 3 } })).toBe('2');
    expect(await shown({ expr: 'string(value)' }, { detail: [1, 2], variables: { value: 3 } })).toBe('3');
    expect(await shown({ expr: 'results.a' }, { detail: { b: 1 }, variables: { results: { a: 'own' } } })).toBe('own');
  });

  test('pass, message and error are what the type found', async () => {
    const display = { expr: 'string(pass) + "|" + message + "|" + error' };
    expect(await shown(display, { message: 'm' })).toBe('true|m|');
  });

  test('a missing name is null', async () => {
    expect(await shown({ expr: 'string(nothing_here == null)' })).toBe('true');
    expect(await shown({ template: '{{ .metadata }}' })).toBe('<no value>');
  });

  test('javascript wins over the template, the template over the expression; a path alone is empty', async () => {
    expect(await shown({ javascript: '"j"', template: 't', expr: '"e"' })).toBe('j');
    expect(await shown({ template: 't', expr: '"e"' })).toBe('t');
    expect(await shown({ jsonPath: '$.a' }, { message: 'kept' })).toBe('');
  });
});

describe('life cycle of a transform', () => {
  const run = async (entries: unknown, spec: Record<string, unknown> = {}) => {
    const type = createTestType(() => ({ pass: true, detail: { a: 1 }, message: 'own', durationMs: 5 }));
    const transform = { javascript: JSON.stringify(JSON.stringify(entries)) };
    const canary = createTestCanary([{ name: 'site', icon: 'star', description: 'd', transform, ...spec }]);
    return (await runCanary(canary, createTestDeps({ types: [type] }))).results;
  };

  test('several entries inherit what they leave open and are deleted at the time they name', async () => {
    const results = await run(
      [
        { name: 'a', pass: true, duration: 12, message: 'fine', start: '2026-01-01T00:00:00Z' },
        { name: 'b', deletedAt: '2026-01-02T00:00:00Z', type: 'other', transformDeleteStrategy: 'MarkUnhealthy' },
      ],
      { transformDeleteStrategy: 'MarkHealthy' },
    );
    expect(results).toMatchObject([
      { name: 'site', pass: true, detail: null, transformedFrom: null },
      {
        name: 'a',
        type: 'fake',
        icon: 'star',
        description: 'd',
        pass: true,
        durationMs: 12,
        startMs: Date.UTC(2026, 0, 1),
        transformedFrom: 'site',
        transformDeleteStrategy: 'MarkHealthy',
        deletedAt: null,
      },
      {
        name: 'b',
        type: 'other',
        pass: false,
        durationMs: 0,
        deletedAt: '2026-01-02T00:00:00Z',
        transformDeleteStrategy: 'MarkUnhealthy',
      },
    ]);
  });

  test('an entry without a name edits in place; $delete drops the detail', async () => {
    expect(await run({ message: 'edited', detail: '$delete' })).toMatchObject([{ message: 'edited', detail: null }]);
    expect(await run([{ detail: { seen: 3 } }])).toMatchObject([{ message: 'own', detail: { seen: 3 }, pass: true }]);
    expect(await run([{ pass: false, error: 'no' }])).toMatchObject([{ pass: false, error: 'no' }]);
    expect(await run([{ duration: 99, start: '2026-01-01T00:00:00Z' }])).toMatchObject([
      { durationMs: 99, startMs: Date.UTC(2026, 0, 1) },
    ]);
  });

  test('an invalid entry skips what follows', async () => {
    const [result] = await run([{ invalid: true }], { display: { expr: '"shown"' }, test: { expr: 'false' } });
    expect(result).toMatchObject({ invalid: true, pass: false, message: 'own', error: '' });
  });

  test('several entries without a name are an error that keeps the parent', async () => {
    const [result, ...children] = await run([{ pass: true }, { pass: true }]);
    expect(children).toEqual([]);
    expect(result).toMatchObject({ pass: false, invalid: true });
    expect(result?.error).toMatch(/^error transforming result: /);
  });

  test('an empty list fails only when it is marked', async () => {
    expect(await run([])).toMatchObject([{ pass: true }]);
    expect(await run([], { markFailOnEmpty: true })).toMatchObject([
      { pass: false, error: 'empty result returned from transformation' },
    ]);
  });
});
