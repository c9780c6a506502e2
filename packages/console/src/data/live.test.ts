import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { makeCheck } from '../testing/checks.ts';
import { createLiveApplier } from './apply-live.ts';
import { queryKeys } from './keys.ts';
import { createLiveClient, type EventStream } from './live.ts';
import { appendRecent, createRecentLoader } from './recent.ts';
import type { Summary } from './summary.ts';

class FakeStream implements EventStream {
  readyState = 0;
  onopen: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  closed = false;
  readonly listeners = new Map<string, (event: MessageEvent<string>) => void>();
  addEventListener(name: string, listener: (event: MessageEvent<string>) => void): void {
    this.listeners.set(name, listener);
  }
  close(): void {
    this.closed = true;
  }
  opened(): void {
    this.readyState = 1;
    this.onopen?.(new Event('open'));
  }
  failed(readyState: number): void {
    this.readyState = readyState;
    this.onerror?.(new Event('error'));
  }
  say(name: string, data: string): void {
    this.listeners.get(name)?.(new MessageEvent(name, { data }));
  }
}

function liveFixture() {
  const streams: FakeStream[] = [];
  const waits: { ms: number; run: () => void }[] = [];
  const onEvent = vi.fn();
  const onRefused = vi.fn();
  let time = 0;
  const client = createLiveClient({
    open() {
      const stream = new FakeStream();
      streams.push(stream);
      return stream;
    },
    now: () => ++time,
    delay(ms, run) {
      waits.push({ ms, run });
      return () => undefined;
    },
    onRefused,
    onEvent,
  });
  client.start();
  return { streams, waits, onEvent, onRefused, client };
}

