import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@quarterdeck/kit';
import pg from 'pg';

const RECONNECT_DELAYS_MS = [50, 200, 500, 1000, 2000];

export interface ListenOptions {
  /** Called after the connection was lost and listening began again: what was sent in between is lost. */
  onReconnect?: () => void;
}

interface Listener {
  handler: (payload: string) => void;
  onReconnect: (() => void) | undefined;
}

/** LISTEN on any number of channels over one connection of its own, which comes back when it is lost. */
export interface ListenerHub {
  listen(channel: string, handler: (payload: string) => void, options?: ListenOptions): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** Makes the hub; it connects with the first listener. */
export function createListenerHub(config: pg.ClientConfig, log: Log): ListenerHub {
  const channels = new Map<string, Set<Listener>>();
  let client: pg.Client | undefined;
  let connecting: Promise<pg.Client> | undefined;
  let reconnecting: Promise<void> | undefined;
  let stopped = false;
  const ending = new AbortController();

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client(config);
    fresh.on('notification', ({ channel, payload }) => {
      for (const listener of channels.get(channel) ?? []) listener.handler(payload ?? '');
    });
    fresh.on('error', () => undefined);
    await fresh.connect();
    fresh.on('end', () => {
      if (client !== fresh) return;
      client = undefined;
      if (!stopped) reconnecting = reconnect();
    });
    try {
      for (const channel of channels.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void fresh.end().catch(() => undefined);
      throw error;
    }
    client = fresh;
    return fresh;
  }

  function connected(): Promise<pg.Client> {
    if (client) return Promise.resolve(client);
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  async function reconnect(): Promise<void> {
    log.warn({}, 'the listening connection was lost');
    for (let attempt = 0; !stopped && channels.size > 0; attempt++) {
      const waitMs = RECONNECT_DELAYS_MS[Math.min(attempt, RECONNECT_DELAYS_MS.length - 1)];
      await delay(waitMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (stopped) return;
      try {
        await connected();
        break;
      } catch (error) {
        log.debug({ attempt, error: String(error) }, 'the listening connection is not back yet');
      }
    }
    for (const listeners of channels.values()) for (const listener of listeners) listener.onReconnect?.();
  }

  return {
    async listen(channel, handler, options = {}) {
      const listener = { handler, onReconnect: options.onReconnect };
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(listener));
      /** Whether nobody listens to the channel any more. */
      const forget = (): boolean => {
        listeners.delete(listener);
        return listeners.size === 0 && channels.get(channel) === listeners && channels.delete(channel);
      };
      try {
        await (await connected()).query(`listen ${pg.escapeIdentifier(channel)}`);
      } catch (error) {
        forget();
        throw error;
      }
      return async () => {
        if (forget()) await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
      };
    },
    async stop() {
      stopped = true;
      channels.clear();
      ending.abort();
      await reconnecting;
      await connecting?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}
