import { describe, expect, it } from 'vitest';
import { evaluateCel, renderTemplate } from '../index.ts';

const data = {
  m: { b: 2n, a: 1n, c: { d: 'e' } },
  people: [
    { name: 'Zoe', age: 7n },
    { name: 'Ann', age: 40n },
    { name: 'Bob', age: 9n },
  ],
};
const render = (text: string) => renderTemplate(`{{ ${text} }}`, data);

describe('coll', () => {
  it.each([
    ['dict 1 2 3 | toJSON', '{"1":2,"3":""}'],
    ['coll.Dict "name" "Frank" | toYAML', 'name: Frank\n'],
    ['coll.Slice "a" 1', '[a 1]'],
    ['coll.Append 3 (coll.Slice 1 2)', '[1 2 3]'],
    ['coll.Prepend 0 (coll.Slice 1 2)', '[0 1 2]'],
    ['coll.Has (coll.Slice "a" "b") "b"', 'true'],
    ['coll.Has .m "z"', 'false'],
    ['coll.Index "c" "d" .m', 'e'],
    ['coll.Index 1 (coll.Slice "x" "y")', 'y'],
    ['coll.Keys .m', '[a b c]'],
    ['coll.Values (coll.Omit "c" .m)', '[1 2]'],
    ['coll.Merge (dict "a" 1) (dict "a" 2 "b" 3) | toJSON', '{"a":1,"b":3}'],
    ['coll.Merge (dict "m" (dict "x" 1)) (dict "m" (dict "y" 2)) | toJSON', '{"m":{"x":1,"y":2}}'],
    ['coll.Omit "a" "b" .m | toJSON', '{"c":{"d":"e"}}'],
    ['coll.Pick "a" "none" .m | toJSON', '{"a":1}'],
    ['coll.Set "a" 9 (dict "a" 1) | toJSON', '{"a":9}'],
    ['coll.Unset "a" (dict "a" 1 "b" 2) | toJSON', '{"b":2}'],
    ['coll.Flatten (coll.Slice 1 (coll.Slice 2 (coll.Slice 3)))', '[1 2 3]'],
    ['coll.Flatten 1 (coll.Slice 1 (coll.Slice 2 (coll.Slice 3)))', '[1 2 [3]]'],
    ['coll.Reverse (coll.Slice 1 2 3)', '[3 2 1]'],
    ['coll.Uniq (coll.Slice 1 2 1 (dict "a" 1) (dict "a" 1)) | len', '3'],
    ['coll.Sort (coll.Slice "b" "a" "c")', '[a b c]'],
    ['range (coll.Sort "age" .people) }}{{.name}} {{end', 'Zoe Bob Ann '],
    ['coll.GroupBy "name" .people | keys', '[Ann Bob Zoe]'],
    ['coll.JQ ".c.d" .m', 'e'],
  ])('%s', async (text, expected) => {
    expect(await render(text)).toBe(expected);
  });

  it.each(['coll.Sort (coll.Slice 1 "a")', 'coll.Keys "text"', 'coll.Append 1 "text"'])('%s fails', async (text) => {
    await expect(render(text)).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
  });
});

describe('lists and maps in CEL', () => {
  it.each([
    ['{"first": "John", "last": "Doe"}.keys()', ['first', 'last']],
    ['{"b": 2, "a": 1}.values()', [1, 2]],
    ['{"first": "John"}.merge({"last": "Doe"})', { first: 'John', last: 'Doe' }],
    ['merge({"a": 1}, {"a": 2})', { a: 1 }],
    ['{"first": "John", "last": "Doe"}.omit(["first"])', { last: 'Doe' }],
    ['{"a": 1, "b": 2}.pick(["b"])', { b: 2 }],
    ['[3, 2, 1].sort()', [1, 2, 3]],
    ['["c", "b"].sort()', ['b', 'c']],
    ['people.sortBy(p, p.age).map(p, p.name)', ['Zoe', 'Bob', 'Ann']],
    ['[1, 2, 2, 3, 3].distinct()', [1, 2, 3]],
    ['["a", "b", "b"].uniq()', ['a', 'b']],
    ['[[1, 2], [3, [4]]].flatten()', [1, 2, 3, 4]],
    ['[[1, [2]]].flatten(1)', [1, [2]]],
    ['[1, 2, 3].reverse()', [3, 2, 1]],
    ['"abc".reverse()', 'cba'],
    ['range(5)', [0, 1, 2, 3, 4]],
    ['range(2, 5)', [2, 3, 4]],
    ['range(0, 10, 2)', [0, 2, 4, 6, 8]],
    ['range(5, 0, -2)', [5, 3, 1]],
    ['[1, 2, 3, 4].slice(1, 3)', [2, 3]],
    ['keyValToMap("a=b,c=d=e")', { a: 'b', c: 'd=e' }],
    ['{"c": "d", "a": "b"}.mapToKeyVal()', 'a=b,c=d'],
    ['sets.contains([1, 2, 3, 4], [2, 3])', true],
    ['sets.contains([], [1])', false],
    ['sets.equivalent([1], [1, 1])', true],
    ['sets.equivalent([1, 2, 3], [3, 2.0, 1])', true],
    ['sets.intersects([1], [1, 2])', true],
    ['sets.intersects([1], [])', false],
    ['[1, 2].first().orValue(0)', 1],
    ['[].last().orValue("none")', 'none'],
  ])('%s', async (expression, expected) => {
    expect(await evaluateCel(expression, data)).toEqual(expected);
  });

  it.each(['range(0, 1, 0)', '[1, "a"].sort()', '"x".keys()', 'range(1000000000)'])('%s fails', async (expression) => {
    await expect(evaluateCel(expression, data)).rejects.toMatchObject({
      code: expect.stringMatching(/^EXPRESSION_(FAILED|LIMIT)$/),
    });
  });
});
