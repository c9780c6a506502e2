import { BROWSER_ZONE, DATE_FORMATS, type DateFormat, isTimeZone } from '@quarterdeck/kit';
import type { DateStyle } from '@quarterdeck/ui';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { type ConsoleServices, useConsole } from './context.ts';

/** Where the preferences are kept (spec 000 §9); the format is `timestamp` and the zone `Browser` until chosen. */
const DATE_FORMAT_KEY = 'datetime_preference';
const TIME_ZONE_KEY = 'display_timezone_preference';

type Preferences = ConsoleServices['storage'];

function read(storage: Preferences, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

/** The stored format; `timestamp` for none or an unknown one. */
export function readDateFormat(storage: Preferences): DateFormat {
  const stored = read(storage, DATE_FORMAT_KEY);
  return DATE_FORMATS.find((format) => format === stored) ?? 'timestamp';
}

/** The stored zone; `Browser` for none or one that this browser does not know. */
export function readTimeZone(storage: Preferences): string {
  const stored = read(storage, TIME_ZONE_KEY);
  return stored !== null && isTimeZone(stored) ? stored : BROWSER_ZONE;
}

const listeners = new Set<() => void>();

/** The person's way of writing dates, shared by everything on screen, and the way to change it. */
export interface DatePreferences {
  style: DateStyle;
  /** `Browser`, or an IANA name. */
  zone: string;
  setFormat: (format: DateFormat) => void;
  setZone: (zone: string) => void;
}

/** Reads and changes the date preferences. A choice that storage refuses is not kept. */
export function useDatePreferences(): DatePreferences {
  const { storage } = useConsole();
  const subscribe = useCallback((listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, []);
  const format = useSyncExternalStore(subscribe, () => readDateFormat(storage));
  const zone = useSyncExternalStore(subscribe, () => readTimeZone(storage));
  return useMemo(() => {
    const store = (key: string, value: string): void => {
      try {
        storage.setItem(key, value);
      } catch {
        return;
      }
      for (const listener of listeners) listener();
    };
    return {
      style: { format, zone: zone === BROWSER_ZONE ? undefined : zone },
      zone,
      setFormat: (next) => store(DATE_FORMAT_KEY, next),
      setZone: (next) => store(TIME_ZONE_KEY, next),
    };
  }, [storage, format, zone]);
}
