import type { NodeId } from '@quarterdeck/contract';
import { errorText } from '@quarterdeck/contract';
import type { Clock, Log, Schedule } from '@quarterdeck/kit';
import { parseSchedule } from '@quarterdeck/kit';
import type { Telemetry } from '../../platform/index.ts';
import { SCHEDULE_CHANNEL } from './channel.ts';
import type { ClaimStore, SlotClaim } from './claim-store.ts';
import type { Due } from './due-queue.ts';
import { createDueQueue } from './due-queue.ts';
import { createLatenessWindow } from './lateness.ts';
import type { NodeStore, OwnedSchedule } from './node-store.ts';
import type { Listen } from './ownership.ts';
import { createOwnership } from './ownership.ts';
import type { SlotPlan, Span } from './slots.ts';
import { isTooSoon, planSlot } from './slots.ts';

/** A slot that this node alone may run. */
export interface Slot {
  canaryId: string;
  /** Milliseconds since the epoch. */
  slotMs: number;
  nextSlotMs: number | null;
}

export interface SchedulerOptions {
  id: NodeId;
  name: string;
  address: string | null;
  version: string;
  nodes: NodeStore;
  claims: ClaimStore;
  listen: Listen;
  clock: Clock;
  random: () => number;
  log: Log;
  metrics: Telemetry['scheduler'];
  maxConcurrent: number;
  /** Runs a slot to its end, results written. It handles its own failures. */
  execute: (slot: Slot) => Promise<void>;
  /** Property `job.jitter.disable`. */
  jitterDisabled?: () => boolean;
  /** Property `check.*.disabled`: slots pass without being run and without being counted. */
  disabled?: () => boolean;
  heartbeatMs?: number;
  /** No other process can use the database, so that what a killed one left is taken over at once. */
  alone?: boolean;
}

/** Starts the slots of canaries at their time, each once over all nodes. */
export interface Scheduler {
  start(): Promise<void>;
  /** Hands everything back at once, then waits for the runs under way. */
  stop(): Promise<void>;
  /** Ends without a word to anybody, as a killed process would: for tests of taking over. */
  abandon(): Promise<void>;
  /** Figures of this node since its start. `owned` canaries are run by it. */
  figures(): { owned: number; running: number; missed: number; skipped: number; latenessP99Ms: number };
}

interface Entry extends Due {
  owned: OwnedSchedule;
  schedule: Pick<Schedule, 'next'>;
}

/** Slots that fall due within this time are claimed together. */
const CLAIM_GAP_MS = 50;
const CLAIM_LIMIT = 500;
/** Longest sleep, so that a clock that is set is noticed. */
const MAX_SLEEP_MS = 1000;
const RETRY_MS = 500;
const NOT_HANDED_BACK = 'schedules cannot be handed back; other nodes take them over';

