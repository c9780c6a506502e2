import { jitterMs } from '@quarterdeck/kit';

/** The part of a parsed schedule that slots need; times are milliseconds since the epoch. */
export interface SlotSchedule {
  /** The first slot after a time; null when there is none. */
  next(afterMs: number): number | null;
}

/** What is to be done about a canary whose slot has come. */
export interface SlotPlan {
  /** The newest slot that has come: the one to run. */
  slotMs: number;
  /** Slots before it that nobody ran. They are counted, never run in a burst. */
  missed: number;
  nextSlotMs: number | null;
  /** When the next slot is to start, jitter included. */
  nextDueMs: number | null;
}

/** From after one time up to another; milliseconds since the epoch. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** A walk through passed slots ends here; slots of an older outage than this many are counted as this many. */
const MAX_WALK = 20_000;

/** When a slot starts: up to 9 % of the time to the slot after it later, that time capped at 15 min. */
export function jitteredDue(schedule: SlotSchedule, slotMs: number, random: () => number): number {
  const following = schedule.next(slotMs);
  if (following === null) return slotMs;
  return slotMs + jitterMs(following - slotMs, random);
}

/**
 * Plans the run of a slot that has come. `slotMs` is the stored next slot, not after `nowMs`.
 * Without `random` there is no jitter (property `job.jitter.disable`). Slots within `jumped`, a span that the wall clock
 * leapt over, never came to pass: the newest is run, the others are not counted as missed.
 */
export function planSlot(
  schedule: SlotSchedule,
  slotMs: number,
  nowMs: number,
  random: (() => number) | null,
  jumped: Span | null = null,
): SlotPlan {
  let current = slotMs;
  let missed = 0;
  let next = schedule.next(current);
  for (let walked = 0; next !== null && next <= nowMs && walked < MAX_WALK; walked += 1) {
    if (!jumped || current <= jumped.fromMs || current > jumped.toMs) missed += 1;
    current = next;
    next = schedule.next(current);
  }
  if (next !== null && next <= nowMs) next = schedule.next(nowMs);
  return {
    slotMs: current,
    missed,
    nextSlotMs: next,
    nextDueMs: next === null || random === null ? next : jitteredDue(schedule, next, random),
  };
}

/** Longest time within which canaries that are added together make their first run. */
const FIRST_RUN_SPREAD_MS = 10_000;
/** Room that each of them is given. */
const FIRST_RUN_STEP_MS = 10;

/**
 * How long after it was added a canary makes its first run: at once when few are added, else spread over at most
 * 10 s, and never over more than its interval.
 */
export function firstRunDelay(schedule: SlotSchedule, nowMs: number, added: number, random: () => number): number {
  const next = schedule.next(nowMs);
  const interval = next === null ? FIRST_RUN_SPREAD_MS : next - nowMs;
  return Math.floor(random() * Math.min(FIRST_RUN_SPREAD_MS, interval, (added - 1) * FIRST_RUN_STEP_MS));
}

/** Longest time that must lie between the end of a run and the start of the next (contract checks §3.1). */
const REST_MS = 10_000;

/**
 * Whether a run is dropped because the one before it has only just ended: less than 10 s ago, or less than a quarter of
 * the interval where that is shorter, so that a canary with an interval of some seconds still runs at each slot.
 */
export function isTooSoon(plan: SlotPlan, nowMs: number, lastFinishedMs: number | null): boolean {
  if (lastFinishedMs === null || plan.nextSlotMs === null) return false;
  return nowMs - lastFinishedMs < Math.min(REST_MS, (plan.nextSlotMs - plan.slotMs) / 4);
}
