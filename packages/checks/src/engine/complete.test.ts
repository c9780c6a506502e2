import { describe, expect, test } from 'vitest';
import { createTestCanary, createTestDeps, createTestType, type LooseSpec } from '../testing/run-deps.ts';
import { runCanary } from './run-canary.ts';
import type { RunDeps } from './run-deps.ts';
import type { CheckContext, CheckOutcome, CheckType } from './types.ts';

interface Case {
  outcome?: Partial<CheckOutcome>;
  type?: Partial<CheckType<LooseSpec>>;
  deps?: Partial<RunDeps>;
}

/** The results of one check with this spec whose type hands back this outcome. */
async function complete(spec: Partial<LooseSpec>, { outcome, type, deps }: Case = {}) {
  const fake = createTestType(() => ({ pass: true, ...outcome }), type);
  const run = await runCanary(
    createTestCanary([{ name: 'check', ...spec }]),
    createTestDeps({ types: [fake], ...deps }),
  );
  const [own] = run.results;
  if (own === undefined) throw new Error('no result');
  return { own, children: run.results.slice(1) };
}

const list = (text: string) => ({ expr: `${text}.toJSON()` });

describe('test and display', () => {
  test('a display becomes the message, its error a failure', async () => {
    expect(
      (await complete({ display: { expr: '"n=" + string(n)' } }, { outcome: { variables: { n: 5 } } })).own.message,
    ).toBe('n=5');
    const { own } = await complete({ display: { expr: '1 / 0' } }, { outcome: { message: 'kept' } });
    expect(own).toMatchObject({ pass: false, message: 'kept' });
    expect(own.error).not.toBe('');
  });

  test('a test can fail a check but never rescue it', async () => {
    expect((await complete({ test: { expr: 'true' } })).own).toMatchObject({ pass: true, error: '' });
    expect((await complete({ test: { expr: 'false' } })).own).toMatchObject({ pass: false, error: 'test failed' });
    const rescued = await complete({ test: { expr: 'true' } }, { outcome: { pass: false, errors: ['no'] } });
    expect(rescued.own).toMatchObject({ pass: false, error: 'no' });
  });

  test('a test must print a boolean', async () => {
    for (const word of ['1', 't', 'TRUE', 'True']) {
      expect((await complete({ test: { template: word } })).own.pass).toBe(true);
    }
    const { own } = await complete({ test: { template: 'maybe' } });
    expect(own).toMatchObject({ pass: false, error: 'test expression did not return a boolean value. got maybe' });
  });

  test('a type may have a test of its own and words for its failure', async () => {
    const type = { defaultTest: 'results.exitCode == 0', testFailure: () => 'exit code 3' };
    const failed = { outcome: { detail: { exitCode: 3 } }, type };
    expect((await complete({}, failed)).own).toMatchObject({ pass: false, error: 'exit code 3' });
    expect((await complete({ test: { expr: 'results.exitCode == 3' } }, failed)).own.pass).toBe(true);
    const told = await complete({}, { type, outcome: { pass: false, errors: ['stderr'], detail: { exitCode: 3 } } });
    expect(told.own.error).toBe('stderr');
  });

  test('several failures are joined', async () => {
    const { own } = await complete({ test: { expr: 'false' } }, { outcome: { pass: false, errors: ['one', 'two'] } });
    expect(own.error).toBe('one, two, test failed');
  });

  test('an invalid result skips them all', async () => {
    const spec = { test: { expr: 'true' }, display: { expr: '"x"' }, transform: list("[{'name': 'y'}]") };
    const { own, children } = await complete(spec, {
      outcome: { pass: true, invalid: true, errors: ['bad'], message: 'm' },
    });
    expect(own).toMatchObject({ pass: false, invalid: true, unknown: false, error: 'bad', message: 'm' });
    expect(children).toEqual([]);
  });

  test('a type without templates ignores them', async () => {
    const spec = { test: { expr: 'false' }, display: { expr: '"x"' }, transform: list("[{'name': 'y'}]") };
    const { own, children } = await complete(spec, { type: { templating: false } });
    expect([own.pass, own.message, children]).toEqual([true, '', []]);
  });

  test('they see the check, its canary and what it found', async () => {
    const expr =
      '[canary.name, canary.namespace, check.name, check.description, check.labels.a, check.endpoint, string(duration), results.x, extra].join(",")';
    const { own } = await complete(
      { description: 'd', labels: { a: 'b' }, target: 'http://u:p@h', display: { expr } },
      { outcome: { durationMs: 12, detail: { x: 'y' }, variables: { extra: 'z' } } },
    );
    expect(own.message).toBe('canary,default,check,d,b,http://h,12,y,z');
  });

  test('they can read the last result', async () => {
    const last = {
      status: true,
      invalid: false,
      createdAt: null,
      duration: 4,
      message: 'm',
      error: '',
      results: { n: 1 },
    };
    const display = { expr: 'string(last_result().results.n) + last_result().message' };
    expect((await complete({ display }, { deps: { lastResult: async () => last } })).own.message).toBe('1m');
    const never = await complete({ display: { template: '{{ last_result.status }}|{{ last_result.duration }}' } });
    expect(never.own.message).toBe('|0');
  });

  test('the last result is read once for a probe, and not at all where no expression names it', async () => {
    let reads = 0;
    const deps = {
      lastResult: async () => {
        reads += 1;
        return null;
      },
    };
    const type = {
      run: async ({ render, lastResult }: CheckContext<LooseSpec>) => {
        await lastResult();
        return { pass: true, message: (await render('$(check.name)')) + (await render('$(canary.name)')) };
      },
    };
    await complete({ display: { template: '{{ last_result.status }}' } }, { deps, type });
    expect(reads).toBe(1);
    await complete({ display: { template: '{{ check.name }}' } }, { deps });
    expect(reads).toBe(1);
  });
});

