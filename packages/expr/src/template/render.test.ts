import { describe, expect, it } from 'vitest';
import { checkTemplate, evaluate, renderStruct, renderTemplate } from '../index.ts';

const NOW = Date.parse('2024-05-06T07:08:09Z');
const data = {
  name: 'n',
  user: { first: 'A', tags: ['x', 'y'] },
  list: [1, 2, 3],
  m: { b: 2, a: 1 },
  zero: 0,
  empty: '',
  yes: true,
  last_result: () => ({ results: { x: 5 } }),
  fn: (v: unknown) => `<${v}>`,
};
const render = (text: string) => renderTemplate(text, data, { now: () => NOW });

describe('the language', () => {
  it.each([
    ['a{{ .name }}b', 'anb'],
    ['$(name) $(.name) {{name}} {{.name}}', 'n n n n'],
    ['a {{- .name -}} b', 'anb'],
    ['a{{/* no */}}b', 'ab'],
    ['a {{- /* no */ -}} b', 'ab'],
    ['{{.missing}}', '<no value>'],
    ['{{.missing.deeper}}', '<no value>'],
    ['{{.user.first}}{{(index .user.tags 1)}}', 'Ay'],
    ['{{last_result.results.x}}', '5'],
    ['{{fn "a"}}', '<a>'],
    ['{{if .yes}}1{{else}}2{{end}}', '1'],
    ['{{if .zero}}1{{else if .empty}}2{{else}}3{{end}}', '3'],
    ['{{range .list}}{{.}},{{end}}', '1,2,3,'],
    ['{{range $i, $v := .list}}{{$i}}={{$v}};{{end}}', '0=1;1=2;2=3;'],
    ['{{range $k, $v := .m}}{{$k}}{{$v}}{{end}}', 'a1b2'],
    ['{{range .none}}x{{else}}none{{end}}', 'none'],
    ['{{range .list}}{{if eq . 2}}{{continue}}{{end}}{{if eq . 3}}{{break}}{{end}}{{.}}{{end}}', '1'],
    ['{{with .user}}{{.first}}{{$.name}}{{else}}-{{end}}', 'An'],
    ['{{with .none}}a{{else}}b{{end}}', 'b'],
    ['{{$x := 1}}{{if true}}{{$x = 2}}{{end}}{{$x}}', '2'],
    ['{{$x := 1}}{{if true}}{{$x := 2}}{{end}}{{$x}}', '1'],
    ['{{define "t"}}[{{.}}]{{end}}{{template "t" .name}}', '[n]'],
    ['{{block "b" .name}}({{.}}){{end}}', '(n)'],
    ['{{and 1 0}} {{or 0 "a"}} {{not 0}}', '0 a true'],
    ['{{or .yes (fail "never")}}', 'true'],
    ['{{eq 1 2 1}} {{ne 1 2}} {{lt 1 2}} {{le 2 2}} {{gt 1 2}} {{ge 2 2}}', 'true true true true false true'],
    ['{{printf "%05d|%-4s|%q|%.2f|%v|%t|%x" 42 "ab" "q" 1.005 .list true 255}}', '00042|ab  |"q"|1.00|[1 2 3]|true|ff'],
    ['{{printf "%d" "x"}}', '%!d(string=x)'],
    ['{{printf "%s"}}', '%!s(MISSING)'],
    ['{{print 1 2 "a" "b"}}', '1 2a b'.replace(' b', 'b')],
    ['{{println "a" 1}}', 'a 1\n'],
    ['{{len "abc"}} {{len .m}}', '3 2'],
    ['{{index .m "a"}}', '1'],
    ['{{slice "hello" 1 3}}', 'el'],
    ['{{html "<a>"}}', '&lt;a&gt;'],
    ["{{js `it's`}}", "it\\'s"],
    ['{{urlquery "a b"}}', 'a+b'],
    ['{{ "a" | strings.ToUpper | printf "%s-%s" "x" }}', 'x-A'],
    ['{{`raw "x"`}}{{"\\t\\u0041"}}', 'raw "x"\tA'],
    ['{{true}}{{nil}}', 'true<no value>'],
    ['{{ (.user).first }}', 'A'],
    ['{{.m}}', 'map[a:1 b:2]'],
    ['$(strings.ToUpper (print "a" ")"))', 'A)'],
    ['# gotemplate: left-delim=<< right-delim=>>\n<<.name>> {{.name}}', 'n {{.name}}'],
    ['{{1000000.0}} {{1.5}} {{0x10}}', '1e+06 1.5 16'],
    ["{{'a'}}", '97'],
  ])('%s', async (text, expected) => {
    expect(await render(text)).toBe(expected);
  });

  it('runs the second marks over what the first made', async () => {
    expect(await renderTemplate('$({{.which}})', { which: 'name', name: 'n' })).toBe('n');
  });
});

