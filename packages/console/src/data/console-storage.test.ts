import type { Preferences } from '@quarterdeck/contract';
import { describe, expect, it, vi } from 'vitest';
import { createConsoleStorage } from './console-storage.ts';

function open(held: Record<string, string> = {}, { isForbidden = false } = {}) {
  const kept = new Map(Object.entries(held));
  const refuse = (): never => {
    throw new Error('forbidden');
  };
  const local = isForbidden
    ? { getItem: refuse, setItem: refuse, removeItem: refuse }
    : {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      };
  const send = vi.fn<(changes: Preferences) => Promise<unknown>>(async () => undefined);
  return { storage: createConsoleStorage({ local, send }), kept, send };
}

/** Lets what was sent be answered. */
const settle = () => new Promise((done) => setTimeout(done));

describe('the storage of the console', () => {
  it('keeps in the browser alone while the server keeps nothing', () => {
    const { storage, kept, send } = open();
    storage.adopt(undefined);
    storage.setItem('theme', 'dark');
    expect(kept.get('theme')).toBe('dark');
    expect(send).not.toHaveBeenCalled();
  });

  it('takes over what the server keeps, in place of what another person left in this browser', () => {
    const { storage, kept } = open({ theme: 'dark', sidebarCollapsed: 'true', healthSettings: '{}' });
    storage.adopt({ theme: 'light' });
    expect(Object.fromEntries(kept)).toEqual({ theme: 'light', healthSettings: '{}' });
  });

  it('sends a choice of a person who is kept by the server, and nothing but preferences', () => {
    const { storage, send } = open();
    storage.adopt({});
    storage.setItem('datetime_preference', 'short');
    storage.setItem('healthSettings', '{}');
    storage.setItem('datetime_preference', 'short');
    expect(send.mock.calls).toEqual([[{ datetime_preference: 'short' }]]);
  });

  it('sends again what could not be sent, with the next choice, and is not talked out of it meanwhile', async () => {
    const { storage, send } = open();
    storage.adopt({});
    send.mockRejectedValueOnce(new Error('cut off'));
    storage.setItem('theme', 'dark');
    await settle();
    storage.adopt({ theme: 'light' });
    expect(storage.getItem('theme')).toBe('dark');
    expect(send.mock.calls.at(-1)).toEqual([{ theme: 'dark' }]);
    await settle();
    storage.setItem('sidebarCollapsed', 'true');
    expect(send.mock.calls.at(-1)).toEqual([{ sidebarCollapsed: 'true' }]);
    expect(send).toHaveBeenCalledTimes(3);
  });

  it('sends one choice after the other, and an answer from before does not undo what is on its way', async () => {
    const { storage, send } = open();
    storage.adopt({ theme: 'light' });
    const first = Promise.withResolvers<undefined>();
    send.mockReturnValueOnce(first.promise);
    storage.setItem('theme', 'dark');
    storage.adopt({ theme: 'light' });
    expect(storage.getItem('theme')).toBe('dark');
    storage.setItem('theme', 'system');
    await settle();
    expect(send.mock.calls).toEqual([[{ theme: 'dark' }]]);
    first.resolve(undefined);
    await settle();
    expect(send.mock.calls).toEqual([[{ theme: 'dark' }], [{ theme: 'system' }]]);
  });

  it('keeps a choice for as long as the page where the browser refuses', () => {
    const { storage } = open({}, { isForbidden: true });
    expect(storage.getItem('theme')).toBeNull();
    storage.setItem('theme', 'dark');
    expect(storage.getItem('theme')).toBe('dark');
    storage.adopt({});
    expect(storage.getItem('theme')).toBeNull();
  });

  it('tells of each change until nobody listens', () => {
    const { storage } = open();
    const heard = vi.fn();
    const stop = storage.subscribe(heard);
    storage.setItem('a', '1');
    storage.setItem('a', '1');
    storage.adopt({ theme: 'dark' });
    stop();
    storage.setItem('a', '2');
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
