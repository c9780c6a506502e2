import { describe, expect, it, vi } from 'vitest';
import { createCommandRegistry } from './commands.tsx';

describe('createCommandRegistry', () => {
  it('performs the last registered command of a key', () => {
    const registry = createCommandRegistry();
    const first = vi.fn();
    const second = vi.fn();
    registry.register([{ id: 'a', title: 'A', shortcut: 'r', perform: first }]);
    const leave = registry.register([{ id: 'b', title: 'B', shortcut: 'r', perform: second }]);
    expect(registry.press('r', 0)).toBe(true);
    leave();
    registry.press('r', 0);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
    expect(registry.press('x', 0)).toBe(false);
  });

  it('leaves out commands that do not apply or are only listed', () => {
    const registry = createCommandRegistry();
    const perform = vi.fn();
    registry.register([
      { id: 'a', title: 'A', shortcut: 'a', when: () => false, perform },
      { id: 'b', title: 'B', shortcut: 'b', listedOnly: true, perform },
    ]);
    expect([registry.press('a', 0), registry.press('b', 0)]).toEqual([false, false]);
    expect(perform).not.toHaveBeenCalled();
    expect(registry.list()).toHaveLength(2);
  });

  it('takes two keys one after the other, within a second', () => {
    const registry = createCommandRegistry();
    const perform = vi.fn();
    registry.register([{ id: 'h', title: 'Health', shortcut: 'g h', perform }]);
    registry.press('g', 0);
    registry.press('h', 500);
    expect(perform).toHaveBeenCalledTimes(1);
    registry.press('g', 1000);
    registry.press('h', 2500);
    registry.press('h', 2600);
    expect(perform).toHaveBeenCalledTimes(1);
  });

  it('tells those who listen', () => {
    const registry = createCommandRegistry();
    const heard = vi.fn();
    const leave = registry.subscribe(heard);
    registry.register([])();
    leave();
    registry.register([]);
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
