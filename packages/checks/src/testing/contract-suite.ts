import { systemClock } from '@quarterdeck/kit';
import { describe, expect, test } from 'vitest';
import { parseDocuments } from '../engine/documents.ts';
import { runCanary } from '../engine/run-canary.ts';
import type { RunDeps } from '../engine/run-deps.ts';
import type { CheckResult, CheckType } from '../engine/types.ts';
import { createTestDeps } from './run-deps.ts';

/** A spec as it is written in a document, or a function that makes it once the test's servers are up. */
export type WrittenSpec = Record<string, unknown> | (() => Record<string, unknown> | Promise<Record<string, unknown>>);

/** Documents of one type and what each must give. A type that can never run has `invalid` only. */
export interface ContractCases {
  pass?: WrittenSpec;
  fail?: WrittenSpec;
  /** Cannot be evaluated at all. */
  invalid?: WrittenSpec;
  /** Texts that must appear in no result of these documents, such as the password that they use. */
  secrets?: string[];
  deps?: Partial<RunDeps>;
}

async function written(spec: WrittenSpec): Promise<Record<string, unknown>> {
  return typeof spec === 'function' ? spec() : spec;
}

/** Turns the case of every key upside down, at the levels that a type's schema surely describes. */
function otherCase(spec: Record<string, unknown>): Record<string, unknown> {
  const swap = (key: string) => (key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase());
  return Object.fromEntries(Object.entries(spec).map(([key, value]) => [swap(key), value]));
}

/** A canary with that one check. A webhook stands beside the list of checks; it is run as if it were among them. */
function parseOne(type: CheckType, spec: Record<string, unknown>) {
  const isWebhook = type.key === 'webhook';
  const text = JSON.stringify({
    kind: 'Canary',
    metadata: { name: 'suite' },
    spec: { [type.key]: isWebhook ? spec : [spec] },
  });
  const parsed = parseDocuments(text, { fileName: 'suite.yaml', types: [type] });
  expect(parsed.errors).toEqual([]);
  const [written] = parsed.canaries;
  const canary = written?.webhook ? { ...written, checks: [{ type: type.type, spec: written.webhook }] } : written;
  const check = canary?.checks[0];
  if (canary === undefined || check === undefined) throw new Error('the document holds no check');
  return { canary, check };
}

/** What holds for every result, whatever the type. */
function expectInvariants(result: CheckResult, type: CheckType): void {
  expect(result.type).toBe(type.type);
  expect(result.name).not.toBe('');
  expect(result.namespace).toBe('default');
  expect(Number.isInteger(result.durationMs) && result.durationMs >= 0).toBe(true);
  expect(result.pass && result.invalid).toBe(false);
  expect(result.unknown && !result.invalid).toBe(false);
  if (!result.pass) expect(result.error).not.toBe('');
  expect(result.endpoint).not.toMatch(/:\/\/[^/\s]*:[^/\s]*@/);
  const details = JSON.stringify(result.detail);
  expect(JSON.stringify(JSON.parse(details))).toBe(details);
  for (const metric of result.metrics) expect(Number.isFinite(metric.value)).toBe(true);
}

/**
 * The promises that every check type keeps, run against its own documents: keys match without case, results are well
 * formed and can be stored, a throw becomes a failing result, an abort ends the run at once, no secret is shown.
 */
export function describeCheckType<T extends CheckType>(type: T, cases: ContractCases): void {
  const deps = () => createTestDeps({ clock: systemClock, types: [type], ...cases.deps });
  const runOne = async (spec: WrittenSpec, runDeps = deps(), signal?: AbortSignal) => {
    const { canary } = parseOne(type, await written(spec));
    return runCanary(canary, runDeps, signal ? { signal } : {});
  };

  const any = cases.pass ?? cases.fail ?? cases.invalid ?? {};

  describe(`${type.type}: contract of all check types`, () => {
    test('finds its fields whatever the case of their keys', async () => {
      const spec = await written(any);
      expect(parseOne(type, otherCase(spec)).check.spec).toEqual(parseOne(type, spec).check.spec);
    });

    const { pass, fail } = cases;
    if (pass !== undefined) {
      test('passes what is right', async () => {
        const { results } = await runOne(pass);
        const [result] = results;
        expect(result).toMatchObject({ pass: true, error: '' });
        for (const each of results) expectInvariants(each, type);
      });
    }

    if (fail !== undefined) {
      test('fails what is wrong, with a reason', async () => {
        const { results } = await runOne(fail);
        const [result] = results;
        expect(result).toMatchObject({ pass: false, invalid: false });
        for (const each of results) expectInvariants(each, type);
      });
    }

    const { invalid } = cases;
    if (invalid !== undefined) {
      test('calls invalid what cannot be evaluated', async () => {
        const { results } = await runOne(invalid);
        const [result] = results;
        expect(result).toMatchObject({ pass: false, invalid: true, unknown: false });
        for (const each of results) expectInvariants(each, type);
      });
    }

    test('ends at once when it is aborted', async () => {
      const stop = new AbortController();
      const running = runOne(any, deps(), stop.signal);
      stop.abort(new Error('enough'));
      expect(await running).toMatchObject({ aborted: true, results: [] });
    });

    test('a throw is a failing result', async () => {
      const boom = () => Promise.reject(new Error('boom'));
      const broken: CheckType = { ...type, run: boom };
      const { canary } = parseOne(type, await written(any));
      const { results } = await runCanary(canary, { ...deps(), types: [broken] });
      expect(results[0]).toMatchObject({ pass: false, invalid: false });
      expect(results[0]?.error).toContain('boom');
    });

    test('shows no secret', async () => {
      const runs = await Promise.all([pass, fail, invalid].flatMap((spec) => (spec ? [runOne(spec)] : [])));
      const shown = runs.flatMap(({ results }) => results.map(({ spec: _spec, ...result }) => JSON.stringify(result)));
      expect(shown).not.toEqual([]);
      for (const secret of cases.secrets ?? []) {
        expect(shown.filter((text) => text.includes(secret))).toEqual([]);
      }
    });
  });
}
