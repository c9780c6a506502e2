import { expect, it } from 'vitest';
import { observe } from './behaviour.ts';
import { DEMO_SPANS, historyOf, historyTimes } from './history.ts';

const NOW = 1_800_000_000;

it('gives ascending instants without doubles, the last before now', () => {
  const times = historyTimes(DEMO_SPANS, NOW);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  expect(times[0]).toBe(NOW - 30 * 86_400);
  expect(times.at(-1)).toBe(NOW - 30);
});

it('gets denser towards now', () => {
  const times = historyTimes(DEMO_SPANS, NOW);
  const within = (from: number, to: number) => times.filter((time) => time >= NOW - from && time < NOW - to).length;
  expect(within(3600, 0)).toBe(120);
  expect(within(24 * 3600, 23 * 3600)).toBe(12);
  expect(within(10 * 86_400, 9 * 86_400)).toBe(48);
});

it('finds what the behaviour says at each instant', () => {
  const behaviour = { seed: 9, baseMs: 30, kind: 'flapping', sinceMs: 0 } as const;
  const columns = historyOf(behaviour, [NOW - 60, NOW - 30]);
  const expected = [observe(behaviour, (NOW - 60) * 1000), observe(behaviour, (NOW - 30) * 1000)];
  expect(columns.durationsMs).toEqual(expected.map(({ durationMs }) => durationMs));
  expect(columns.passed).toEqual(expected.map(({ pass }) => pass));
});
