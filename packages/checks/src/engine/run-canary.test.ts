import { AppError } from '@quarterdeck/contract';
import { createManualClock, systemClock } from '@quarterdeck/kit';
import { describe, expect, test } from 'vitest';
import { createTestCanary, createTestDeps, createTestType, type LooseSpec } from '../testing/run-deps.ts';
import { createNetworkWitness } from './network-witness.ts';
import { runCanary, runWebhook } from './run-canary.ts';
import type { RunDeps } from './run-deps.ts';
import type { CheckContext, CheckOutcome } from './types.ts';

const pass = createTestType(({ spec }) => ({
  pass: spec.outcome !== 'fail',
  errors: spec.outcome === 'fail' ? ['no'] : [],
}));

/** A type that hands back its outcomes in turn and remembers the names it ran. */
function scripted(outcomes: (CheckOutcome | Error)[] = []) {
  const ran: string[] = [];
  const type = createTestType(({ spec }) => {
    ran.push(spec.name);
    const next = outcomes.shift() ?? { pass: true };
    if (next instanceof Error) throw next;
    return next;
  });
  return { type, ran };
}

const depsWith = (
  run: (context: CheckContext<LooseSpec>) => CheckOutcome | Promise<CheckOutcome>,
  members: Partial<RunDeps> = {},
) => createTestDeps({ types: [createTestType(run)], ...members });

describe('order and choice', () => {
  test('runs one after the other, as written', async () => {
    const log: string[] = [];
    const deps = depsWith(async ({ spec }) => {
      log.push(`start ${spec.name}`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`end ${spec.name}`);
      return { pass: true };
    });
    const run = await runCanary(createTestCanary([{ name: 'a' }, { name: 'b' }]), deps);
    expect(log).toEqual(['start a', 'end a', 'start b', 'end b']);
    expect(run).toMatchObject({
      aborted: false,
      results: [
        { name: 'a', pass: true },
        { name: 'b', pass: true },
      ],
    });
  });

  test('runs only the name or the type that is asked for', async () => {
    const canary = createTestCanary([{ name: 'a' }, { name: 'b' }]);
    canary.checks.push({ type: 'other', spec: { name: 'b' } });
    const deps = createTestDeps({ types: [pass, { ...pass, type: 'other', key: 'other' }] });
    const names = async (only: { name?: string; type?: string }) =>
      (await runCanary(canary, deps, { only })).results.map(({ name, type }) => `${type}/${name}`);
    expect(await names({ name: 'b' })).toEqual(['fake/b', 'other/b']);
    expect(await names({ type: 'fake' })).toEqual(['fake/a', 'fake/b']);
    expect(await names({ type: 'fake', name: 'b' })).toEqual(['fake/b']);
    expect(await names({ name: 'none' })).toEqual([]);
  });

  test('leaves out types that are switched off', async () => {
    const deps = createTestDeps({ types: [pass], isTypeDisabled: (type) => type === 'fake' });
    expect((await runCanary(createTestCanary([{}]), deps)).results).toEqual([]);
  });
});

describe('dependencies', () => {
  test('run first, and hand their outputs to those that depend on them', async () => {
    const { type, ran } = scripted([{ pass: true, message: 'hi', variables: { token: 't1' } }, { pass: true }]);
    const canary = createTestCanary([
      { name: 'late', dependsOn: ['early'], display: { expr: 'outputs.early.token + outputs.early.message' } },
      { name: 'early' },
    ]);
    const { results } = await runCanary(canary, createTestDeps({ types: [type] }));
    expect(ran).toEqual(['early', 'late']);
    expect(results[1]).toMatchObject({ name: 'late', pass: true, message: 't1hi' });
  });

  test('a failed one has no output, but its dependants run', async () => {
    const { type, ran } = scripted([{ pass: false, errors: ['x'] }]);
    const canary = createTestCanary([
      { name: 'a' },
      { name: 'b', dependsOn: ['a'], display: { expr: 'string(size(outputs))' } },
    ]);
    const { results } = await runCanary(canary, createTestDeps({ types: [type] }));
    expect(ran).toEqual(['a', 'b']);
    expect(results[1]).toMatchObject({ message: '0' });
  });

  test.each([
    ['an unknown one', [{ name: 'a', dependsOn: ['z'] }]],
    [
      'a cycle',
      [
        { name: 'a', dependsOn: ['b'] },
        { name: 'b', dependsOn: ['a'] },
      ],
    ],
    ['itself', [{ name: 'a', dependsOn: ['a'] }]],
    ['a name used twice', [{ name: 'a' }, { name: 'a' }, { name: 'b', dependsOn: ['a'] }]],
  ])('%s fails the whole run', async (_, specs) => {
    const { type, ran } = scripted();
    const run = await runCanary(createTestCanary(specs), createTestDeps({ types: [type] }));
    expect(ran).toEqual([]);
    expect(run.error?.code).toBe('DOCUMENT_FIELD');
    expect(run.results).toHaveLength(specs.length);
    for (const result of run.results) expect(result).toMatchObject({ pass: false, invalid: true, unknown: false });
  });
});