describe('functions', () => {
  it.each([
    ['{{strings.Title "ab cd"}}', 'Ab Cd'],
    ['{{strings.Contains "b" "abc"}}', 'true'],
    ['{{strings.Trim "_" "_a_"}}', 'a'],
    ['{{strings.TrimPrefix "a" "ab"}}', 'b'],
    ['{{strings.ReplaceAll "a" "b" "aa"}}', 'bb'],
    ['{{strings.Split "," "a,b"}}', '[a b]'],
    ['{{strings.SplitN "," 2 "a,b,c"}}', '[a b,c]'],
    ['{{strings.Abbrev 6 "abcdefgh"}}', 'abc...'],
    ['{{strings.Slug "Hello, World!"}}', 'hello-world'],
    ['{{strings.SnakeCase "a b"}}', 'a_b'],
    ['{{strings.CamelCase "a b"}}', 'aB'],
    ['{{strings.KebabCase "a b"}}', 'a-b'],
    ['{{strings.Indent 2 "a\\nb"}}', '  a\n  b'],
    ['{{strings.Quote "a"}}{{strings.Squote "a"}}{{strings.ShellQuote "a b"}}', `"a"'a''a b'`],
    ['{{strings.Repeat 2 "ab"}}', 'abab'],
    ['{{strings.RuneCount "añ"}}', '2'],
    ['{{strings.Trunc 2 "abc"}}', 'ab'],
    ['{{toUpper "a"}}{{"B" | toLower}}', 'Ab'],
    ['{{conv.Join .list "-"}}{{join .list "+"}}', '1-2-31+2+3'],
    ['{{conv.ToInt "7"}}{{conv.ToBool "yes"}}{{conv.Default "d" .empty}}', '7trued'],
    ['{{coll.Keys .m}}{{coll.Has .m "a"}}', '[a b]true'],
    ['{{coll.Sort .list | coll.Reverse}}', '[3 2 1]'],
    ['{{(coll.Dict "a" 1).a}}', '1'],
    ['{{coll.Append 4 .list}}{{coll.Uniq (coll.Slice 1 1)}}', '[1 2 3 4][1]'],
    ['{{coll.Merge (dict "a" 1) (dict "a" 2 "b" 3)}}', 'map[a:1 b:3]'],
    ['{{coll.Pick "a" .m}}{{coll.Omit "a" .m}}', 'map[a:1]map[b:2]'],
    ['{{coll.Flatten (coll.Slice 1 (coll.Slice 2))}}', '[1 2]'],
    ['{{math.Add 1 2 3}} {{math.Div 3 2}} {{math.Max 1 2}} {{math.Pow 2 3}} {{math.Round 1.5}}', '6 1.5 2 8 2'],
    ['{{add 1 2}}{{range seq 3}}{{.}}{{end}}', '3123'],
    ['{{crypto.SHA1 "a"}}', '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8'],
    ['{{len (random.AlphaNum 6)}}', '6'],
    ['{{regexp.Replace "a(.)" "$1" "abac"}}', 'bc'],
    ['{{regexp.Match "^a" "ab"}}', 'true'],
    ['{{filepath.Base "/a/b.c"}}{{path.Ext "b.c"}}{{path.Dir "/a/b"}}', 'b.c.c/a'],
    ['{{len (uuid.V4)}}', '36'],
    ['{{uuid.Nil | uuid.IsValid}}', 'true'],
    ['{{base64.Encode "hi"}}{{base64.Decode "aGk="}}', 'aGk=hi'],
    [`{{(json "{\\"a\\": 1}").a}}{{(data.YAML "a: 2").a}}`, '12'],
    ['{{data.CSV "a,b"}}', '[[a b]]'],
    ['{{.m | toJSON}}', '{"a":1,"b":2}'],
    ['{{.m | toJSONPretty " "}}', '{\n "a": 1,\n "b": 2\n}'],
    ['{{.m | toYAML}}', 'a: 1\nb: 2\n'],
    ['{{coll.Slice .list | toCSV}}', '1,2,3\r\n'],
    ['{{humanDuration "90m"}} {{humanSize 1048576}}', '1h30m 1M'],
    ['{{(semver "1.2.3").Minor}}{{semverCompare "^1.2" "1.3.0"}}', '2true'],
    ['{{time.Format "2006-01-02" (time.Now)}}', '2024-05-06'],
    ['{{(time.Parse "2006-01-02" "2024-01-01") | time.Format "Jan _2"}}', 'Jan  1'],
    ['{{k8s.IsHealthy (dict "kind" "Pod")}}', 'false'],
    ['{{jq ".a" .m}}', '1'],
    ['{{ternary "a" "b" true}}', 'a'],
  ])('%s', async (text, expected) => {
    expect(await render(text)).toBe(expected);
  });
});

