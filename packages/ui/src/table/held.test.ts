import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeText, compareOrders } from './held.ts';

describe('compareOrders', () => {
  it.each([
    [['1', '2'], ['1', '3', '2'], { added: 1, leaving: 0, moved: false }],
    [['1', '2'], ['2'], { added: 0, leaving: 1, moved: false }],
    [['1', '2', '3'], ['3', '1', '2'], { added: 0, leaving: 0, moved: true }],
    [['1', '2', '3'], ['4', '3', '1'], { added: 1, leaving: 1, moved: true }],
    [[], ['1'], { added: 1, leaving: 0, moved: false }],
  ])('from %j to %j', (held, fresh, change) => {
    expect(compareOrders(held, fresh)).toEqual(change);
  });

  it('finds nothing exactly when the lists are the same', () => {
    const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(keys, keys, (held, fresh) => {
        const change = compareOrders(held, fresh);
        expect(change === undefined).toBe(held.join() === fresh.join());
        if (change) expect(held.length + change.added - change.leaving).toBe(fresh.length);
      }),
    );
  });
});

describe('changeText', () => {
  it('says only what applies', () => {
    expect(changeText({ added: 3, leaving: 0, moved: false })).toBe('3 new');
    expect(changeText({ added: 0, leaving: 0, moved: true })).toBe('order changed');
    expect(changeText({ added: 1200, leaving: 2, moved: true })).toBe('1,200 new · 2 no longer listed · order changed');
  });
});
