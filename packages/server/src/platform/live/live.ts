import { AppError, errorText } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { Clock, Log } from '@quarterdeck/kit';
import type { FastifyRequest } from 'fastify';
import type { Telemetry } from '../telemetry/types.ts';
import { type AudienceOf, EVERYONE, eventsFor } from './audience.ts';
import type { StoredEvent } from './live-store.ts';
import { heldEvents, insertEvent, LIVE_CHANNEL, readEvents, trimEvents } from './live-store.ts';
import type { LiveStream } from './stream.ts';
import { eventFrames, openStream } from './stream.ts';
import type { Live } from './types.ts';

/** Reads of new events are at least this far apart, so that a burst costs few queries. */
const MIN_READ_GAP_MS = 50;
const RETRY_MS = 1000;
const KEEPALIVE_MS = 15_000;
const TRIM_MS = 60_000;
/** A session that ended is known of at most this much later (contract identity §6.3). */
const RECHECK_MS = 10_000;
const READ_LIMIT = 500;
/** A client that missed more is told to read everything again. */
const MAX_REPLAY = 2000;

/** What live updates are made of. */
export interface LiveOptions {
  database: Database;
  clock: Clock;
  log: Log;
  telemetry: Pick<Telemetry, 'liveClients'>;
  /** What each reader may see; everything by default. */
  audienceOf?: AudienceOf;
  keepaliveMs?: number;
  /** Whether whoever opened a stream may still read it; asked every ten seconds, never throws. Everybody by default. */
  isStillKnown?: (request: FastifyRequest) => Promise<boolean>;
  recheckMs?: number;
}

