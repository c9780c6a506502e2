import { describe, expect, it } from 'vitest';
import { GoDuration, renderTemplate } from '../index.ts';

const data = {
  list: [3, 1, 2],
  m: { b: 2, a: 1 },
  nested: { list: [{ name: 'x' }] },
  span: new GoDuration(1500),
  word: 'hello',
  none: null,
  count: 3n,
  find: (name: unknown) => `found ${name}`,
  strings: { own: 'mine' },
};
const render = (text: string) => renderTemplate(`{{ ${text} }}`, data);

/** Each function of Go's text/template and of the library that documents name, with the answer it must give. */
describe('functions of templates', () => {
  it.each([
    // of Go
    ['index .nested.list 0 "name"', 'x'],
    ['index .m "zz"', '<no value>'],
    ['index .word 1', '101'],
    ['slice .list 1', '[1 2]'],
    ['slice .word 1 3', 'el'],
    ['len .none', '0'],
    ['len "añ"', '3'],
    ['len .m', '2'],
    ['eq .word "x" "hello"', 'true'],
    ['ne .count 3', 'false'],
    ['lt 1 1.5', 'true'],
    ['not .none', 'true'],
    ['and 1 "" 3', ''],
    ['and 1 2', '2'],
    ['or .none 0 "x"', 'x'],
    ['.word | and 1', 'hello'],
    ['"" | or 0', ''],
    [`html "<a href='x'>&\\"</a>"`, '&lt;a href=&#39;x&#39;&gt;&amp;&#34;&lt;/a&gt;'],
    ['js "<a>=\'"', "\\u003Ca\\u003E\\u003D\\'"],
    ['urlquery "a b&c"', 'a+b%26c'],
    ['print 1 2 "a" 3', '1 2a3'],
    ['println 1 "a"', '1 a\n'],
    ['printf "%b %o %X %c %e %g %T" 5 8 255 65 1234.5 0.1 "x"', '101 10 FF A 1.234500e+03 0.1 string'],
    ['printf "%6.2f|%-6d|%06d|%+d|%x" 3.14159 42 -42 7 "hi"', '  3.14|42    |-00042|+7|6869'],
    ['printf "%*d|%.*f" 5 42 1 2.25', '   42|2.3'],
    ['printf "%.2s|%5s|%t|%v" "abc" "ab" true .m', 'ab|   ab|true|map[a:1 b:2]'],
    ['printf "%t %z" 1 2', '%!t(bigint=1) %!z(bigint=2)'],
    ['printf "%d" 1 2', '1%!(EXTRA bigint=2)'],
    // of variables
    ['find "x"', 'found x'],
    ['strings.own', 'mine'],
    ['strings.ToUpper "a"', 'A'],
    ['.span.Milliseconds', '1500'],
    // conv
    ['conv.ParseInt "ff" 16', '255'],
    ['conv.ParseInt "0b101" 0', '5'],
    ['conv.ParseInt "-0o17" 0', '-15'],
    ['conv.ParseBool "T"', 'true'],
    ['conv.ToInt "1,234"', '1234'],
    ['conv.ToInt 2.9', '2'],
    ['conv.ToInt64s "1" 2', '[1 2]'],
    ['conv.ToFloat64 "1,234.5"', '1234.5'],
    ['conv.ToStrings 1 true .none', '[1 true ]'],
    ['conv.ToBools "yes" 0 1', '[true false true]'],
    ['conv.ToString 1000000.0', '1e+06'],
    ['(conv.URL "https://h:1/p?q=1#f").Host', 'h:1'],
    ['default "d" .word', 'hello'],
    ['atoi "7"', '7'],
    // math
    ['math.Sub 5 2 1', '2'],
    ['math.Mul 2 2.5', '5'],
    ['math.Div 7 2', '3.5'],
    ['math.Rem 7 4', '3'],
    ['math.Abs -3', '3'],
    ['math.Round -1.5', '-2'],
    ['math.Floor -1.5', '-2'],
    ['math.Sqrt 9', '3'],
    ['math.Min 2 1 3', '1'],
    ['math.IsInt "5"', 'true'],
    ['math.IsFloat 1.5', 'true'],
    ['math.IsNum "x"', 'false'],
    ['math.Seq 3', '[1 2 3]'],
    ['seq 5 1 2', '[5 3 1]'],
    // texts
    ['strings.TrimLeft "-" "--a-"', 'a-'],
    ['strings.TrimRight "-" "-a--"', '-a'],
    ['strings.HasPrefix "he" .word', 'true'],
    ['strings.HasSuffix "x" .word', 'false'],
    ['strings.ContainsAny "xyzo" .word', 'true'],
    ['strings.SkipLines 1 "a\\nb"', 'b'],
    ['strings.Sort (coll.Slice "b" "a")', '[a b]'],
    ['strings.Join (coll.Slice 1 2) "-"', '1-2'],
    ['strings.PrettyJSON `{"a":1}`', '{\n  "a": 1\n}'],
    ['strings.Indent 1 "> " "a\\nb"', '> a\n> b'],
    ['strings.Abbrev 5 8 "abcdefghijklmnop"', '...fg...'],
    ['repeat 2 "ab"', 'abab'],
    ['replaceAll "l" "L" .word', 'heLLo'],
    ['trunc 2 .word', 'he'],
    // collections
    ['coll.Sort "name" .nested.list | toJSON', '[{"name":"x"}]'],
    ['coll.Values .m', '[1 2]'],
    ['has .m "b"', 'true'],
    ['coll "a" 1', '[a 1]'],
    ['keyValToMap "a=1"', 'map[a:1]'],
    ['mapToKeyVal .m', 'a=1,b=2'],
    ['sum .list', '6'],
    ['(index (jsonArray "[{\\"a\\": 1}]") 0).a', '1'],
    ['index (data.YAMLArray "[7]") 0', '7'],
    ['(index (csvByRow "a,b\\n1,2") 0).b', '2'],
    ['csvByColumn "a,b\\n1,2\\n3,4"', 'map[a:[1 3] b:[2 4]]'],
    ['jmespath "a" .m', '1'],
    ['jsonpath "$.a" .m', '1'],
    ['urldecode "a+b"', 'a b'],
    // others
    ['ternary "a" "b" .none', 'b'],
    ['required .word', 'hello'],
    ['required "no word" .word', 'hello'],
    ['len (random.String 4)', '4'],
    ['random.Number 3 3', '3'],
    ['random.Item (coll.Slice 5)', '5'],
    ['lt (random.Float 1) 1.0', 'true'],
    ['uuid.Parse "URN:none" | len', null],
    ['uuid.Parse "{0190A0C8-0000-7000-8000-000000000000}"', '0190a0c8-0000-7000-8000-000000000000'],
    ['path.Join "a" "../b"', 'b'],
    ['path.Clean "/a//b/../c/"', '/a/c'],
    ['path.Rel "/a/b" "/a/c"', '../c'],
    ['path.Match "*.y?ml" "a.yaml"', 'true'],
    ['filepath.Split "/a/b"', '[/a/ b]'],
    ['filepath.ToSlash "a/b" | filepath.FromSlash', 'a/b'],
    ['regexp.QuoteMeta "a.b"', 'a\\.b'],
    ['regexp.ReplaceLiteral "a" "$1" "ba"', 'b$1'],
    ['regexp.FindAll "[0-9]" 1 "a1b2"', '[1]'],
    ['regexp.Split "," 2 "a,b,c"', '[a b,c]'],
    ['base64.DecodeBytes "aGk="', '[104 105]'],
    ['b64enc "hi" | b64dec', 'hi'],
    ['(semver "1.2.3-rc.1").Prerelease', 'rc.1'],
    ['humanSize 1536', '1.5K'],
  ] as [string, string | null][])('%s', async (text, expected) => {
    if (expected === null) await expect(render(text)).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
    else expect(await render(text)).toBe(expected);
  });

  it.each([
    'index .none 0',
    'index .list 3',
    'index .word 9',
    'slice .list 2 1',
    'slice .word 0 99',
    'len 5',
    'lt .word 1',
    'required .none',
    'required "say why" ""',
    'fail',
    'seq 1 2 0',
    'math.Div 1 0',
    'math.Rem 1 0',
    'math.Max',
    'conv.ParseInt "9" 8',
    'conv.ParseInt "1" 1',
    'conv.ParseBool "yes"',
    'conv.URL "not a url"',
    'strings.Repeat -1 "a"',
    'strings.Abbrev 3 "abcdef"',
    'strings.PrettyJSON "{"',
    'random.Item (coll.Slice)',
    'random.Number 5 1',
    'random.Alpha -1',
    'jmespath "[" .m',
    '.m.a.b',
    '"a" 1',
    '$v = 1',
    'call.me',
  ])('%s fails', async (text) => {
    await expect(render(text)).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
  });
});

