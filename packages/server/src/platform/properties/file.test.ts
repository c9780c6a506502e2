import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePropertiesFile } from './file.ts';

test('reads names and values, the last of a name', () => {
  const { values, bad } = parsePropertiesFile('# flags\n\n a.disable = true \r\nb=x=y\nb=2\n!c=3\nempty=\n');
  expect([...values]).toEqual([
    ['a.disable', 'true'],
    ['b', '2'],
    ['empty', ''],
  ]);
  expect(bad).toEqual([]);
});

test('names the lines that cannot be used and reads the others', () => {
  const { values, bad } = parsePropertiesFile('nothing\n=x\ntwo words=1\ngood=1');
  expect([...values]).toEqual([['good', '1']]);
  expect(bad.map(({ line }) => line)).toEqual([1, 2, 3]);
});

test('what is written as lines is read back', () => {
  const name = fc.stringMatching(/^[a-z][\w.*-]{0,20}$/);
  const value = fc.stringMatching(/^[!-~]{0,20}$/);
  fc.assert(
    fc.property(fc.dictionary(name, value), (entries) => {
      const text = Object.entries(entries)
        .map(([key, written]) => `${key}=${written}`)
        .join('\n');
      expect(Object.fromEntries(parsePropertiesFile(text).values)).toEqual({ ...entries });
    }),
  );
});
