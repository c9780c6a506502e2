import type { LiveEventName, LiveEvents } from '@quarterdeck/contract';

/** Whether the stream of live events stands, and when it last said something (epoch milliseconds). */
export interface LiveState {
  state: 'connecting' | 'live' | 'offline';
  at: number | null;
  /** Since when the state holds; while it is `offline`, what is on screen is of that moment. */
  since: number;
}

/** The part of EventSource that is used. */
export interface EventStream {
  readyState: number;
  onopen: ((event: Event) => void) | null;
  onerror: ((event: Event) => void) | null;
  addEventListener(name: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

export interface LiveDependencies {
  open: () => EventStream;
  now: () => number;
  /** Calls back later; answers the way to cancel. */
  delay: (ms: number, run: () => void) => () => void;
  /** Hears that the stream was refused for good. */
  onRefused?: () => void;
  onEvent: <N extends LiveEventName>(name: N, data: LiveEvents[N]) => void;
}

/** A stream of live events that keeps itself up. */
export interface LiveClient {
  start(): void;
  stop(): void;
  read(): LiveState;
  subscribe(listener: () => void): () => void;
}

const NAMES: readonly LiveEventName[] = [
  'checks.updated',
  'checks.removed',
  'canaries.changed',
  'documents.changed',
  'rows.changed',
  'resync',
];
const CLOSED = 2;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Follows GET /api/live. The browser itself comes back after a cut and resumes by the last event id. When the stream is
 * refused for good it is opened anew with a growing wait, and then reports `resync`, since what came meanwhile is unknown.
 */
export function createLiveClient({ open, now, delay, onRefused, onEvent }: LiveDependencies): LiveClient {
  const listeners = new Set<() => void>();
  let state: LiveState = { state: 'connecting', at: null, since: now() };
  let stream: EventStream | undefined;
  let cancel: (() => void) | undefined;
  let wait = FIRST_WAIT_MS;

  const set = (next: Partial<Omit<LiveState, 'since'>>): void => {
    const since = next.state !== undefined && next.state !== state.state ? now() : state.since;
    state = { ...state, ...next, since };
    for (const listener of listeners) listener();
  };

  const connect = (again: boolean): void => {
    const opened = open();
    stream = opened;
    opened.onopen = () => {
      wait = FIRST_WAIT_MS;
      const wasCut = again || state.state === 'offline';
      set({ state: 'live', at: now() });
      if (wasCut) onEvent('resync', {});
    };
    opened.onerror = () => {
      set({ state: 'offline' });
      if (opened.readyState !== CLOSED || stream !== opened) return;
      opened.close();
      onRefused?.();
      cancel = delay(wait, () => connect(true));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    };
    for (const name of NAMES) {
      opened.addEventListener(name, (event) => {
        set({ state: 'live', at: now() });
        let data: LiveEvents[typeof name];
        try {
          data = JSON.parse(event.data || '{}');
        } catch {
          onEvent('resync', {});
          return;
        }
        onEvent(name, data);
      });
    }
  };

  return {
    start() {
      if (!stream) connect(false);
    },
    stop() {
      cancel?.();
      stream?.close();
      stream = undefined;
      set({ state: 'connecting' });
    },
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
