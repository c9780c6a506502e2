import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines, diffTexts, diffWords, pairLines, parseUnified } from './line-diff.ts';

const sides = (before: readonly string[], after: readonly string[]) => {
  const lines = diffLines(before, after);
  return {
    left: lines.filter((line) => line.kind !== 'add').map((line) => line.text),
    right: lines.filter((line) => line.kind !== 'del').map((line) => line.text),
    changes: lines.filter((line) => line.kind !== 'same').length,
  };
};

test('both sides can be read out of a diff, and equal texts have no change', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const { left, right } = sides(before, after);
      expect(left).toEqual(before);
      expect(right).toEqual(after);
      expect(sides(before, before).changes).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test('a diff is as short as the longest common run of lines allows', () => {
  const common = (a: readonly string[], b: readonly string[]): number => {
    const row = new Array<number>(b.length + 1).fill(0);
    for (const one of a) {
      let diagonal = 0;
      b.forEach((two, j) => {
        const up = row[j + 1] ?? 0;
        row[j + 1] = one === two ? diagonal + 1 : Math.max(up, row[j] ?? 0);
        diagonal = up;
      });
    }
    return row[b.length] ?? 0;
  };
  const texts = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 14 });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      expect(sides(before, after).changes).toBe(before.length + after.length - 2 * common(before, after));
    }),
  );
});

test('two large texts without a common line end soon, as replaced', () => {
  const before = Array.from({ length: 20_000 }, (_, i) => `a${i}`);
  const after = Array.from({ length: 20_000 }, (_, i) => `b${i}`);
  expect(sides(before, after).changes).toBe(40_000);
});

test('changes stand with three lines around them, far ones apart', () => {
  const before = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`).join('\n');
  const after = before.replace('line 5\n', 'line five\n').replace('line 30\n', '');
  const hunks = diffTexts(before, after);
  expect(hunks.map((hunk) => [hunk.lines[0]?.left, hunk.lines.at(-1)?.left])).toEqual([
    [2, 8],
    [27, 33],
  ]);
  expect(hunks[1]?.lines.find((line) => line.kind === 'del')).toEqual({ kind: 'del', text: 'line 30', left: 30 });
  expect(hunks[1]?.lines.at(-1)).toMatchObject({ left: 33, right: 32 });
  expect(diffTexts('same', 'same\n')).toEqual([]);
});

const UNIFIED = `diff --git a/x b/x
--- a/x
+++ b/x
@@ -1,3 +1,3 @@ head
 one
--- two
+++ three
 
\\ No newline at end of file
@@ -10 +10,2 @@
-ten
+eleven
+twelve
`;

test('reads unified text by the counts of its hunks, so that lines of dashes are content', () => {
  const hunks = parseUnified(UNIFIED);
  expect(hunks.map((hunk) => hunk.title)).toEqual(['head', '']);
  expect(hunks[0]?.lines).toEqual([
    { kind: 'same', text: 'one', left: 1, right: 1 },
    { kind: 'del', text: '-- two', left: 2 },
    { kind: 'add', text: '++ three', right: 2 },
    { kind: 'same', text: '', left: 3, right: 3 },
  ]);
  expect(hunks[1]?.lines.map((line) => line.text)).toEqual(['ten', 'eleven', 'twelve']);
  expect(parseUnified('no diff at all')).toEqual([]);
});

test('any text is read without an error', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('@@ -1,2 +1 @@', '+a', '-b', ' c', '', '--- x', '\\ end')), (lines) => {
      expect(Array.isArray(parseUnified(lines.join('\n')))).toBe(true);
    }),
  );
});

test('removed and added lines stand side by side', () => {
  const pairs = pairLines(diffLines(['a', 'b', 'c'], ['a', 'x', 'y', 'z', 'c']));
  expect(pairs.map(({ left, right }) => [left?.text, right?.text])).toEqual([
    ['a', 'a'],
    ['b', 'x'],
    [undefined, 'y'],
    [undefined, 'z'],
    ['c', 'c'],
  ]);
});

test('words that differ are marked, unless nearly all do', () => {
  const { left, right } = diffWords('memory: 512Mi', 'memory: 768Mi');
  expect(left.filter((piece) => piece.isChanged)).toEqual([{ text: '512Mi', isChanged: true }]);
  expect(right.map((piece) => piece.text).join('')).toBe('memory: 768Mi');
  expect(diffWords('completely other', 'nothing alike').left).toEqual([{ text: 'completely other', isChanged: false }]);
});
