import { describe, expect, it } from 'vitest';
import type { HttpResponse } from '../../http-client/index.ts';
import { emptyVariables, evaluateResponse } from './evaluate.ts';
import { type HttpSpec, httpSchema } from './schema.ts';

const DAY_MS = 86_400_000;

function judge(answer: Partial<HttpResponse> & { text?: string }, spec: Partial<HttpSpec> = {}) {
  const response: HttpResponse = {
    url: 'http://a.example/',
    status: 200,
    statusText: '',
    headers: {},
    body: Buffer.from(answer.text ?? ''),
    timings: { dnsMs: null, tcpMs: null, tlsMs: null, firstByteMs: 1, totalMs: 1 },
    elapsedMs: 10,
    certificateExpiresMs: null,
    redirects: 0,
    ...answer,
  };
  return evaluateResponse(response, httpSchema.parse({ name: 'x', ...spec }), 0);
}

const json = (text: string) => ({ text, headers: { 'Content-Type': 'application/json; charset=utf-8' } });

describe('status', () => {
  it.each([200, 204, 298])('%d is right by default', (status) => {
    expect(judge({ status }).errors).toEqual([]);
  });

  it.each([199, 299, 301, 404, 500])('%d is wrong by default', (status) => {
    expect(judge({ status }).errors).toEqual([`expected ${status} to be 200..299`]);
  });

  it('outside the default set does not end the evaluation', () => {
    expect(judge({ status: 500, text: 'no' }, { responseContent: 'yes' }).errors).toEqual([
      'expected 500 to be 200..299',
      'expected yes, found no',
    ]);
  });

  it('outside the given set ends the evaluation', () => {
    expect(judge({ status: 200, text: 'no' }, { responseCodes: [201, 301], responseContent: 'yes' }).errors).toEqual([
      'expected 200 to be in [201 301]',
    ]);
  });

  it('inside the given set is right, whatever the default says', () => {
    expect(judge({ status: 500 }, { responseCodes: [500] }).errors).toEqual([]);
  });

  it('uses the default for an empty set', () => {
    expect(judge({ status: 500 }, { responseCodes: [] }).errors).toHaveLength(1);
  });
});

describe('json', () => {
  it('is parsed when the content type says so', () => {
    expect(judge(json('{"a":[1]}')).variables.json).toEqual({ a: [1] });
    expect(judge({ text: '{"a":1}' }).variables.json).toEqual({});
  });

  it('that is wrong fails before anything else', () => {
    const { errors } = judge({ ...json('{'), status: 500 });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^invalid json response: /);
  });

  it('that is wrong is left to the test where there is one', () => {
    const verdict = judge(json('{'), { test: { expr: 'true' } });
    expect(verdict.errors).toEqual([]);
    expect(verdict.variables).toMatchObject({ json: {}, content: '{' });
  });

  it('that is wrong fails when the test is empty', () => {
    expect(judge(json('{'), { test: {} }).errors).toHaveLength(1);
  });
});

describe('threshold', () => {
  it('must not be exceeded, and ends the evaluation', () => {
    const spec = { thresholdMillis: 10, responseContent: 'x' };
    expect(judge({ elapsedMs: 10.6 }, spec).errors).toEqual(['threshold exceeded 11ms > 10']);
    expect(judge({ elapsedMs: 10, text: 'x' }, spec).errors).toEqual([]);
  });
});

describe('content', () => {
  it('must hold the text, and ends the evaluation', () => {
    expect(judge({ text: 'abc' }, { responseContent: 'b' }).errors).toEqual([]);
    expect(judge({ text: 'abc' }, { responseContent: 'd', maxSSLExpiry: 1 }).errors).toEqual(['expected d, found abc']);
    expect(judge({ text: 'abc' }, { responseContent: '' }).errors).toEqual([]);
  });
});

describe('certificate', () => {
  it('must be there and live long enough', () => {
    const inDays = (days: number) => judge({ certificateExpiresMs: days * DAY_MS }, { maxSSLExpiry: 7 }).errors;
    expect(judge({}, { maxSSLExpiry: 7 }).errors).toEqual(['No certificate found to check age']);
    expect(inDays(8)).toEqual([]);
    expect(inDays(5.5)).toEqual(['SSL certificate expires soon 5d12h > 7']);
    expect(inDays(-1)).toEqual(['SSL certificate expires soon -1d0h > 7']);
  });
});

describe('variables', () => {
  it('hold what the answer was', () => {
    const { variables } = judge({
      status: 418,
      headers: { 'X-A': 'b' },
      text: 'tea',
      elapsedMs: 1500,
      certificateExpiresMs: 2 * DAY_MS,
    });
    expect(variables).toMatchObject({ code: 418, headers: { 'X-A': 'b' }, content: 'tea', json: {} });
    expect(variables.elapsed.milliseconds).toBe(1500);
    expect(variables.sslAge.milliseconds).toBe(2 * DAY_MS);
  });

  it('are all there without an answer', () => {
    expect(Object.keys(emptyVariables())).toEqual(Object.keys(judge({}).variables));
    expect(judge({}).variables.sslAge.milliseconds).toBe(0);
  });
});
