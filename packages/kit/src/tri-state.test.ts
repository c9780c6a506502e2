import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { describeTriState, pressTriState, setTriState, type TriState, type TriStateValue } from './tri-state.ts';

describe('pressTriState', () => {
  it('goes back to neutral when the active state is pressed', () => {
    expect(pressTriState({ http: 1, dns: 1 }, 'http', 1)).toEqual({ dns: 1 });
    expect(pressTriState({ 'team:a': -1 }, 'team:a', -1, 'tags')).toEqual({});
  });

  it('keeps values of one state only', () => {
    expect(pressTriState({ http: 1, dns: 1 }, 'tcp', 1)).toEqual({ http: 1, dns: 1, tcp: 1 });
    expect(pressTriState({ http: 1, dns: 1 }, 'tcp', -1)).toEqual({ tcp: -1 });
    expect(pressTriState({ http: 1, dns: 1 }, 'http', -1)).toEqual({ http: -1 });
  });

  it('replaces other values of the same key in tag mode, and leaves other keys alone', () => {
    const value: TriStateValue = { 'team:a': 1, 'tier:1': -1, plain: 1 };
    expect(pressTriState(value, 'team:b', -1, 'tags')).toEqual({ 'tier:1': -1, plain: 1, 'team:b': -1 });
    expect(pressTriState(value, 'plain', -1, 'tags')).toEqual({ 'team:a': 1, 'tier:1': -1, plain: -1 });
  });

  it('takes names of what every object has', () => {
    const value = pressTriState(pressTriState({}, 'constructor', 1), '__proto__', 1);
    expect(Object.entries(value)).toEqual([
      ['constructor', 1],
      ['__proto__', 1],
    ]);
  });
});

test('a value is set without being toggled, and removed', () => {
  expect(setTriState({ a: 1 }, 'a', 1)).toEqual({ a: 1 });
  expect(setTriState({ a: 1, b: 1 }, 'a', 0)).toEqual({ b: 1 });
  expect(setTriState({ b: 1 }, 'a', 0, 'tags')).toEqual({ b: 1 });
});

const item = fc.constantFrom('a:1', 'a:2', 'b:1', 'b:2', 'c');
const presses = fc.array(fc.tuple(item, fc.constantFrom<TriState>(1, -1)));

test('after any presses the values are of one state, or of one value for each key', () => {
  fc.assert(
    fc.property(presses, (all) => {
      const multi = all.reduce<TriStateValue>((now, [one, state]) => pressTriState(now, one, state), {});
      expect(new Set(Object.values(multi)).size).toBeLessThanOrEqual(1);
      const tags = all.reduce<TriStateValue>((now, [one, state]) => pressTriState(now, one, state, 'tags'), {});
      const keys = Object.keys(tags).map((one) => one.split(':')[0]);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});

test('the last press holds, unless it took back', () => {
  fc.assert(
    fc.property(presses, item, fc.constantFrom<TriState>(1, -1), (all, one, state) => {
      const before = all.reduce<TriStateValue>((now, [name, next]) => pressTriState(now, name, next), {});
      expect(pressTriState(before, one, state)[one]).toBe(before[one] === state ? undefined : state);
    }),
  );
});

test('says the first and how many more', () => {
  expect(describeTriState({}, (name) => name)).toBeNull();
  expect(describeTriState({ a: 1, b: 1 }, (name) => name.toUpperCase())).toEqual({ text: 'A', more: 1 });
  expect(describeTriState({ a: -1 }, (name) => name)).toEqual({ text: '!a', more: 0 });
});
