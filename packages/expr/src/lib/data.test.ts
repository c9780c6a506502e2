import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateCel, renderTemplate } from '../index.ts';

const data = {
  json: '{"b": [1, 2], "a": "x"}',
  yaml: 'a: 1\nb:\n  - c\n',
  csv: 'name,age\nAnn,40\n"Bob, Jr",9\n',
  rows: [{ b: 'x,y', a: 1n }],
};
const render = (text: string) => renderTemplate(`{{ ${text} }}`, data);

describe('data in templates', () => {
  it.each([
    ['(data.JSON .json).a', 'x'],
    ['index (data.JSONArray "[1,2]") 1', '2'],
    ['(data.YAML .yaml).b', '[c]'],
    ['data.YAMLArray "[a, b]"', '[a b]'],
    ['index (data.CSV .csv) 2 0', 'Bob, Jr'],
    ['(index (data.CSVByRow .csv) 0).age', '40'],
    ['(data.CSVByColumn .csv).name', '[Ann Bob, Jr]'],
    ['index (data.CSV ";" "a;b") 0 1', 'b'],
    ['data.ToCSV .rows', 'a,b\r\n1,"x,y"\r\n'],
    ['data.ToCSV ";" .rows', 'a;b\r\n1;x,y\r\n'],
    ['data.ToJSON (dict "b" 1 "a" (coll.Slice true))', '{"a":[true],"b":1}'],
    ['data.ToJSONPretty "  " (dict "a" 1)', '{\n  "a": 1\n}'],
    ['data.ToYAML (dict "b" 1 "a" (coll.Slice 1))', 'a:\n  - 1\nb: 1\n'],
  ])('%s', async (text, expected) => {
    expect(await render(text)).toBe(expected);
  });

  it.each(['data.JSON "{"', 'data.JSON "[1]"', 'data.JSONArray "{}"', 'data.YAML "a: b: c"', 'data.CSV "\\"open"'])(
    '%s fails',
    async (text) => {
      await expect(render(text)).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
    },
  );
});

describe('data in CEL', () => {
  it.each([
    ['json.JSON().b', [1, 2]],
    ['\'[{"name": "Alice"}]\'.JSONArray()[0].name', 'Alice'],
    ['YAML("a: [1]").a', [1]],
    ['CSV(["Alice,30", "Bob,31"])[0][0]', 'Alice'],
    ['CSV(csv)[1][1]', '40'],
    ['[{"name": "John"}].toJSON()', '[{"name":"John"}]'],
    ['1.toJSON()', '1'],
    ['{"b": 1, "a": null}.toJSON()', '{"a":null,"b":1}'],
    ["{'name': 'aditya'}.toJSONPretty('\\t')", '{\n\t"name": "aditya"\n}'],
    ['jmespath("city", {"name": "John", "city": "NY"})', 'NY'],
    ['jsonpath("$.items[0]", {"items": ["apple", "banana"]})', 'apple'],
    ['jsonpath("$.user.email", \'{"user": {"email": "j@x"}}\')', 'j@x'],
    ['jsonpath("{.items[*].n}", {"items": [{"n": 1}, {"n": 2}]})', [1, 2]],
    ['jq(".name", {"name": "John"})', 'John'],
    ['jq(".[] | select(.age > 25)", [{"age": 30}, {"age": 25}])', { age: 30 }],
    ['jq(".none", {})', null],
    ['urlencode("hello world ?")', 'hello+world+%3F'],
    ['urldecode("hello+world+%3F")', 'hello world ?'],
    ['fromAWSMap([{"Name": "hello", "Value": "world"}]).hello', 'world'],
    ['aws.fromAWSMap([{"Name": "a", "Value": "b"}])', { a: 'b' }],
    [
      'aws.arnToMap("arn:aws:sns:eu-west-1:123:MMS-Topic")',
      { service: 'sns', region: 'eu-west-1', account: '123', resource: 'MMS-Topic' },
    ],
  ])('%s', async (expression, expected) => {
    expect(await evaluateCel(expression, data)).toEqual(expected);
  });

  it.each(['jmespath("a[", {})', 'jq("{", {})', 'urldecode("%zz")', 'aws.arnToMap("sns")', 'JSON("{")'])(
    '%s fails',
    async (expression) => {
      await expect(evaluateCel(expression, data)).rejects.toMatchObject({ code: 'EXPRESSION_FAILED' });
    },
  );

  it('what is written as CSV is read back', async () => {
    const cell = fc.string({ minLength: 1, maxLength: 8 }).map((text) => text.replaceAll('\r', ' '));
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        expect(await evaluateCel('CSV(toCSV(rows))', { rows: written })).toEqual(written);
      }),
      { numRuns: 50 },
    );
  });
});
