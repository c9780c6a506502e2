import { expect, test } from 'vitest';
import { problemsIn } from './document-problems.ts';

const schema = {
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { retries: { type: 'integer' }, list: { items: { type: 'string' } } } },
  },
  required: ['kind'],
};

function marked(text: string, language: 'yaml' | 'json' = 'yaml') {
  return problemsIn(text, language, schema).map(({ from, to, severity }) => [text.slice(from, to), severity]);
}

test('a syntax error is marked inside the text', () => {
  const text = 'a: [1\nb: 2';
  const [problem] = problemsIn(text, 'yaml');
  expect(problem?.severity).toBe('error');
  expect(problem?.to).toBeLessThanOrEqual(text.length);
});

test('what does not fit the schema is marked at its key, an item at itself', () => {
  expect(marked('kind: x\nspec:\n  retries: many\n')).toEqual([['retries', 'warning']]);
  expect(marked('kind: x\nspec:\n  list: [a, 2]\n')).toEqual([['2', 'warning']]);
  expect(marked('spec: {}\n')).toEqual([['s', 'warning']]);
  expect(marked('')).toEqual([]);
});

test('JSON is read strictly', () => {
  expect(marked('{kind: x}', 'json').map(([, severity]) => severity)).toEqual(['error']);
  expect(marked('{"kind": "x"}', 'json')).toEqual([]);
});