describe('retries', () => {
  const failing = { pass: false, errors: ['no'] };

  test('try again until it passes, and only the last attempt counts', async () => {
    const { type, ran } = scripted([failing, failing, { pass: true }]);
    const waits: number[] = [];
    const deps = createTestDeps({ types: [type], sleep: async (ms) => void waits.push(ms) });
    const { results } = await runCanary(
      createTestCanary([{ retries: { maxRetries: 5, interval: '2s', delay: '7s' } }]),
      deps,
    );
    expect(ran).toHaveLength(3);
    expect(waits).toEqual([7000, 2000, 2000]);
    expect(results).toMatchObject([{ pass: true, error: '' }]);
  });

  test('stop after the given number, or the given time', async () => {
    const clock = createManualClock(0);
    const attempts = async (retries: LooseSpec['retries']) => {
      const { type, ran } = scripted(Array(50).fill(failing));
      const deps = createTestDeps({ types: [type], clock, sleep: async (ms) => clock.advance(ms) });
      await runCanary(createTestCanary([{}], retries ? { retries } : {}), deps);
      return ran.length;
    };
    expect(await attempts({ maxRetries: 2 })).toBe(3);
    expect(await attempts({ timeout: '10s', interval: '4s' })).toBe(3);
    expect(await attempts({ maxRetries: 2, disabled: true })).toBe(1);
    expect(await attempts({ interval: '1s' })).toBe(1);
    expect(await attempts(undefined)).toBe(1);
  });

  test('what is invalid is not tried again', async () => {
    const { type, ran } = scripted([{ pass: false, invalid: true, errors: ['bad'] }]);
    await runCanary(
      createTestCanary([{ retries: { maxRetries: 5 } }]),
      createTestDeps({ types: [type], sleep: async () => undefined }),
    );
    expect(ran).toHaveLength(1);
  });
});

describe('time and end', () => {
  const hang = () => new Promise<CheckOutcome>(() => undefined);

  test('a run over its limit fails the check under way; the waiting ones are unknown', async () => {
    const deps = depsWith(hang);
    const { results, aborted } = await runCanary(createTestCanary([{}, {}]), deps, { timeoutMs: 5 });
    expect(aborted).toBe(false);
    expect(results).toMatchObject([
      { pass: false, unknown: false, invalid: false },
      { pass: false, unknown: true, invalid: true },
    ]);
  });

  test('an abort drops the check under way and keeps the finished ones', async () => {
    const stop = new AbortController();
    const deps = depsWith(({ spec }) => {
      if (spec.name === 'a') return { pass: true };
      stop.abort(new Error('stopping'));
      return hang();
    });
    const run = await runCanary(createTestCanary([{ name: 'a' }, { name: 'b' }, { name: 'c' }]), deps, {
      signal: stop.signal,
    });
    expect(run.aborted).toBe(true);
    expect(run.results.map(({ name }) => name)).toEqual(['a']);
  });
});

describe('down and unknown', () => {
  const own = Object.assign(new Error('resolver gone'), { code: 'EAI_AGAIN' });
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

  test.each([
    ['thrown', own, true],
    ['thrown', refused, false],
    ['thrown', new AppError('DATABASE_UNAVAILABLE'), true],
  ])('%s %s: unknown is %s', async (_, error, unknown) => {
    const { type } = scripted([error]);
    const { results } = await runCanary(
      createTestCanary([{ test: { expr: 'true' } }]),
      createTestDeps({ types: [type] }),
    );
    expect(results[0]).toMatchObject({ pass: false, invalid: unknown, unknown });
    expect(results[0]?.error).toContain(error.message);
  });

  test('a last result that cannot be read makes a check unknown and does not end the run', async () => {
    const deps = depsWith(() => ({ pass: true }), { lastResult: () => Promise.reject(new Error('no answer')) });
    const canary = createTestCanary([{ name: 'a', test: { expr: 'last_result().status' } }, { name: 'b' }]);
    const { results } = await runCanary(canary, deps);
    expect(results).toMatchObject([
      { name: 'a', pass: false, unknown: true, error: 'no answer' },
      { name: 'b', pass: true },
    ]);
  });

  test.each<[string, Partial<CheckOutcome>, boolean]>([
    ['a pass', { pass: true }, true],
    ['a wrong answer', { errors: ['expected 500 to be 200..299'] }, true],
    ['a refusal', { errors: ['refused'], cause: refused }, true],
    ['an invalid check', { invalid: true, errors: ['no url'] }, false],
    ['a check that sent nothing', { errors: ['no packets sent'], reached: false }, false],
    ['a check that could not probe', { unknown: true, errors: ['no ping'] }, false],
  ])('%s counts as an answer of its host: %s', async (_, outcome, answers) => {
    const observed: string[] = [];
    const networkWitness = createNetworkWitness({ clock: systemClock, hasRoute: () => true });
    const type = createTestType(() => ({ pass: false, ...outcome }), { host: () => 'example.org' });
    const deps = createTestDeps({
      types: [type],
      networkWitness: {
        observe: (host, sighting) => observed.push(`${host} ${sighting}`),
        classify: (host, error) => {
          if (error === refused) observed.push(`${host} answered`);
          return networkWitness.classify(host, error);
        },
      },
    });
    const { results } = await runCanary(createTestCanary([{}]), deps);
    expect(observed).toEqual(answers ? ['example.org answered'] : []);
    expect(results[0]?.unknown).toBe(outcome.unknown ?? false);
  });

  test('the cause of an outcome counts as well', async () => {
    const { type } = scripted([{ pass: false, errors: ['could not connect'], cause: new Error('x', { cause: own }) }]);
    const { results } = await runCanary(createTestCanary([{}]), createTestDeps({ types: [type] }));
    expect(results[0]).toMatchObject({ pass: false, invalid: true, unknown: true, error: 'could not connect' });
  });
});

