import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLinks } from './links.ts';

const page = 'http://a.example/dir/page.html';

describe('findLinks', () => {
  it.each([
    ['<a href="b.html">', ['http://a.example/dir/b.html']],
    ["<A class=x HREF='/c'>", ['http://a.example/c']],
    ['<a href=d>x</a>', ['http://a.example/dir/d']],
    ['<a\nhref = "e#part">', ['http://a.example/dir/e']],
    ['<a href="?a=1&amp;b=2">', ['http://a.example/dir/page.html?a=1&b=2']],
    ['<a href="//b.example/">', ['http://b.example/']],
    ['<base href="/root/"><a href="f">', ['http://a.example/root/f']],
    ['<a href="g"><a href="g#x">', ['http://a.example/dir/g']],
    [
      '<!-- <a href="h"> --><script>"<a href=i>"</script><style><a href=j></style><a href="k">',
      ['http://a.example/dir/k'],
    ],
    ['<!-- <a href="h">', []],
    ['<a name="x"><abbr href="y"><link href="z">', []],
    ['<a href="mailto:x@y"><a href="javascript:1"><a href="http://[">', []],
    [`<a href="/${'x'.repeat(3000)}">`, []],
  ])('%s', (html, links) => {
    expect(findLinks(html, page)).toEqual(links);
  });

  it('finds what is put into any text without marks', () => {
    const text = fc.string().map((part) => part.replace(/[<>]/g, ''));
    fc.assert(
      fc.property(text, text, fc.stringMatching(/^[a-z0-9]{1,10}$/), (before, after, name) => {
        expect(findLinks(`${before}<a href="/${name}">${after}`, page)).toEqual([`http://a.example/${name}`]);
      }),
    );
  });

  it('survives any markup', () => {
    const piece = fc.constantFrom('<a ', 'href=', '"', "'", '<!--', '-->', '<script>', '</script', '>', 'x', '\0');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const link of findLinks(pieces.join(''), page)) expect(URL.canParse(link)).toBe(true);
      }),
    );
  });
});
