import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  CARD_WIDTH,
  parseCardWidth,
  parseShowDeleted,
  parseShowHidden,
  writeCardWidth,
  writeYesNo,
} from './preferences.ts';

it.each([
  [null, 554],
  ['', 554],
  ['wide', 554],
  ['600', 554],
  ['-600px', 554],
  ['600px', 600],
  ['601px', 602],
  ['10px', 250],
  ['9000px', 768],
])('a card width stored as %s is %d pixels', (stored, pixels) => {
  expect(parseCardWidth(stored)).toBe(pixels);
});

it('a card width is within its bounds and steps, and comes back as it was stored', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999 }), (pixels) => {
      const width = parseCardWidth(`${pixels}px`);
      expect(width).toBeGreaterThanOrEqual(CARD_WIDTH.least);
      expect(width).toBeLessThanOrEqual(CARD_WIDTH.most);
      expect(width % CARD_WIDTH.step).toBe(0);
      expect(parseCardWidth(writeCardWidth(width))).toBe(width);
    }),
  );
});

it('deleted items are shown after a yes only, hidden components unless the address says no', () => {
  expect(['yes', 'no', null, 'true'].map(parseShowDeleted)).toEqual([true, false, false, false]);
  expect(['yes', 'no', undefined, 7].map(parseShowHidden)).toEqual([true, false, true, true]);
  expect([true, false].map(writeYesNo).map(parseShowDeleted)).toEqual([true, false]);
});
