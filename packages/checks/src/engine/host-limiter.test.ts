import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHostLimiter } from './host-limiter.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A probe that ends when it is told to. */
function openProbe(log: string[], name: string) {
  const gate = Promise.withResolvers<void>();
  const probe = async () => {
    log.push(`start ${name}`);
    await gate.promise;
    return name;
  };
  return { probe, end: gate.resolve };
}

test('lets as many in as the limit says, the rest in the order they came', async () => {
  const limiter = createHostLimiter(2);
  const log: string[] = [];
  const probes = ['a', 'b', 'c', 'd'].map((name) => openProbe(log, name));
  const results = probes.map(({ probe }) => limiter.run('Host', probe));
  await turn();
  expect(log).toEqual(['start a', 'start b']);
  probes[1]?.end();
  await turn();
  expect(log).toEqual(['start a', 'start b', 'start c']);
  for (const { end } of probes) end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  expect(log.at(-1)).toBe('start d');
});

test('hosts do not wait for each other, and no host does not wait at all', async () => {
  const limiter = createHostLimiter(1);
  const log: string[] = [];
  const probes = ['a', 'b', 'c', 'd'].map((name) => openProbe(log, name));
  const hosts = ['one', 'two', undefined, undefined];
  const results = probes.map(({ probe }, index) => limiter.run(hosts[index], probe));
  await turn();
  expect(log).toHaveLength(4);
  for (const { end } of probes) end();
  await Promise.all(results);
});

test('a waiting probe can be given up and leaves no hole', async () => {
  const limiter = createHostLimiter(1);
  const log: string[] = [];
  const [a, b, c] = ['a', 'b', 'c'].map((name) => openProbe(log, name));
  const first = limiter.run('h', a?.probe ?? (async () => ''));
  const giveUp = new AbortController();
  const second = limiter.run('h', b?.probe ?? (async () => ''), giveUp.signal);
  const third = limiter.run('h', c?.probe ?? (async () => ''));
  giveUp.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  a?.end();
  c?.end();
  expect(await Promise.all([first, third])).toEqual(['a', 'c']);
  expect(log).toEqual(['start a', 'start c']);
});

test('a probe that was given up before it came does not enter', async () => {
  const limiter = createHostLimiter(1);
  await expect(limiter.run('h', async () => 1, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  expect(await limiter.run('h', async () => 2)).toBe(2);
});

test('a failing probe gives its place back', async () => {
  const limiter = createHostLimiter(1);
  await expect(limiter.run('h', () => Promise.reject(new Error('boom')))).rejects.toThrow('boom');
  expect(await limiter.run('h', async () => 'next')).toBe('next');
});

test('never more than the limit at once, and everybody is served', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.tuple(fc.constantFrom('x', 'y'), fc.integer({ min: 0, max: 3 }), fc.boolean()), { maxLength: 30 }),
      async (limit, jobs) => {
        const limiter = createHostLimiter(limit);
        const running: Record<string, number> = { x: 0, y: 0 };
        let worst = 0;
        const ended = await Promise.allSettled(
          jobs.map(([host, turns, fails]) =>
            limiter.run(host, async () => {
              running[host] = (running[host] ?? 0) + 1;
              worst = Math.max(worst, running[host]);
              for (let count = 0; count < turns; count++) await turn();
              running[host]--;
              if (fails) throw new Error('boom');
            }),
          ),
        );
        expect(worst).toBeLessThanOrEqual(limit);
        expect(ended.map(({ status }) => status === 'rejected')).toEqual(jobs.map(([, , fails]) => fails));
      },
    ),
    { numRuns: 50 },
  );
});
