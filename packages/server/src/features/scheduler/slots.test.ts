import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstRunDelay, isTooSoon, jitteredDue, planSlot } from './slots.ts';

const every = (interval: number, anchor = 0) => ({
  next: (after: number) => anchor + (Math.floor((after - anchor) / interval) + 1) * interval,
});
const never = { next: () => null };
const last = () => 0.999;

test('a slot that has just come is run, and the next one is planned', () => {
  expect(planSlot(every(1000), 5000, 5003, null)).toEqual({
    slotMs: 5000,
    missed: 0,
    nextSlotMs: 6000,
    nextDueMs: 6000,
  });
});

test('slots that passed are counted and only the newest is run', () => {
  expect(planSlot(every(1000), 5000, 8500, null)).toMatchObject({ slotMs: 8000, missed: 3, nextSlotMs: 9000 });
});

test('an outage of very many slots ends the count, and the next slot is still in the future', () => {
  const plan = planSlot(every(1000), 0, 50_000_500, null);
  expect(plan.missed).toBe(20_000);
  expect(plan.nextSlotMs).toBe(50_001_000);
});

test('a schedule without a next slot ends', () => {
  expect(planSlot(never, 10, 20, last)).toEqual({ slotMs: 10, missed: 0, nextSlotMs: null, nextDueMs: null });
  expect(jitteredDue(never, 10, last)).toBe(10);
});

test('jitter is below 9 % of the interval, which is capped at 15 minutes', () => {
  expect(jitteredDue(every(30_000), 30_000, last)).toBe(30_000 + 2700);
  expect(jitteredDue(every(86_400_000), 0, last)).toBe(81_000);
});

test('one canary runs at once; many are spread within ten seconds and their interval', () => {
  expect(firstRunDelay(every(30_000), 1, 1, last)).toBe(0);
  expect(firstRunDelay(every(30_000), 1, 101, last)).toBe(999);
  expect(firstRunDelay(every(30_000), 1, 100_000, last)).toBe(9990);
  expect(firstRunDelay(every(2000), 0, 100_000, last)).toBe(1998);
  expect(firstRunDelay(never, 0, 100_000, last)).toBe(9990);
});

test('a run soon after the end of the one before it is dropped, but not at intervals of some seconds', () => {
  const plan = planSlot(every(60_000), 60_000, 60_010, null);
  expect(isTooSoon(plan, 65_000, 55_001)).toBe(true);
  expect(isTooSoon(plan, 65_000, 55_000)).toBe(false);
  expect(isTooSoon(plan, 65_000, null)).toBe(false);
  expect(isTooSoon(planSlot(every(1000), 5000, 5010, null), 5010, 4500)).toBe(false);
  expect(isTooSoon({ ...plan, nextSlotMs: null }, 65_000, 64_999)).toBe(false);
});

test('whatever the delay, slots run and slots missed together are all slots, each once', () => {
  const delays = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(delays, fc.integer({ min: 200, max: 3000 }), (steps, interval) => {
      const schedule = every(interval);
      let slot = interval;
      let covered = 0;
      const seen = new Set<number>();
      for (const step of steps) {
        const now = slot + step;
        const plan = planSlot(schedule, slot, now, null);
        expect(plan.slotMs).toBeLessThanOrEqual(now);
        expect(plan.nextSlotMs).toBeGreaterThan(now);
        expect(seen.has(plan.slotMs)).toBe(false);
        seen.add(plan.slotMs);
        covered += plan.missed + 1;
        slot = plan.nextSlotMs ?? 0;
      }
      expect(covered).toBe(slot / interval - 1);
    }),
  );
});

test('slots within a span that the clock leapt over are not counted, those before it are', () => {
  const every = { next: (after: number) => Math.floor(after / 10) * 10 + 10 };
  expect(planSlot(every, 10, 100, null, { fromMs: 0, toMs: 100 })).toMatchObject({ slotMs: 100, missed: 0 });
  expect(planSlot(every, 10, 100, null, { fromMs: 35, toMs: 100 })).toMatchObject({ slotMs: 100, missed: 3 });
  expect(planSlot(every, 10, 100, null)).toMatchObject({ slotMs: 100, missed: 9 });
});