describe('what a runner may use', () => {
  test('values, connections and templates of its canary', async () => {
    const seen: unknown[] = [];
    const canary = createTestCanary([{ name: 'x' }], {
      metadata: { name: 'c', namespace: 'ns', uid: 'id', labels: {}, annotations: { Trace: 'x', trace: 'true' } },
    });
    const deps = depsWith(
      async (context) => {
        seen.push(
          await context.value(undefined),
          await context.value({ value: 'plain' }),
          context.trace,
          context.execAllowed,
        );
        seen.push(
          (await context.connection('connection://a')).name,
          await context.render('$(canary.name)/{{ extra }}', { extra: 1 }),
        );
        seen.push(await context.lastResult());
        return { pass: true };
      },
      {
        execAllowed: ({ metadata }) => metadata.namespace === 'other',
        connection: async (reference, { metadata }) => ({
          id: '',
          name: `${metadata.namespace} ${reference}`,
          namespace: '',
          type: '',
          url: '',
          username: '',
          password: '',
          certificate: '',
          insecureTls: false,
          properties: {},
        }),
        lastResult: async () => ({
          status: true,
          invalid: false,
          createdAt: null,
          duration: 1,
          message: '',
          error: '',
          results: [1],
        }),
      },
    );
    await runCanary(canary, deps);
    expect(seen).toEqual([
      '',
      'plain',
      true,
      false,
      'ns connection://a',
      'c/1',
      expect.objectContaining({ status: true, results: {} }),
    ]);
  });

  test('a password from a config map is a secret too', async () => {
    const password = { valueFrom: { configMapKeyRef: { name: 'a', key: 'b' } } };
    const deps = depsWith(
      async ({ spec, value }) => ({ pass: true, message: await value(spec.password as typeof password) }),
      {
        value: async () => 'correct-horse',
      },
    );
    expect((await runCanary(createTestCanary([{ password }]), deps)).results[0]?.message).toBe('***');
  });

  test('no secret leaves a run', async () => {
    const secret = 'correct-horse';
    const canary = createTestCanary([
      { name: 'x', target: `https://me:${secret}@host`, display: { expr: 'results.got' } },
    ]);
    const deps = depsWith(
      async ({ value, connection }) => {
        const got = await value({ valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } });
        const { password } = await connection('connection://a');
        return {
          pass: false,
          errors: [`said ${got} ${password}`],
          detail: { got, list: [password] },
          labels: { l: got },
        };
      },
      {
        value: async () => secret,
        connection: async () => ({
          id: '',
          name: '',
          namespace: '',
          type: '',
          url: '',
          username: '',
          password: 'battery-staple',
          certificate: '',
          insecureTls: false,
          properties: {},
        }),
      },
    );
    const [result] = (await runCanary(canary, deps)).results;
    const { spec: _spec, ...shown } = result ?? { spec: null };
    expect(JSON.stringify(shown)).not.toMatch(/correct-horse|battery-staple/);
    expect(result).toMatchObject({ message: '***', error: 'said *** ***', endpoint: 'https://host' });
  });
});

test('a type without runner says so', async () => {
  const canary = createTestCanary([]);
  canary.checks.push({ type: 'nowhere', spec: { name: 'x' } });
  await expect(runCanary(canary, createTestDeps())).rejects.toMatchObject({ code: 'DOCUMENT_KIND' });
});

test('a webhook goes through the same life cycle', async () => {
  const webhook = { ...pass, type: 'webhook', key: 'webhook' };
  const canary = createTestCanary([], {
    webhook: {
      name: 'hook',
      transform: { expr: "results.json.alerts.map(a, {'name': a.name, 'pass': a.ok}).toJSON()" },
    },
  });
  const body = {
    json: {
      alerts: [
        { name: 'one', ok: true },
        { name: 'two', ok: false },
      ],
    },
  };
  const { results } = await runWebhook(canary, body, createTestDeps({ types: [webhook] }));
  expect(results.map(({ name, type, pass: ok }) => [name, type, ok])).toEqual([
    ['hook', 'webhook', true],
    ['one', 'webhook', true],
    ['two', 'webhook', false],
  ]);
  await expect(runWebhook(createTestCanary([]), {}, createTestDeps())).rejects.toMatchObject({
    code: 'WEBHOOK_NOT_FOUND',
  });
});
