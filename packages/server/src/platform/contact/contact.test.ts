import { AppError } from '@quarterdeck/contract';
import { createManualClock, silentLog } from '@quarterdeck/kit';
import { describe, expect, it, vi } from 'vitest';
import { createDatabaseContact, isAway } from './contact.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const conflict = Object.assign(new Error('duplicate key'), { code: '23505' });

describe('contact with the database', () => {
  it('is kept while statements are answered, also by an error of the statement itself', async () => {
    const contact = createDatabaseContact(createManualClock(1000), silentLog);
    expect(await contact.attempt(async () => 'ok')).toBe('ok');
    await expect(contact.attempt(() => Promise.reject(conflict))).rejects.toBe(conflict);
    expect(contact.awaySinceMs()).toBeNull();
    expect(contact.reason()).toBeNull();
  });

  it('is lost with the first that is not, and says since when and why', async () => {
    const clock = createManualClock(1000);
    const contact = createDatabaseContact(clock, silentLog);
    await expect(contact.attempt(() => Promise.reject(refused))).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    });
    clock.advance(500);
    await expect(contact.attempt(() => Promise.reject(refused))).rejects.toBeInstanceOf(AppError);
    expect(contact.awaySinceMs()).toBe(1000);
    expect(contact.reason()).toContain('ECONNREFUSED');
  });

  it('is lost when there is no answer within the limit', async () => {
    const contact = createDatabaseContact(createManualClock(0), silentLog);
    await expect(contact.attempt(() => new Promise<never>(() => undefined), 5)).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    });
    expect(contact.reason()).toContain('5 ms');
  });

  it('refuses use at once while it is lost, and comes back with an attempt', async () => {
    const contact = createDatabaseContact(createManualClock(0), silentLog);
    const work = vi.fn(async () => 1);
    expect(await contact.use(work)).toBe(1);
    await expect(contact.use(() => Promise.reject(refused))).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await expect(contact.use(work)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(work).toHaveBeenCalledTimes(1);
    expect(await contact.attempt(work)).toBe(1);
    expect(await contact.use(work)).toBe(1);
  });

  it('says it once in the log, at the loss and at the return', async () => {
    const said: string[] = [];
    const note = (_fields: object, text?: string) => void said.push(text ?? '');
    const contact = createDatabaseContact(createManualClock(0), { ...silentLog, error: note, info: note });
    for (const _ of [1, 2, 3]) await contact.attempt(() => Promise.reject(refused)).catch(() => undefined);
    await contact.attempt(async () => undefined);
    expect(said).toEqual(['the database cannot be reached', 'the database can be reached again']);
  });
});

describe('isAway', () => {
  it.each([
    [refused, true],
    [new Error('Connection terminated unexpectedly'), true],
    [Object.assign(new Error('shutting down'), { code: '57P01' }), true],
    [new AppError('DATABASE_UNAVAILABLE'), true],
    [conflict, false],
    [new Error('anything'), false],
  ])('%s: %s', (error, expected) => {
    expect(isAway(error)).toBe(expected);
  });
});
