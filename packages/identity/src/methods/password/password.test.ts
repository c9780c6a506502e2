import { verify } from '@node-rs/argon2';
import { silentLog } from '@quarterdeck/kit';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createBreachCheck } from './breach.ts';
import { createHasher, DEFAULT_HASH_COST, hashPace } from './hash.ts';
import { hashThreads } from './hash-threads.ts';
import { editDistance, longestShared, passwordFault } from './rules.ts';

const limits = { passwordMinLength: 12, passwordMaxLength: 256 };
const ada = { email: 'ada.lovelace@example.test', name: { first: 'Ada', last: 'Lovelace' } };
const fault = (password: string) => passwordFault(password, ada, limits)?.id ?? null;

describe('a password', () => {
  it.each([
    ['short1', 4000032],
    ['a'.repeat(11), 4000032],
    ['a'.repeat(257), 4000033],
    ['ada.lovelace@example.test1', 4000031],
    ['ADA.LOVELACE99', 4000031],
    ['xxadalovelacexx', 4000031],
    ['quarterdeck99', 4000031],
    ['four blue whales swim', null],
    ['é'.repeat(12), null],
  ])('%s: %s', (password, expected) => {
    expect(fault(password)).toBe(expected);
  });

  it('counts characters as people do', () => {
    // Twelve in the composed form, twenty-four code points as typed.
    expect(fault('e\u0301'.repeat(12))).toBeNull();
    expect(fault('e\u0301'.repeat(11))).toBe(4000032);
  });
});

it('the distance and the longest shared run behave as they must', () => {
  const text = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(editDistance(a, a)).toBe(0);
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b)).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      expect(editDistance(a, `${a}${b}`)).toBe(b.length);
      const shared = longestShared(a, b);
      expect(shared).toBeLessThanOrEqual(Math.min(a.length, b.length));
      expect([...Array(a.length).keys()].some((i) => shared > 0 && b.includes(a.slice(i, i + shared)))).toBe(
        shared > 0,
      );
    }),
  );
  expect([editDistance('kitten', 'sitting'), longestShared('abcdef', 'zzcdez')]).toEqual([3, 3]);
});

describe('a hash', () => {
  const hasher = createHasher({ memoryKiB: 64, passes: 1, lanes: 1 });

  it('verifies its password in either form, nothing else, and nothing without a hash', async () => {
    const stored = await hasher.hash('caf\u00e9 au lait noir');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(await hasher.verify(stored, 'cafe\u0301 au lait noir')).toBe(true);
    expect(await hasher.verify(stored, 'cafe au lait noir')).toBe(false);
    expect(await hasher.verify(null, 'a password that nobody has')).toBe(false);
    expect(await hasher.verify('no hash', 'x')).toBe(false);
  });

  it('is compared once whether there is one or not, from the first time on, at the same costs', async () => {
    const stored = await hasher.hash('a fine long phrase');
    const threads = { hash: vi.fn(hashThreads.hash), verify: vi.fn(hashThreads.verify) };
    const fresh = createHasher({ memoryKiB: 64, passes: 1, lanes: 1 }, { atOnce: 1, rest: 0 }, threads);
    for (const against of [null, stored, null]) expect(await fresh.verify(against, 'another one')).toBe(false);
    const compared = threads.verify.mock.calls.map(([against]) => against);
    expect(compared).toHaveLength(3);
    expect(threads.hash).not.toHaveBeenCalled();
    const shapeOf = (phc: string) => phc.replace(/[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/, 'salt$hash');
    expect(new Set(compared.map(shapeOf))).toEqual(new Set(['$argon2id$v=19$m=64,t=1,p=1$salt$hash']));
    // Nothing of it is an error that a comparison would stop at early.
    await expect(verify(compared[0] ?? '', 'another one')).resolves.toBe(false);
  });

  it('costs what the contract asks for, and tells weaker ones', async () => {
    expect(DEFAULT_HASH_COST).toEqual({ memoryKiB: 65_536, passes: 3, lanes: 1 });
    const weak = await hasher.hash('x');
    expect([hasher.isWeak(weak), createHasher(DEFAULT_HASH_COST).isWeak(weak)]).toEqual([false, true]);
    expect(hasher.isWeak('$2b$10$abcdefghijklmnopqrstuv')).toBe(true);
  });

  it.each([
    [1, 1, 1],
    [2, 1, 1],
    [4, 3, 0],
    [64, 3, 0],
  ])('with %i cores leaves room for others: %i at once, and a rest of %i', (cores, atOnce, rest) => {
    expect(hashPace(cores)).toEqual({ atOnce, rest });
  });

  it('rests before the next of those that wait, and lets nobody wait who comes alone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    try {
      const threads = {
        hash: vi.fn(() => new Promise<string>((done) => setTimeout(() => done('made'), 100))),
        verify: hashThreads.verify,
      };
      const rested = createHasher({ memoryKiB: 64, passes: 1, lanes: 1 }, { atOnce: 1, rest: 0.5 }, threads);
      const wave = [rested.hash('x'), rested.hash('x'), rested.hash('x')];
      const begunAfter = async (ms: number) => {
        await vi.advanceTimersByTimeAsync(ms);
        return threads.hash.mock.calls.length;
      };
      expect(await begunAfter(149)).toBe(1);
      expect(await begunAfter(1)).toBe(2);
      expect(await begunAfter(149)).toBe(2);
      expect(await begunAfter(1)).toBe(3);
      expect(await begunAfter(100)).toBe(3);
      expect(await Promise.all(wave)).toEqual(['made', 'made', 'made']);
      void rested.hash('x');
      expect(await begunAfter(0)).toBe(4);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is made for so many at a time, and refuses a crowd', async () => {
    const four = createHasher({ memoryKiB: 64, passes: 1, lanes: 1 }, { atOnce: 4, rest: 0 });
    const crowd = await Promise.allSettled(Array.from({ length: 220 }, () => four.hash('x')));
    const refused = crowd.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(16);
    expect(refused[0]).toMatchObject({ reason: { status: 429 } });
  });
});

describe('the check for breaches', () => {
  const suffix = 'D1A1F3C6C9E4A6C3F6E0'; // no real hash

  it('knows the bundled list, in any case', async () => {
    const isBreached = createBreachCheck(null, 8, silentLog);
    expect([
      await isBreached('password1'),
      await isBreached('PassWord1'),
      await isBreached('four blue whales swim'),
    ]).toEqual([true, true, false]);
  });

  it('tells the list five digits only, and padding counts as nothing', async () => {
    const range = vi.fn(async (_prefix: string) => `${suffix}:3\r\n${'A'.repeat(35)}:0`);
    expect(await createBreachCheck(range, 12, silentLog)('four blue whales swim')).toBe(false);
    expect(range.mock.calls[0]?.[0]).toMatch(/^[0-9A-F]{5}$/);
  });

  it('finds a hash in the answer, and lets a failing list pass', async () => {
    // SHA-1 of the phrase, from the standard tool.
    const { createHash } = await import('node:crypto');
    const sha1 = createHash('sha1').update('four blue whales swim').digest('hex').toUpperCase();
    const found = createBreachCheck(async () => `${sha1.slice(5)}:2`, 12, silentLog);
    expect(await found('four blue whales swim')).toBe(true);
    const failing = createBreachCheck(() => Promise.reject(new Error('away')), 12, silentLog);
    expect(await failing('four blue whales swim')).toBe(false);
  });
});