/** Live updates of this node. `start` before the first client. */
export function createLive(options: LiveOptions): Live {
  const { database, clock, log, audienceOf = () => EVERYONE } = options;
  const streams = new Set<LiveStream>();
  const timers = new Set<NodeJS.Timeout>();
  const listeners = new Set<(events: readonly StoredEvent[]) => void>();
  let newestId = 0;
  let lastReadMs = Number.NEGATIVE_INFINITY;
  let scheduled: NodeJS.Timeout | null = null;
  let reading = false;
  let again = false;
  let stopped = false;
  let isChecking = false;
  let unlisten: (() => Promise<void>) | null = null;

  function wake(delayMs = 0): void {
    if (reading) again = true;
    if (reading || scheduled !== null || stopped) return;
    const gap = Math.max(delayMs, lastReadMs + MIN_READ_GAP_MS - clock.monotonic(), 0);
    scheduled = setTimeout(() => {
      scheduled = null;
      void readNew();
    }, gap);
  }

  async function readNew(): Promise<void> {
    reading = true;
    again = false;
    lastReadMs = clock.monotonic();
    try {
      let count = READ_LIMIT;
      while (count === READ_LIMIT && !stopped) count = await readPage();
    } catch (error) {
      log.warn({ error: errorText(error) }, 'live events could not be read');
      reading = false;
      wake(RETRY_MS);
      return;
    }
    reading = false;
    if (again) wake();
  }

  async function readPage(): Promise<number> {
    const events = await readEvents(database.pool, newestId, READ_LIMIT);
    const last = events.at(-1);
    if (last === undefined) return 0;
    const before = newestId;
    newestId = last.id;
    for (const listener of listeners) listener(events);
    const groups = Map.groupBy(
      [...streams].filter(({ ready, sentId }) => ready && sentId < last.id),
      ({ caller }) => audienceOf(caller).key,
    );
    await Promise.all([...groups.values()].map((group) => fanOut(group, events, before)));
    return events.length;
  }

  /** Sends events to streams that see the same. A stream that cannot be told what it may see is cut; it comes back. */
  async function fanOut(group: readonly LiveStream[], events: readonly StoredEvent[], before: number): Promise<void> {
    const [first] = group;
    const last = events.at(-1);
    if (!first || !last) return;
    try {
      const seen = await eventsFor(audienceOf(first.caller), events);
      const frames = eventFrames(seen);
      for (const stream of group) {
        const ahead = stream.sentId > before;
        stream.write(ahead ? eventFrames(seen.filter(({ id }) => id > stream.sentId)) : frames);
        stream.sentId = last.id;
      }
    } catch (error) {
      log.warn({ error: errorText(error) }, 'live events could not be judged');
      for (const stream of group) stream.end();
    }
  }

  async function replay(stream: LiveStream, fromId: number | null): Promise<void> {
    const { oldest, newest } = await heldEvents(database.pool);
    const isHeld = fromId !== null && fromId >= oldest - 1 && fromId <= newest && newest - fromId <= MAX_REPLAY;
    stream.write(`retry: 1000\nevent: hello\ndata: {"id":${newest}}\n\n`);
    if (!isHeld) {
      stream.sentId = newest;
      stream.write(`id: ${newest}\nevent: resync\ndata: {}\n\n`);
    } else {
      stream.sentId = fromId;
    }
    await catchUp(stream);
  }

  /** Sends what lies between the stream and the node's newest event, then lets the stream take part. */
  async function catchUp(stream: LiveStream): Promise<void> {
    do {
      const events = await readEvents(database.pool, stream.sentId, READ_LIMIT);
      if (events.length > 0) stream.write(eventFrames(await eventsFor(audienceOf(stream.caller), events)));
      stream.sentId = events.at(-1)?.id ?? Math.max(stream.sentId, newestId);
    } while (stream.sentId < newestId);
    stream.ready = true;
  }

  /** Ends the streams of who signed out, or whose token was taken away. Streams of one credential are asked about once. */
  async function cutUnknown(isStillKnown: NonNullable<LiveOptions['isStillKnown']>): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    // A session sees other things while it views as another.
    const groups = Map.groupBy(streams, ({ caller, request: { headers } }) =>
      [caller.id, ...caller.roles, caller.viewing?.by.id, headers.authorization ?? headers.cookie].join(' '),
    );
    for (const group of groups.values()) {
      const [first] = group;
      if (first !== undefined && !(await isStillKnown(first.request))) for (const stream of group) stream.end();
    }
    isChecking = false;
  }

  function every(intervalMs: number, act: () => void): void {
    timers.add(setInterval(act, intervalMs).unref());
  }

  return {
    publish: (client, name, payload) => insertEvent(client, name, JSON.stringify(payload)),
    onEvents(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clients: () => streams.size,
    async attach(request, reply) {
      if (stopped) throw new AppError('SHUTTING_DOWN');
      const query = request.query as Record<string, unknown>; // parsed query strings are maps; values are checked below
      const lastSeen = request.headers['last-event-id'] ?? query.lastEventId;
      const { newest } = await heldEvents(database.pool);
      reply.hijack();
      const stream = openStream(request, reply.raw, reply.getHeaders(), (closed) => {
        streams.delete(closed);
        options.telemetry.liveClients(streams.size);
      });
      streams.add(stream);
      options.telemetry.liveClients(streams.size);
      const { untilMs } = request.caller;
      if (untilMs !== undefined) setTimeout(stream.end, Math.max(0, untilMs - clock.now())).unref();
      try {
        if (lastSeen !== undefined && lastSeen !== '') return await replay(stream, eventId(lastSeen));
        stream.sentId = newest;
        stream.write(`retry: 1000\nid: ${newest}\nevent: hello\ndata: {"id":${newest}}\n\n`);
        await catchUp(stream);
      } catch (error) {
        log.warn({ error: errorText(error) }, 'an event stream could not be brought up to date');
        reply.raw.destroy();
      }
    },
    async start() {
      unlisten = await database.listen(LIVE_CHANNEL, () => wake(), { onReconnect: () => wake() });
      newestId = (await heldEvents(database.pool)).newest;
      every(options.keepaliveMs ?? KEEPALIVE_MS, () => {
        for (const stream of streams) stream.write(': keepalive\n\n');
      });
      const { isStillKnown } = options;
      if (isStillKnown) every(options.recheckMs ?? RECHECK_MS, () => void cutUnknown(isStillKnown));
      every(TRIM_MS, () => {
        trimEvents(database.pool).catch((error: unknown) =>
          log.warn({ error: errorText(error) }, 'old live events could not be removed'),
        );
      });
    },
    async stop() {
      stopped = true;
      if (scheduled !== null) clearTimeout(scheduled);
      for (const timer of timers) clearInterval(timer);
      for (const stream of streams) stream.end();
      await unlisten?.();
    },
  };
}

function eventId(text: unknown): number | null {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
