import { describe, expect, it } from 'vitest';
import { evaluateCel } from '../index.ts';

describe('path and filepath', () => {
  it.each([
    ['filepath.Base("/home/user/gencel")', 'gencel'],
    ['filepath.Base("/")', '/'],
    ['filepath.Base("")', '.'],
    ['filepath.Clean("/foo/bar/../baz")', '/foo/baz'],
    ['filepath.Clean("a//b/")', 'a/b'],
    ['filepath.Clean("")', '.'],
    ['filepath.Dir("/home/user/x")', '/home/user'],
    ['filepath.Dir("x")', '.'],
    ['filepath.Ext("/opt/image.jpg")', '.jpg'],
    ['filepath.Ext("a.tar.gz")', '.gz'],
    ['filepath.Ext("/a.b/c")', ''],
    ['filepath.IsAbs("/home")', true],
    ['filepath.IsAbs("home")', false],
    ['filepath.Join(["/home/user", "projects", "x"])', '/home/user/projects/x'],
    ['filepath.Join("a", "", "../b")', 'b'],
    ['filepath.Join("", "")', ''],
    ['filepath.Rel("/foo/bar", "/foo/bar/baz")', 'baz'],
    ['filepath.Rel("/a", "/a")', '.'],
    ['filepath.Split("/foo/bar/baz")', ['/foo/bar/', 'baz']],
    ['filepath.Match("*.txt", "foo.json")', false],
    ['filepath.Match("*.txt", "foo.txt")', true],
    ['filepath.Match("*.txt", "a/foo.txt")', false],
    ['filepath.Match("a?c", "abc")', true],
    ['filepath.Match("[a-c]x", "bx")', true],
    ['filepath.Match("[^a-c]x", "bx")', false],
    ['filepath.Match("a\\\\*b", "a*b")', true],
    ['filepath.Match("a.b", "axb")', false],
    ['path.Base("/a/b.c")', 'b.c'],
    ['path.Join("a", "b")', 'a/b'],
  ])('%s', async (expression, expected) => {
    expect(await evaluateCel(expression, {})).toEqual(expected);
  });
});