describe('transform into checks', () => {
  test('every entry is a check; a missing pass means false; the parent keeps no detail and no test', async () => {
    const { own, children } = await complete(
      {
        description: 'parent says',
        icon: 'i',
        target: 'http://h',
        transformDeleteStrategy: 'MarkHealthy',
        test: { expr: 'false' },
        display: { expr: '"no"' },
        transform: list(
          "[{'name': 'one', 'pass': true, 'labels': {'a': '1'}, 'duration': 7, 'message': 'm', 'detail': {'k': 1}}, {'name': 'two', 'namespace': 'ns', 'error': 'bad', 'type': 'other', 'deletedAt': '2024-01-01T00:00:00Z', 'id': '0190a0c8-0000-0000-0000-000000000000'}]",
        ),
      },
      { outcome: { detail: { big: 1 }, message: 'own' } },
    );
    expect(own).toMatchObject({ pass: true, message: 'own', detail: null, transformedFrom: null });
    expect(children).toMatchObject([
      {
        name: 'one',
        pass: true,
        labels: { a: '1' },
        durationMs: 7,
        message: 'm',
        detail: { k: 1 },
        type: 'fake',
        namespace: 'default',
        description: 'parent says',
        icon: 'i',
        endpoint: 'http://h',
        transformedFrom: 'check',
        transformDeleteStrategy: 'MarkHealthy',
        deletedAt: null,
        id: null,
      },
      {
        name: 'two',
        pass: false,
        error: 'bad',
        namespace: 'ns',
        type: 'other',
        deletedAt: '2024-01-01T00:00:00Z',
        id: '0190a0c8-0000-0000-0000-000000000000',
      },
    ]);
  });

  test('an invalid entry does not pass', async () => {
    const { children } = await complete({ transform: list("{'name': 'one', 'pass': true, 'invalid': true}") });
    expect(children).toMatchObject([{ pass: false, invalid: true }]);
  });

  test('a detail that is too large to store is cut, on the check and on those made of it', async () => {
    const large = { outcome: { variables: { big: 'x'.repeat(1_100_000) } } };
    const cut = { truncated: true, preview: expect.stringMatching(/^\{"k":"xxx/) };
    expect((await complete({ transform: list("{'detail': {'k': big}}") }, large)).own.detail).toEqual(cut);
    const { children } = await complete({ transform: list("[{'name': 'one', 'detail': {'k': big}}]") }, large);
    expect(children[0]?.detail).toEqual(cut);
  });

  test('one object with a name is one check', async () => {
    const { children } = await complete({ transform: list("{'name': 'one', 'pass': true}") });
    expect(children).toMatchObject([{ name: 'one', pass: true }]);
  });

  test('an empty list changes nothing unless it marks a failure', async () => {
    const transform = { expr: '"[]"' };
    expect((await complete({ transform })).own).toMatchObject({ pass: true });
    const { own } = await complete({ transform, markFailOnEmpty: true });
    expect(own).toMatchObject({ pass: false, invalid: false, error: 'empty result returned from transformation' });
  });

  test.each([
    ['several without a name', "[{'pass': true}, {'pass': true}]"],
    ['its own name', "[{'name': 'check'}]"],
    ['a wrong field', "[{'name': 'x', 'pass': 'yes'}]"],
    ['a text', "['x']"],
  ])('%s is an error', async (_, entries) => {
    const { own, children } = await complete(
      { transform: list(entries), test: { expr: 'true' } },
      { outcome: { detail: { a: 1 } } },
    );
    expect(own).toMatchObject({ pass: false, invalid: true });
    expect(own.error).toMatch(/^error transforming result: /);
    expect(children).toEqual([]);
  });

  test('so is an expression that fails or prints no JSON', async () => {
    for (const expr of ['1 / 0', '"text"', '""']) {
      expect((await complete({ transform: { expr } })).own.error).toMatch(/^error transforming result: /);
    }
  });
});

describe('transform in place', () => {
  test('overwrites what it names and can rescue', async () => {
    const { own } = await complete(
      {
        transform: list(
          "{'pass': true, 'error': '', 'message': 'mended', 'duration': 9, 'detail': {'seen': 1}, 'labels': {'x': 'y'}, 'displayType': 'table', 'description': 'd', 'metrics': [{'name': 'm', 'type': 'gauge', 'value': 2, 'labels': {'to': 'EUR'}}]}",
        ),
      },
      { outcome: { pass: false, errors: ['no'], detail: { raw: 1 } } },
    );
    expect(own).toMatchObject({
      pass: true,
      error: '',
      message: 'mended',
      durationMs: 9,
      detail: { seen: 1 },
      labels: { x: 'y' },
      displayType: 'table',
      description: 'd',
      metrics: [{ name: 'm', type: 'gauge', value: 2, labels: { to: 'EUR' } }],
    });
  });

  test('data stands in for a detail that is not given', async () => {
    const edited = async (entry: string) => (await complete({ transform: list(entry) })).own.detail;
    expect(await edited("{'data': {'n': 1}}")).toEqual({ n: 1 });
    expect(await edited("{'data': {'n': 1}, 'detail': {'n': 2}}")).toEqual({ n: 2 });
  });

  test('display and test still run, with what the check itself found', async () => {
    const { own } = await complete(
      {
        transform: list("{'detail': '$delete', 'pass': true}"),
        test: { expr: 'results.raw == 1' },
        display: { expr: 'string(results.raw)' },
      },
      { outcome: { detail: { raw: 1 } } },
    );
    expect(own).toMatchObject({ pass: true, message: '1', detail: null });
  });
});

describe('metrics', () => {
  test('are evaluated with labels; those without name or value are left out', async () => {
    const metrics = [
      {
        name: 'count',
        type: 'counter',
        value: '1',
        labels: [
          { name: 'a', value: 'b' },
          { name: 'code', valueExpr: 'code' },
        ],
      },
      { name: 'ms', type: 'histogram', value: 'code * 2' },
      { type: 'gauge', value: '1' },
      { name: 'empty', type: 'gauge' },
    ];
    const { own } = await complete(
      { metrics },
      { outcome: { variables: { code: 200 }, metrics: [{ name: 'own', type: 'gauge', value: 1, labels: {} }] } },
    );
    expect(own.metrics).toEqual([
      { name: 'own', type: 'gauge', value: 1, labels: {} },
      { name: 'count', type: 'counter', value: 1, labels: { a: 'b', code: '200' } },
      { name: 'ms', type: 'histogram', value: 400, labels: {} },
    ]);
    expect(own.pass).toBe(true);
  });

  test.each([
    [{ name: 'm', type: 'gauge', value: '"abc"' }, 'abc is not a number'],
    [{ name: 'm', type: 'timer', value: '1' }, 'metric m: unknown type timer'],
  ])('%j fails the check', async (metric, error) => {
    expect((await complete({ metrics: [metric] })).own).toMatchObject({ pass: false, error });
  });
});

describe('the stored result', () => {
  test('has labels, owner and severity of its canary', async () => {
    const canary = createTestCanary(
      [
        { name: 'a', labels: { x: 'check', 'pod-template-hash': 'h' } },
        { name: 'b', severity: 'low', transform: list("{'name': 'child', 'labels': {'z': 'c'}}") },
      ],
      {
        metadata: {
          name: 'c',
          namespace: 'n',
          labels: { x: 'canary', y: '1', 'kustomize.toolkit.fluxcd.io/name': 'k' },
          annotations: {},
        },
        owner: 'team',
        severity: 'high',
        icon: 'star',
      },
    );
    const { results } = await runCanary(
      canary,
      createTestDeps({ types: [createTestType(() => ({ pass: true, labels: { found: 'f' } }))] }),
    );
    expect(results).toMatchObject([
      {
        labels: { x: 'check', y: '1', high: 'true', team: 'true', found: 'f' },
        owner: 'team',
        severity: 'high',
        icon: 'star',
        namespace: 'n',
      },
      { severity: 'low', labels: { low: 'true' } },
      {
        name: 'child',
        owner: 'team',
        severity: 'low',
        labels: { x: 'canary', y: '1', z: 'c', low: 'true', team: 'true' },
      },
    ]);
    expect(Object.keys(results[0]?.labels ?? {})).not.toContain('pod-template-hash');
    expect(Object.keys(results[2]?.labels ?? {})).not.toContain('kustomize.toolkit.fluxcd.io/name');
  });

  test('lasts as long as it took when the type does not say', async () => {
    const deps = createTestDeps();
    let now = 0;
    deps.clock = { now: () => 1000, monotonic: () => (now += 21) };
    const fake = createTestType(() => ({ pass: true }));
    const { results } = await runCanary(createTestCanary([{}]), { ...deps, types: [fake] });
    expect(results[0]?.durationMs).toBeGreaterThan(0);
    expect(results[0]?.startMs).toBe(1000);
  });

  test('is cut, and its detail is storable', async () => {
    const { own } = await complete(
      {},
      {
        outcome: {
          pass: false,
          message: 'm'.repeat(9000),
          errors: ['e'.repeat(200_000)],
          detail: { big: 2n, at: new Date(0) },
        },
      },
    );
    expect([own.message.length, own.error.length]).toEqual([4096, 131_072]);
    expect(own.detail).toEqual({ big: 2, at: '1970-01-01T00:00:00.000Z' });
  });

  test('keeps no detail when the type says so', async () => {
    const { own } = await complete(
      { display: { expr: 'results.x' } },
      { outcome: { detail: { x: 'seen' }, storeDetail: false } },
    );
    expect([own.detail, own.message]).toEqual([null, 'seen']);
  });
});

describe('result mode junit', () => {
  const run = async (outcomes: CheckOutcome[], resultMode = 'junit') => {
    const fake = createTestType(() => outcomes.shift() ?? { pass: true });
    const specs = outcomes.map((_, index) => ({ name: `n${index}`, description: `d${index}` }));
    return (await runCanary(createTestCanary(specs, { resultMode }), createTestDeps({ types: [fake] }))).results;
  };

  test('collapses all into one', async () => {
    const results = await run([
      { pass: true, durationMs: 1000 },
      { pass: true, durationMs: 500 },
      { pass: false, errors: ['no'], durationMs: 1500 },
    ]);
    expect(results).toMatchObject([
      {
        type: 'junit',
        name: '',
        description: 'Result Mode: JUnit Report',
        pass: false,
        message: '2 passed, 1 failed in 3s',
        durationMs: 3000,
        detail: {
          name: 'canary',
          passed: 2,
          failed: 1,
          duration: 3,
          tests: [
            { name: 'd0', classname: 'fake', duration: 1, status: 'passed' },
            {},
            { status: 'failed', error: 'no' },
          ],
        },
      },
    ]);
  });

  test('what could not be probed is skipped; other modes are ignored', async () => {
    const cause = Object.assign(new Error('x'), { code: 'ENETUNREACH' });
    expect(await run([{ pass: true }, { pass: false, errors: ['x'], cause }])).toMatchObject([
      { pass: true, unknown: false },
    ]);
    expect(await run([{ pass: false, errors: ['x'], cause }])).toMatchObject([
      { pass: false, unknown: true, invalid: true },
    ]);
    expect(await run([{ pass: true }, { pass: true }], 'other')).toHaveLength(2);
  });
});
