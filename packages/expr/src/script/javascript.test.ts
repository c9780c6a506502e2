import { describe, expect, it } from 'vitest';
import { evaluate, GoDuration, parseBool } from '../index.ts';

const run = (javascript: string, variables: Record<string, unknown> = {}) => evaluate({ javascript }, variables);

describe('scripts', () => {
  it.each([
    ['1 + 1', '2'],
    ['"a"', 'a'],
    ['null', ''],
    ['undefined', ''],
    ['true', 'true'],
    ['var x = 1', ''],
    ['x = 4; x * 2', '8'],
    ['[1,2]', '1,2'],
    ['1e6', '1e+06'],
    ['_.map([1,2], function(n) { return n * 2 }).join("-")', '2-4'],
    ['_.keys({a: 1})[0]', 'a'],
    ['JSON.stringify({a: 1})', '{"a":1}'],
    ['k8s.getAlertName({labels: {alertname: "x"}})', 'x'],
    ['JSON.stringify(k8s.getAlertLabels({labels: {alertname: "x", a: "b"}}))', '{"a":"b"}'],
    ['k8s.conditions({status: {conditions: [{type: "Ready", status: "True"}]}}).Ready', 'true'],
    ['k8s.getPodTopology({metadata: {name: "p"}}).name', 'p'],
    ['k8s.getNodeTopology({metadata: {name: "n"}}).status', 'unhealthy'],
  ])('%s', async (source, expected) => {
    expect(await run(source)).toBe(expected);
  });

  it('read variables, also functions and durations', async () => {
    const variables = { results: [{ n: 1n }], elapsed: new GoDuration(1500), last_result: () => ({ status: true }) };
    expect(await run('results[0].n + elapsed + last_result().status', variables)).toBe('11.5strue');
  });

  it('report how they failed', async () => {
    await expect(run('var = 1')).rejects.toMatchObject({ code: 'EXPRESSION_SYNTAX' });
    await expect(run('nope.x')).rejects.toMatchObject({ code: 'EXPRESSION_FAILED' });
    await expect(run('throw "text"')).rejects.toMatchObject({ code: 'EXPRESSION_FAILED' });
  });
});

describe('parseBool', () => {
  it.each(['1', 't', 'T', 'TRUE', 'true', 'True'])('%s is true', (word) => expect(parseBool(word)).toBe(true));
  it.each(['0', 'f', 'F', 'FALSE', 'false', 'False'])('%s is false', (word) => expect(parseBool(word)).toBe(false));
  it.each(['', 'yes', 'tRUE', ' true', '2'])('%j is neither', (word) => expect(parseBool(word)).toBeNull());
});
