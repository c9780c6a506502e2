import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeTriState, pressTriState, type TriState, type TriStateValue } from './tri-state.ts';

test('pressing the active state returns to neutral', () => {
  expect(pressTriState({ http: 1, dns: 1 }, 'http', 1, 'multi')).toEqual({ dns: 1 });
  expect(pressTriState({ http: -1 }, 'http', -1, 'single')).toEqual({});
});

test('in multi mode values of the other state are dropped', () => {
  expect(pressTriState({ http: 1, dns: 1 }, 'tcp', 1, 'multi')).toEqual({ http: 1, dns: 1, tcp: 1 });
  expect(pressTriState({ http: 1, dns: 1 }, 'tcp', -1, 'multi')).toEqual({ tcp: -1 });
  expect(pressTriState({ http: 1, dns: 1 }, 'http', -1, 'multi')).toEqual({ http: -1 });
});

test('in single mode a value replaces any other', () => {
  expect(pressTriState({ http: 1 }, 'dns', 1, 'single')).toEqual({ dns: 1 });
});

test('only values of one state remain, whatever is pressed', () => {
  const press = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom<TriState>(1, -1));
  fc.assert(
    fc.property(fc.array(press), fc.constantFrom('multi', 'single'), (presses, mode) => {
      const value = presses.reduce<TriStateValue>((now, [item, state]) => pressTriState(now, item, state, mode), {});
      const states = Object.values(value);
      expect(new Set(states).size).toBeLessThanOrEqual(1);
      if (mode === 'single') expect(states.length).toBeLessThanOrEqual(1);
    }),
  );
});

test('pressing twice leaves the item neutral', () => {
  const once = pressTriState({ a: 1 }, 'b', -1, 'multi');
  expect(pressTriState(once, 'b', -1, 'multi')).toEqual({});
});

test('a filter is described by its first value and the number of others', () => {
  expect(describeTriState({}, (item) => item)).toBeNull();
  expect(describeTriState({ a: 1, b: 1 }, (item) => item.toUpperCase())).toEqual({ text: 'A', more: 1 });
  expect(describeTriState({ a: -1 }, (item) => item)).toEqual({ text: '!a', more: 0 });
});
