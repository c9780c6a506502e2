import { describe, expect, it } from 'vitest';
import { makeCheck } from '../../../testing/checks.ts';
import { changeText, compareOrders, heldChecks, orderOf } from './hold.ts';
import { arrangeRows } from './view.ts';

const ids = (...texts: string[]) => texts.map((text) => makeCheck(text).id);
const byName = { by: 'name', desc: false } as const;

describe('orderOf', () => {
  it('names the checks in the order of the list, through groups', () => {
    const rows = arrangeRows(
      [
        makeCheck('1', { name: 'z', canary_name: 'g' }),
        makeCheck('2', { name: 'a', canary_name: 'g' }),
        makeCheck('3', { name: 'b', canary_name: 'alone' }),
      ],
      'canary_name',
      byName,
    );
    expect(orderOf(rows)).toEqual(['3', '2', '1']);
  });
});

describe('compareOrders', () => {
  it('finds nothing when nothing would jump', () => {
    expect(compareOrders(ids('1', '2'), ids('1', '2'))).toBeUndefined();
    expect(compareOrders([], [])).toBeUndefined();
  });

  it.each([
    [['1', '2'], ['1', '3', '2'], { added: 1, leaving: 0, moved: false }],
    [['1', '2'], ['2'], { added: 0, leaving: 1, moved: false }],
    [['1', '2', '3'], ['3', '1', '2'], { added: 0, leaving: 0, moved: true }],
    [['1', '2', '3'], ['4', '3', '1'], { added: 1, leaving: 1, moved: true }],
  ])('from %j to %j', (held, fresh, change) => {
    expect(compareOrders(ids(...held), ids(...fresh))).toEqual(change);
  });
});

describe('changeText', () => {
  it('says only what applies', () => {
    expect(changeText({ added: 3, leaving: 0, moved: false })).toBe('3 new');
    expect(changeText({ added: 0, leaving: 0, moved: true })).toBe('order changed');
    expect(changeText({ added: 1200, leaving: 2, moved: true })).toBe('1,200 new · 2 no longer listed · order changed');
  });
});

describe('heldChecks', () => {
  it('keeps the held order with the newest state, without what is gone', () => {
    const now = [makeCheck('2', { status: 'unhealthy' }), makeCheck('1'), makeCheck('9')];
    expect(heldChecks(ids('1', '2', '3'), now).map((check) => [check.id, check.status])).toEqual([
      ['1', 'healthy'],
      ['2', 'unhealthy'],
    ]);
  });
});
