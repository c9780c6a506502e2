import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpResponse } from '../../http-client/index.ts';
import { readSamples } from './answer.ts';

const read = (body: unknown, status = 200) =>
  readSamples({ status, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) } as HttpResponse);
const vector = (...result: unknown[]) => ({ status: 'success', data: { resultType: 'vector', result } });

describe('readSamples', () => {
  it('joins labels and value', () => {
    const metric = { __name__: 'up', job: 'a', value: 'label of that name' };
    expect(read(vector({ metric, value: [1.5, '0.25'] }))).toEqual([{ __name__: 'up', job: 'a', value: 0.25 }]);
  });

  it.each([
    ['+Inf', Number.POSITIVE_INFINITY],
    ['-Inf', Number.NEGATIVE_INFINITY],
    ['NaN', Number.NaN],
    ['1e+06', 1_000_000],
  ])('reads %s', (text, value) => {
    expect(read(vector({ metric: {}, value: [0, text] }))).toEqual([{ value }]);
  });

  it.each(['scalar', 'matrix', 'string'])('fails on a %s', (resultType) => {
    const answer = { status: 'success', data: { resultType, result: [1, '1'] } };
    expect(() => read(answer)).toThrow(`query returned a ${resultType}, only instant vectors are supported`);
  });

  it('repeats the error of the server', () => {
    expect(() => read({ status: 'error', errorType: 'bad_data', error: 'parse error' }, 400)).toThrow(
      'bad_data: parse error',
    );
  });

  it('names the status of an answer that is no JSON', () => {
    expect(() => read('<html>', 502)).toThrow('unexpected answer from prometheus: status 502');
  });

  it('throws or gives numbers, whatever comes', () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        let samples: { value?: unknown }[] = [];
        try {
          samples = read(body);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
        for (const sample of samples) expect(typeof sample.value).toBe('number');
      }),
    );
  });
});
