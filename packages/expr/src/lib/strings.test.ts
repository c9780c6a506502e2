import { describe, expect, it } from 'vitest';
import { renderTemplate } from '../index.ts';

const data = { long: 'foobarbazquxquux', greeting: 'Hello, World!', dots: '172.21.1.42', accents: 'Crème Brûlée' };
const render = (text: string) => renderTemplate(`{{ ${text} }}`, data);
const FAILED = { code: 'TEMPLATE_FAILED' };

describe('strings', () => {
  it.each([
    ['.long | strings.Abbrev 9', 'foobar...'],
    ['.long | strings.Abbrev 6 9', '...baz...'],
    ['strings.Abbrev 20 .long', 'foobarbazquxquux'],
    ['"hello jello" | strings.CamelCase', 'helloJello'],
    ['.greeting | strings.CamelCase', 'HelloWorld'],
    ['"hello jello" | strings.SnakeCase', 'hello_jello'],
    ['"hello jello" | strings.KebabCase', 'hello-jello'],
    ['strings.Contains "f" "foo"', 'true'],
    ['strings.Contains "f" "bar"', 'false'],
    ['strings.ContainsAny "xyz" "crazy"', 'true'],
    ['strings.ContainsAny "" "crazy"', 'false'],
    ['strings.HasPrefix "https" "http://example.com"', 'false'],
    ['strings.HasPrefix "https" "https://example.com"', 'true'],
    ['strings.HasSuffix ":80" "http://example.com:80"', 'true'],
    ['strings.Indent "  " "a: 1"', '  a: 1'],
    ['strings.Indent 3 "a"', '   a'],
    ['strings.Indent 2 "-" "a\\nb"', '--a\n--b'],
    ['strings.Indent 2 "a\\n\\nb"', '  a\n\n  b'],
    ['strings.Quote 500', '"500"'],
    [`strings.Quote "say \\"hi\\""`, '"say \\"hi\\""'],
    ['strings.Squote "it\'s a banana"', "'it''s a banana'"],
    ['strings.ShellQuote "it\'s a banana"', `'it'"'"'s a banana'`],
    ['coll.Slice "one word" "two" | shellQuote', "'one word' 'two'"],
    ['"hello " | strings.Repeat 3', 'hello hello hello '],
    ['strings.Repeat 0 "x"', ''],
    ['.dots | strings.ReplaceAll "." "-"', '172-21-1-42'],
    ['strings.RuneCount "héllo" "😀"', '6'],
    ['"foo\\nbar\\nbaz" | strings.SkipLines 2', 'baz'],
    ['"foo" | strings.SkipLines 5', ''],
    ['"Hello, world!" | strings.Slug', 'hello-world'],
    ['"Rock & Roll @ Cafe Wha?" | strings.Slug', 'rock-and-roll-at-cafe-wha'],
    ['.accents | strings.Slug', 'creme-brulee'],
    ['coll.Slice "foo" "bar" "baz" | strings.Sort', '[bar baz foo]'],
    ['strings.Split "," "One,Two,Three"', '[One Two Three]'],
    ['strings.Split "" "a😀"', '[a 😀]'],
    ['strings.Split "" "" | len', '0'],
    ['"foo:bar:baz" | strings.SplitN ":" 2', '[foo bar:baz]'],
    ['strings.SplitN ":" 0 "a:b" | len', '0'],
    ['strings.SplitN ":" -1 "a:b:c" | len', '3'],
    ['strings.Title "hello, world!"', 'Hello, World!'],
    ['strings.ToLower "HELLO"', 'hello'],
    ['strings.ToUpper "hello"', 'HELLO'],
    ['"_-foo-_" | strings.Trim "_-"', 'foo'],
    ['"  - hello  " | strings.TrimLeft " "', '- hello  '],
    ['"hello, world!  " | strings.TrimRight " "', 'hello, world!'],
    ['"hello, world" | strings.TrimPrefix "hello, "', 'world'],
    ['"hello, world" | strings.TrimPrefix "none"', 'hello, world'],
    ['"hello, world" | strings.TrimSuffix "world"', 'hello, '],
    ['"  \\n\\t foo" | strings.TrimSpace', 'foo'],
    ['"hello, world" | strings.Trunc 5', 'hello'],
    ['"hi" | strings.Trunc 5', 'hi'],
    ['strings.Join (coll.Slice 1 2 3) "-"', '1-2-3'],
    ['strings.PrettyJSON "{\\"a\\":1}"', '{\n  "a": 1\n}'],
  ])('%s', async (text, expected) => {
    expect(await render(text)).toBe(expected);
  });

  it.each([
    'strings.Repeat -1 "x"',
    'strings.Abbrev 3 "long text"',
    'strings.PrettyJSON "{"',
    'strings.Repeat "x" "y"',
  ])('%s fails', async (text) => {
    await expect(render(text)).rejects.toMatchObject(FAILED);
  });
});