describe('marks', () => {
  it.each([
    ['{{range $i, $v := 3}}{{$i}}{{$v}} {{end}}', '00 11 22 '],
    ['{{range .m}}{{.}}{{end}}', '12'],
    ['{{with $x := .word}}{{$x}}{{end}}', 'hello'],
    ['{{with .none}}a{{else with .word}}{{.}}{{end}}', 'hello'],
    ['{{if false}}a{{else if nil}}b{{else}}c{{end}}', 'c'],
    ['{{"\\x41\\101\\U00000042\\n"}}', 'AAB\n'],
    ["{{'\\n'}} {{'é'}}", '10 233'],
    ['{{1e3}} {{.5}} {{0x1f}} {{-7}}', '1000 0.5 31 -7'],
    ['# gotemplate: left-delim=[[\n[[ .word ]]', '# gotemplate: left-delim=[[\n[[ .word ]]'],
  ])('%s', async (text, expected) => {
    expect(await renderTemplate(text, data)).toBe(expected);
  });

  it.each([
    '{{else if}}',
    '{{if 1}}{{else}}{{else}}{{end}}',
    '{{if 1}}{{else x}}{{end}}',
    '{{"\\q"}}',
    "{{'ab'}}",
    '{{(1',
  ])('%s cannot be read', async (text) => {
    await expect(renderTemplate(text, data)).rejects.toMatchObject({ code: 'TEMPLATE_SYNTAX' });
  });

  it('are not read in a text beyond the limit', async () => {
    await expect(renderTemplate(`{{1}}${'x'.repeat(2_000_000)}`, {})).rejects.toMatchObject({
      code: 'EXPRESSION_LIMIT',
    });
  });
});