describe('createLiveClient', () => {
  it('goes from connecting to live and hands events on', () => {
    const { streams, onEvent, client } = liveFixture();
    expect(client.read()).toEqual({ state: 'connecting', at: null, since: 1 });
    streams[0]?.opened();
    streams[0]?.say('checks.removed', '{"ids":["1"]}');
    expect(client.read()).toEqual({ state: 'live', at: 4, since: 3 });
    expect(onEvent).toHaveBeenCalledExactlyOnceWith('checks.removed', { ids: ['1'] });
  });

  it('leaves coming back to the browser as long as it tries', () => {
    const { streams, waits, onRefused, client } = liveFixture();
    streams[0]?.opened();
    streams[0]?.failed(0);
    expect(onRefused).not.toHaveBeenCalled();
    expect(client.read().state).toBe('offline');
    expect(waits).toHaveLength(0);
    expect(streams).toHaveLength(1);
  });

  it('opens anew with a growing wait when refused, and then asks for everything', () => {
    const { streams, waits, onEvent, onRefused, client } = liveFixture();
    for (let i = 0; i < 7; i += 1) {
      streams.at(-1)?.failed(2);
      waits.at(-1)?.run();
    }
    expect(onRefused).toHaveBeenCalledTimes(7);
    expect(waits.map((wait) => wait.ms)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(streams.slice(0, -1).every((stream) => stream.closed)).toBe(true);
    streams.at(-1)?.opened();
    expect(onEvent).toHaveBeenCalledExactlyOnceWith('resync', {});
    expect(client.read().state).toBe('live');
    streams.at(-1)?.failed(2);
    expect(waits.at(-1)?.ms).toBe(1000);
  });

  it('asks for everything when an event cannot be read', () => {
    const { streams, onEvent } = liveFixture();
    streams[0]?.say('checks.updated', '{');
    expect(onEvent).toHaveBeenCalledExactlyOnceWith('resync', {});
  });

  it('stops', () => {
    const { streams, client } = liveFixture();
    client.stop();
    expect(streams[0]?.closed).toBe(true);
  });
});

function applierFixture() {
  const client = new QueryClient();
  const frames: (() => void)[] = [];
  const laters: (() => void)[] = [];
  const apply = createLiveApplier({
    client,
    nextFrame: (run) => frames.push(run),
    later: (_ms, run) => laters.push(run),
    monotonic: () => 0,
  });
  client.setQueryData<Summary>(queryKeys.summary, { checks: [makeCheck('1'), makeCheck('2')], runnerName: 'r' });
  const summary = (): Summary => client.getQueryData<Summary>(queryKeys.summary) ?? { checks: [], runnerName: '' };
  return { client, frames, laters, apply, summary };
}

describe('createLiveApplier', () => {
  it('patches once per frame', () => {
    const { apply, frames, summary } = applierFixture();
    const before = summary();
    apply('checks.updated', { checks: [{ id: '1', status: 'unhealthy' }] });
    apply('checks.updated', { checks: [{ id: '1', status: 'unknown' }] });
    expect(summary()).toBe(before);
    expect(frames).toHaveLength(1);
    frames[0]?.();
    expect(summary().checks.map((check) => check.status)).toEqual(['unknown', 'healthy']);
    expect(summary().checks[1]).toBe(before.checks[1]);
  });

  it('leaves a failed read told, and the age of what was read', async () => {
    const { apply, frames, client, summary } = applierFixture();
    const query = client.getQueryCache().find({ queryKey: queryKeys.summary });
    const readAt = query?.state.dataUpdatedAt;
    const failing = { queryKey: queryKeys.summary, queryFn: () => Promise.reject(new Error('no')), retry: false };
    await client.fetchQuery(failing).catch(() => undefined);
    apply('checks.updated', { checks: [{ id: '1', status: 'unhealthy' }] });
    frames[0]?.();
    apply('checks.removed', { ids: ['2'] });
    expect(summary().checks.map((check) => check.status)).toEqual(['unhealthy']);
    expect(query?.state).toMatchObject({ status: 'error', error: new Error('no'), dataUpdatedAt: readAt });
  });

  it('appends to the strips that are held and starts none', () => {
    const { apply, frames, client } = applierFixture();
    client.setQueryData(queryKeys.recent('1'), [[1, 5, 1]]);
    apply('checks.updated', {
      checks: [
        { id: '1', recent: [2, 6, 0] },
        { id: '2', recent: [2, 6, 0] },
      ],
    });
    frames[0]?.();
    expect(client.getQueryData(queryKeys.recent('1'))).toEqual([
      [1, 5, 1],
      [2, 6, 0],
    ]);
    expect(client.getQueryData(queryKeys.recent('2'))).toBeUndefined();
  });

  it('reads again, once per burst, on resync, changed canaries and unknown checks', () => {
    const { apply, frames, laters, client } = applierFixture();
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    apply('resync', {});
    apply('canaries.changed', { canary_ids: ['c'] });
    apply('checks.updated', { checks: [{ id: 'new' }] });
    frames[0]?.();
    expect(laters).toHaveLength(1);
    laters[0]?.();
    expect(invalidate).toHaveBeenCalledWith({ queryKey: ['health'] });
  });

  it('reads everything again when it is not known what was missed', () => {
    const { apply, client } = applierFixture();
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    apply('resync', {});
    expect(invalidate.mock.calls).toEqual([[]]);
  });

  it('takes out removed checks and takes in document errors', () => {
    const { apply, summary, client } = applierFixture();
    apply('checks.removed', { ids: ['1'] });
    expect(summary().checks.map((check) => check.id)).toEqual(['2']);
    client.setQueryData(queryKeys.status, { documentErrors: [] });
    const errors = [{ file: 'a.yaml', code: 'DOCUMENT_SYNTAX', message: 'x' }];
    apply('documents.changed', { errors });
    expect(client.getQueryData(queryKeys.status)).toEqual({ documentErrors: errors });
  });
});

describe('recent results', () => {
  it('gathers ids of a moment into calls of at most 100', async () => {
    const get = vi.fn(async (path: string) => ({
      recent: Object.fromEntries(
        path
          .split('=')[1]
          ?.split(',')
          .map((id) => [id, [[Number(id), 1, 1]]]) ?? [],
      ),
    }));
    const waits: (() => void)[] = [];
    const load = createRecentLoader({ get } as never, (_ms, run) => waits.push(run));
    const all = Promise.all(Array.from({ length: 150 }, (_, i) => load(String(i))));
    const again = load('7');
    expect(waits).toHaveLength(1);
    waits[0]?.();
    expect((await all)[149]).toEqual([[149, 1, 1]]);
    expect(await again).toEqual([[7, 1, 1]]);
    expect(get).toHaveBeenCalledTimes(2);
  });

  it('fails the callers of a failed call alone', async () => {
    const get = vi.fn(async () => Promise.reject(new Error('no')));
    const waits: (() => void)[] = [];
    const load = createRecentLoader({ get } as never, (_ms, run) => waits.push(run));
    const failed = load('1').catch((error: Error) => error.message);
    waits[0]?.();
    expect(await failed).toBe('no');
  });

  it('holds the last 40, each once', () => {
    expect(appendRecent([[5, 1, 1]], [5, 1, 1])).toHaveLength(1);
    const many = Array.from({ length: 40 }, (_, i): [number, number, 1] => [i, 1, 1]);
    const next = appendRecent(many, [40, 2, 0]);
    expect(next).toHaveLength(40);
    expect(next.at(-1)).toEqual([40, 2, 0]);
  });
});
