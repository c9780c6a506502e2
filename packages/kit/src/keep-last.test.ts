import { expect, it } from 'vitest';
import { keepLast } from './keep-last.ts';

it('makes anew what is given anew, and only that', () => {
  const made: string[] = [];
  const joined = keepLast((list: readonly string[], end: string | number) => {
    made.push(`${list.join()}${end}`);
    return { text: made.at(-1) };
  });
  const list = ['a', 'b'];
  const first = joined(list, '!');
  expect(joined(list, '!')).toBe(first);
  expect(joined(list, '?').text).toBe('a,b?');
  expect(joined(list, '!')).not.toBe(first);
  expect(joined(['a', 'b'], '!').text).toBe('a,b!');
  expect(joined(list, Number.NaN)).toBe(joined(list, Number.NaN));
  expect(made).toEqual(['a,b!', 'a,b?', 'a,b!', 'a,b!', 'a,bNaN']);
});

it('remembers nothing of what failed', () => {
  let calls = 0;
  const failing = keepLast((text: string) => {
    calls += 1;
    if (calls === 1) throw new Error(text);
    return calls;
  });
  expect(() => failing('a')).toThrow('a');
  expect([failing('a'), failing('a')]).toEqual([2, 2]);
});