describe('structs', () => {
  it('renders and trims every text', async () => {
    const value = { a: ' {{.name}} ', b: [1, '$(name)', null], c: { d: true } };
    expect(await renderStruct(value, data)).toEqual({ a: 'n', b: [1, 'n', null], c: { d: true } });
    expect(value.a).toBe(' {{.name}} ');
  });
});

describe('precedence', () => {
  it('javascript, template, expr, nothing', async () => {
    expect(await evaluate({ javascript: '"j"', template: 't', expr: '"e"' }, {})).toBe('j');
    expect(await evaluate({ template: 't', expr: '"e"' }, {})).toBe('t');
    expect(await evaluate({ expr: '"e"', jsonPath: '$' }, {})).toBe('e');
    expect(await evaluate({ jsonPath: '$.a' }, { a: 1 })).toBe('');
    expect(await evaluate({}, {})).toBe('');
  });
});

describe('errors', () => {
  it.each([
    '{{',
    '{{if}}',
    '{{if 1}}',
    '{{end}}',
    '{{else}}',
    '{{break}}',
    '{{.a | }}',
    '{{(1}}',
    '{{}}',
    '{{"open}}',
    '{{define x}}{{end}}',
    '{{range $a,$b,$c := .l}}{{end}}',
    '$(a',
    '{{/* open',
  ])('%s cannot be read', async (text) => {
    await expect(render(text)).rejects.toMatchObject({
      code: 'TEMPLATE_SYNTAX',
      details: { position: expect.any(Number) },
    });
    expect(checkTemplate({ template: text })?.code).toBe('TEMPLATE_SYNTAX');
  });

  it.each([
    '{{nope}}',
    '{{strings.Nope "a"}}',
    '{{$x}}',
    '{{index .list 9}}',
    '{{template "none"}}',
    '{{lt "a" 1}}',
    '{{range "text"}}{{end}}',
    '{{fail "x"}}',
    '{{.name.x}}',
    '{{regexp.Find "(" "a"}}',
  ])('%s fails', async (text) => {
    await expect(render(text)).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
  });

  it('has the position of the command', async () => {
    await expect(render('ab{{ index .list 9 }}')).rejects.toMatchObject({ details: { position: 5 } });
  });
});
