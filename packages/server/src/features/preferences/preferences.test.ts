import { AppError } from '@quarterdeck/contract';
import { createManualClock, silentLog } from '@quarterdeck/kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDatabaseContact } from '../../platform/contact/contact.ts';
import { createPreferences } from './preferences.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const contact = () => createDatabaseContact(createManualClock(0), silentLog);
const PERSON = '0199aaaa-0000-7000-8000-00000000000a';

it('a read that takes long is not waited for, and is no sign that the database is away', async () => {
  const link = contact();
  const slow = Promise.withResolvers<{ theme: string }>();
  const store = { read: () => slow.promise, change: () => slow.promise };
  const read = createPreferences(store, link).of(PERSON);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await read).toBeUndefined();
  expect(link.awaySinceMs()).toBeNull();
  slow.resolve({ theme: 'dark' });
  expect(await createPreferences(store, link).of(PERSON)).toEqual({ theme: 'dark' });
  expect(vi.getTimerCount()).toBe(0);
});

it('a database that is away leaves everybody without, and does not fail who asks', async () => {
  const away = () => Promise.reject(new AppError('DATABASE_UNAVAILABLE'));
  expect(await createPreferences({ read: away, change: away }, contact()).of(PERSON)).toBeUndefined();
});
