import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCountMemory } from './count-memory.ts';
import { createRecent } from './recent.ts';

describe('what was used last', () => {
  it('is kept, up to so many', () => {
    const step = fc.tuple(fc.constantFrom('get', 'set'), fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, max) => {
        const recent = createRecent<number>(max);
        // The same as a list, newest last.
        let list: [key: string, value: number][] = [];
        for (const [index, [what, key]] of steps.entries()) {
          const before = list.find(([known]) => known === key);
          if (what === 'get') expect(recent.get(key)).toBe(before?.[1]);
          else recent.set(key, index);
          const moved: [string, number] | undefined = what === 'set' ? [key, index] : before;
          if (moved !== undefined) list = [...list.filter(([known]) => known !== key), moved].slice(-max);
        }
      }),
    );
  });
});

describe('a memory of counts', () => {
  it('knows what was taken less than a minute ago', () => {
    let nowMs = 0;
    const memory = createCountMemory(10, () => nowMs);
    expect(memory.find('a')).toBeUndefined();
    memory.keep('a', { total: 5, writes: 1 });
    nowMs = 59_999;
    expect(memory.find('a')).toMatchObject({ total: 5, writes: 1 });
    nowMs = 60_000;
    expect(memory.find('a')).toBeUndefined();
  });

  it('does not hold longer what was only answered again', () => {
    let nowMs = 0;
    const memory = createCountMemory(10, () => nowMs);
    memory.keep('a', { total: 5, writes: 1 });
    nowMs = 40_000;
    memory.keep('a', { total: 5, writes: 1 });
    nowMs = 60_000;
    expect(memory.find('a')).toBeUndefined();
    memory.keep('a', { total: 5, writes: 1 });
    nowMs = 100_000;
    expect(memory.find('a')).toMatchObject({ total: 5, writes: 1 });
    memory.keep('a', { total: 6, writes: 2 });
    nowMs = 150_000;
    expect(memory.find('a')).toMatchObject({ total: 6, writes: 2 });
  });

  it('forgets what was not asked for', () => {
    const memory = createCountMemory(2, () => 0);
    for (const key of ['a', 'b', 'c']) memory.keep(key, { total: 1, writes: 1 });
    expect(['a', 'b', 'c'].map((key) => memory.find(key) !== undefined)).toEqual([false, true, true]);
  });
});
