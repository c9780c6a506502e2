import { isPreferenceName, type PreferenceName, type Preferences, preferenceNames } from '@quarterdeck/contract';

/** What outlives the visit: kept by the browser, and where the server knows the person also there. */
export interface ConsoleStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  /** Hears of every change; answers the way to stop that. */
  subscribe(listener: () => void): () => void;
  /**
   * Takes over what the server keeps for the person who signed in; undefined where it keeps nothing, as in standalone
   * mode. From then on what the person chooses is sent there as well.
   */
  adopt(preferences: Preferences | undefined): void;
}

export interface ConsoleStorageDependencies {
  /** The browser's storage. It may refuse to read and to write. */
  local: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Sends changes of preferences to the server. */
  send: (changes: Preferences) => Promise<unknown>;
}

/**
 * Makes the storage. A browser that refuses is no failure: a choice then lasts as long as the page. What the server could
 * not take is sent again with the next choice, and with the next answer to who is there.
 */
export function createConsoleStorage({ local, send }: ConsoleStorageDependencies): ConsoleStorage {
  const listeners = new Set<() => void>();
  const unkept = new Map<string, string>();
  let unsent: Preferences = {};
  let sending: Preferences = {};
  let isKeptByServer = false;

  const keep = (key: string, value: string): void => {
    try {
      local.setItem(key, value);
      unkept.delete(key);
    } catch {
      unkept.set(key, value);
    }
  };
  const forget = (key: string): void => {
    unkept.delete(key);
    try {
      local.removeItem(key);
    } catch {
      return;
    }
  };
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  /** One request at a time: of two that overtake each other the server would keep the older choice. */
  const sendUnsent = async (): Promise<void> => {
    if (Object.keys(sending).length > 0) return;
    while (Object.keys(unsent).length > 0) {
      sending = unsent;
      unsent = {};
      const isTaken = await send(sending).then(
        () => true,
        () => false,
      );
      if (!isTaken) unsent = { ...sending, ...unsent };
      sending = {};
      if (!isTaken) return;
    }
  };
  const read = (key: string): string | null => {
    const held = unkept.get(key);
    if (held !== undefined) return held;
    try {
      return local.getItem(key);
    } catch {
      return null;
    }
  };
  const adoptOne = (name: PreferenceName, value: string | undefined): void => {
    // An answer from before a choice that is on its way does not undo it.
    if (name in unsent || name in sending || (value ?? null) === read(name)) return;
    if (value === undefined) forget(name);
    else keep(name, value);
  };

  return {
    getItem: read,
    setItem(key, value) {
      if (read(key) === value) return;
      keep(key, value);
      tell();
      if (!isKeptByServer || !isPreferenceName(key)) return;
      unsent = { ...unsent, [key]: value };
      void sendUnsent();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    adopt(preferences) {
      isKeptByServer = preferences !== undefined;
      if (preferences === undefined) return;
      for (const name of preferenceNames) adoptOne(name, preferences[name]);
      tell();
      void sendUnsent();
    },
  };
}