export function createScheduler(options: SchedulerOptions): Scheduler {
  const { clock, log, metrics } = options;
  const queue = createDueQueue<Entry>();
  const running = new Map<string, Promise<void>>();
  const finished = new Map<string, number>();
  const lateness = createLatenessWindow();
  let timer: NodeJS.Timeout | null = null;
  let claiming = false;
  let stopped = false;
  let failing = false;
  let lastClaimMs = Number.NEGATIVE_INFINITY;
  let jumped: Span | null = null;
  let missed = 0;
  let skipped = 0;

  const enqueue = (owned: OwnedSchedule) => {
    try {
      const parsed = parseSchedule(owned.schedule);
      const schedule = { next: (after: number) => parsed.next(after, owned.anchorMs) };
      queue.set({ id: owned.canaryId, dueMs: owned.dueMs, owned, schedule });
    } catch (error) {
      log.error({ canary: owned.canaryId, error: errorText(error) }, 'a stored schedule cannot be read');
    }
  };

  const ownership = createOwnership({
    ...options,
    channel: SCHEDULE_CHANNEL,
    onOwned(schedules) {
      for (const schedule of schedules) enqueue(schedule);
      arm();
    },
    onJump(jumpMs) {
      const toMs = clock.now();
      jumped = jumpMs > 0 ? { fromMs: toMs - jumpMs, toMs } : null;
      for (const [canaryId, endMs] of finished) finished.set(canaryId, endMs + jumpMs);
    },
    onLost(canaryIds) {
      for (const canaryId of canaryIds) {
        queue.delete(canaryId);
        finished.delete(canaryId);
      }
    },
  });

  function arm(leastMs = 0): void {
    if (stopped || claiming) return;
    if (timer) clearTimeout(timer);
    const next = queue.nextMs();
    if (next === null || running.size >= options.maxConcurrent) return;
    const gap = lastClaimMs + CLAIM_GAP_MS - clock.monotonic();
    const delay = Math.max(leastMs, gap, Math.min(next - clock.now(), MAX_SLEEP_MS), 0);
    timer = setTimeout(() => void tick(), delay);
  }

  const isResting = (entry: Entry, plan: SlotPlan, nowMs: number) =>
    entry.owned.slotMs !== entry.owned.anchorMs && isTooSoon(plan, nowMs, finished.get(entry.id) ?? null);

  const claimOf = (entry: Entry, plan: SlotPlan, nowMs: number): SlotClaim => ({
    canaryId: entry.id,
    expectedMs: entry.owned.slotMs,
    slotMs: plan.slotMs,
    nextSlotMs: plan.nextSlotMs,
    nextDueMs: plan.nextDueMs,
    missed: plan.missed,
    busy: running.has(entry.id),
    drop: options.disabled?.() === true || isResting(entry, plan, nowMs),
    dueMs: plan.slotMs === entry.owned.slotMs ? entry.dueMs : plan.slotMs,
  });

  const run = (slot: Slot, latenessMs: number) => {
    lateness.add(clock.now(), latenessMs);
    metrics.started(latenessMs);
    const work = options
      .execute(slot)
      .catch((error) => log.error({ canary: slot.canaryId, error: errorText(error) }, 'a run failed'))
      .finally(() => {
        running.delete(slot.canaryId);
        finished.set(slot.canaryId, clock.now());
        arm();
      });
    running.set(slot.canaryId, work);
  };

  /** What could not be asked about is asked again, as it was. */
  const putBack = (entries: readonly Entry[]) => (error: unknown) => {
    for (const entry of entries) if (!queue.get(entry.id)) queue.set(entry);
    throw error;
  };

  const claimDue = async () => {
    const nowMs = clock.now();
    const entries = queue.take(nowMs, Math.min(options.maxConcurrent - running.size, CLAIM_LIMIT));
    if (entries.length === 0) return;
    const random = options.jitterDisabled?.() ? null : options.random;
    const plans = new Map(
      entries.map((entry) => [entry.id, planSlot(entry.schedule, entry.owned.slotMs, nowMs, random, jumped)]),
    );
    const claims = entries.flatMap((entry) => {
      const plan = plans.get(entry.id);
      return plan ? [claimOf(entry, plan, nowMs)] : [];
    });
    const answers = await options.claims.claim(options.id, claims, nowMs).catch(putBack(entries));
    const outcomes = new Map(answers.map((answer) => [answer.canaryId, answer.outcome]));
    for (const [index, claim] of claims.entries()) {
      const outcome = outcomes.get(claim.canaryId);
      const entry = entries[index];
      if (!outcome || !entry) continue;
      if (claim.nextSlotMs !== null && !queue.get(claim.canaryId)) {
        const owned = { ...entry.owned, slotMs: claim.nextSlotMs, dueMs: claim.nextDueMs ?? claim.nextSlotMs };
        queue.set({ ...entry, owned, dueMs: owned.dueMs });
      }
      if (claim.missed > 0) metrics.missed(claim.missed);
      missed += claim.missed;
      if (outcome === 'skipped') {
        metrics.skipped(1);
        skipped += 1;
      }
      if (outcome === 'run') run(claim, Math.max(0, clock.now() - claim.dueMs));
    }
    const unclaimed = entries.filter((entry) => !outcomes.has(entry.id));
    await ownership.reload(unclaimed.map((entry) => entry.id)).catch(putBack(unclaimed));
  };

  async function tick(): Promise<void> {
    if (claiming || stopped) return;
    claiming = true;
    lastClaimMs = clock.monotonic();
    let waitMs = 0;
    try {
      await ownership.followClock();
      await claimDue();
      failing = false;
    } catch (error) {
      if (!failing) log.error({ error: errorText(error) }, 'slots cannot be claimed');
      failing = true;
      waitMs = RETRY_MS;
    } finally {
      claiming = false;
    }
    arm(waitMs);
  }

  const halt = () => {
    stopped = true;
    if (timer) clearTimeout(timer);
  };

  return {
    start: () => ownership.start(),
    async stop() {
      halt();
      const handedBack = ownership.handBack().catch((error) => log.error({ error: errorText(error) }, NOT_HANDED_BACK));
      await Promise.all([handedBack, ...running.values()]);
      await ownership.leave();
    },
    async abandon() {
      halt();
      await ownership.abandon();
    },
    figures: () => ({
      owned: queue.size,
      running: running.size,
      missed,
      skipped,
      latenessP99Ms: lateness.p99(clock.now()),
    }),
  };
}
