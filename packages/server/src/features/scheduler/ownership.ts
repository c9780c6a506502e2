import type { NodeId } from '@quarterdeck/contract';
import { errorText } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { Clock, Log } from '@quarterdeck/kit';
import type { NodeStore, OwnedSchedule } from './node-store.ts';

/** Subscribes to a channel of the database; answers what ends it. */
export type Listen = Database['listen'];

/** How a node shows that it lives, and how often it looks after orphans and its share. */
const HEARTBEAT_MS = 2000;
/** Changes that come together are read together. */
const GATHER_MS = 20;
const PAGE = 1000;
/** A wall clock that moves this much against the steady one has jumped. */
const JUMP_MS = 1000;

export interface OwnershipOptions {
  id: NodeId;
  name: string;
  address: string | null;
  version: string;
  nodes: NodeStore;
  channel: string;
  listen: Listen;
  clock: Clock;
  log: Log;
  heartbeatMs?: number;
  /** No other process can use the database: nodes that are written down are those of processes that were killed. */
  alone?: boolean;
  /** These schedules are this node's now, as given. */
  onOwned: (schedules: readonly OwnedSchedule[]) => void;
  /** These are not, or no longer. */
  onLost: (canaryIds: readonly string[]) => void;
  /** The wall clock jumped by so many milliseconds. */
  onJump: (jumpMs: number) => void;
}

/** Which schedules this node runs: a fair share of all, kept while it shows itself, taken over when it does not. */
export interface Ownership {
  start(): Promise<void>;
  /** Moves schedules along when the wall clock has jumped; to be asked before slots are planned. */
  followClock(): Promise<void>;
  /** Reads again what the database says of these canaries. */
  reload(canaryIds: readonly string[]): Promise<void>;
  /** Stops at once and hands all back; `leave` follows when the last run has ended. */
  handBack(): Promise<void>;
  leave(): Promise<void>;
  /** Ends all timers and tells nobody, as a killed process would. */
  abandon(): Promise<void>;
}

export function createOwnership(options: OwnershipOptions): Ownership {
  const { id, nodes, clock, log } = options;
  const heartbeatMs = options.heartbeatMs ?? HEARTBEAT_MS;
  const changed = new Set<string>();
  let everythingChanged = false;
  let gather: NodeJS.Timeout | null = null;
  let beat: NodeJS.Timeout | null = null;
  let unlisten: (() => Promise<void>) | null = null;
  let stopped = false;
  let failing = false;
  let jumping: Promise<void> = Promise.resolve();
  let offset = clock.now() - clock.monotonic();
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other: what was read before a schedule changed hands must not be told after it. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };

  const reload = async (canaryIds: readonly string[]) => {
    if (stopped || canaryIds.length === 0) return;
    const owned = await nodes.owned(id, canaryIds);
    if (stopped) return;
    const found = new Set(owned.map((schedule) => schedule.canaryId));
    options.onLost(canaryIds.filter((canaryId) => !found.has(canaryId)));
    options.onOwned(owned);
  };

  const reloadAll = async () => {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const page = await nodes.ownedPage(id, after, PAGE);
      if (stopped) return;
      options.onOwned(page);
      const last = page.at(-1);
      if (page.length < PAGE || !last) return;
      after = last.canaryId;
    }
  };

  /** Takes orphans and gives up what is beyond the share. */
  const balance = async () => {
    if (stopped) return;
    const { owned, share, orphaned } = await nodes.share(id);
    if (owned > share) {
      const given = await nodes.release(id, owned - share);
      options.onLost(given);
      await nodes.announce(given);
    } else if (orphaned > 0 && share > owned) {
      const taken = await nodes.claim(id, share - owned);
      if (!stopped) options.onOwned(taken);
    }
  };

  const followClock = (): Promise<void> => {
    const now = clock.now() - clock.monotonic();
    const jumpMs = Math.round(now - offset);
    offset = now;
    if (Math.abs(jumpMs) >= JUMP_MS) {
      log.warn({ jumpMs }, 'the clock of this machine jumped');
      options.onJump(jumpMs);
      jumping = jumping.then(() =>
        inTurn(async () => {
          await nodes.shift(id, jumpMs);
          await reloadAll();
        }),
      );
    }
    const under = jumping;
    // The next caller must not fail for a jump that this one was told about.
    jumping = jumping.catch(() => undefined);
    return under;
  };

  const guarded = async (work: () => Promise<void>) => {
    try {
      await work();
      if (failing) log.info({}, 'the scheduler reaches the database again');
      failing = false;
    } catch (error) {
      if (!failing && !stopped) log.error({ error: errorText(error) }, 'the scheduler cannot reach the database');
      failing = true;
    }
  };

  const scheduleBeat = () => {
    if (stopped) return;
    beat = setTimeout(async () => {
      await guarded(async () => {
        await nodes.heartbeat(id);
        await followClock();
        await inTurn(balance);
      });
      scheduleBeat();
    }, heartbeatMs);
  };

  const onPayload = (payload: string) => {
    if (stopped) return;
    if (payload === '*') everythingChanged = true;
    else for (const canaryId of payload.split(',')) if (canaryId !== '') changed.add(canaryId);
    gather ??= setTimeout(() => {
      gather = null;
      const ids = [...changed];
      const all = everythingChanged;
      changed.clear();
      everythingChanged = false;
      void guarded(() =>
        inTurn(async () => {
          await reload(ids);
          if (all) await reloadAll();
          await balance();
        }),
      );
    }, GATHER_MS);
  };

  const halt = async () => {
    stopped = true;
    if (beat) clearTimeout(beat);
    if (gather) clearTimeout(gather);
    await unlisten?.();
    unlisten = null;
  };

  return {
    async start() {
      await nodes.register({ id, name: options.name, address: options.address, version: options.version });
      if (options.alone) await nodes.forgetOthers(id);
      unlisten = await options.listen(options.channel, onPayload, { onReconnect: () => onPayload('*') });
      // A database that is slow to answer now is asked again by the next beat.
      await guarded(async () => {
        await inTurn(balance);
        await nodes.announce(null);
      });
      scheduleBeat();
    },
    followClock,
    reload: (canaryIds) => inTurn(() => reload(canaryIds)),
    async handBack() {
      await halt();
      await inTurn(() => nodes.handBack(id));
      await nodes.announce(null);
    },
    leave: () => nodes.leave(id),
    abandon: halt,
  };
}
