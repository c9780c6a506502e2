import { AppError } from '@quarterdeck/contract';
import { silentLog } from '@quarterdeck/kit';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { callerOf } from '../../testing/identify.ts';
import type { Identify } from '../http/types.ts';
import { createIdentify, isStillKnown } from './identify.ts';
import { createOwnCalls } from './own-calls.ts';
import { newToken } from './token-text.ts';

const ada = callerOf('viewer');
const own = createOwnCalls();
/** Finds no token. */
const db = { query: async () => ({ rows: [] }) } as never;
const request = (headers: Record<string, string>, url = '/api/db/checks') =>
  ({ url, headers, caller: ada }) as unknown as FastifyRequest; // what is read of it

function make({ people = () => ada as ReturnType<Identify>, peopleHaveBearers = false } = {}) {
  return createIdentify({ own, people, peopleHaveBearers, db, clock: { now: () => 0 }, log: silentLog });
}
const refused = expect.objectContaining({ code: 'UNAUTHENTICATED', status: 401 });
const ask = async (identify: Identify, headers: Record<string, string>, url?: string) =>
  identify(request(headers, url));

describe('createIdentify', () => {
  it('asks how people are known where there is no Authorization header', async () => {
    expect(await ask(make(), { cookie: 'x=1' })).toBe(ada);
  });

  it.each([
    'Bearer x',
    'Basic eDp5',
    'Digest x',
    `Bearer ${newToken(ada.id).text}`,
    `Basic ${Buffer.from(`token:${newToken(ada.id).text}`).toString('base64')}`,
  ])('never lets a cookie make good what is wrong with %s', async (authorization) => {
    await expect(ask(make(), { cookie: 'x=1', authorization })).rejects.toEqual(refused);
  });

  it('leaves bearers that are no tokens to people who have some', async () => {
    const identify = make({ peopleHaveBearers: true });
    expect(await ask(identify, { authorization: 'Bearer a.b.c' })).toBe(ada);
    await expect(ask(identify, { authorization: `Bearer ${newToken(ada.id).text}` })).rejects.toEqual(refused);
  });

  it('knows the product itself by a secret of its process, and only where it asks itself', async () => {
    const { authorization } = own;
    expect(await ask(make(), { authorization }, '/api/self')).toMatchObject({ id: '', roles: ['viewer'] });
    await expect(ask(make(), { authorization })).rejects.toEqual(refused);
    await expect(ask(make(), { authorization: createOwnCalls().authorization }, '/api/self')).rejects.toEqual(refused);
  });
});

describe('isStillKnown', () => {
  const known = (people: Identify): Promise<boolean> => isStillKnown(people, request({ cookie: 'x=1' }));

  const cases: [string, Identify, boolean][] = [
    ['the same person', () => ada, true],
    ['another', () => callerOf('admin', { id: 'other' }), false],
    ['another role of the sign-in', () => ({ ...ada, roles: ['guest'] }), false],
    ['a view that began', () => ({ ...ada, viewing: { by: ada, as: 'person', untilMs: 1 } }), false],
    ['nobody any more', () => null, false],
    ['a second step that is owed', () => Promise.reject(new AppError('SECOND_FACTOR_REQUIRED')), false],
    ['a database that is away', () => Promise.reject(new AppError('DATABASE_UNAVAILABLE')), true],
    ['a connection that was cut', () => Promise.reject(new Error('ECONNRESET')), true],
  ];
  it.each(cases)('%s', async (_name, people, expected) => {
    expect(await known(people)).toBe(expected);
  });

  it('is so for all where nobody signs in', async () => {
    expect(await isStillKnown(undefined, request({}))).toBe(true);
  });
});
