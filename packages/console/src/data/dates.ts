import { BROWSER_ZONE, DATE_FORMATS, type DateFormat, isTimeZone } from '@quarterdeck/kit';
import type { DateStyle } from '@quarterdeck/ui';
import { useMemo } from 'react';
import { useStored } from './stored.ts';

/** The stored format; `timestamp` for none or an unknown one (spec 000 §9). */
export function parseDateFormat(stored: string | null): DateFormat {
  return DATE_FORMATS.find((format) => format === stored) ?? 'timestamp';
}

/** The stored zone; `Browser` for none or one that this browser does not know. */
export function parseTimeZone(stored: string | null): string {
  return stored !== null && isTimeZone(stored) ? stored : BROWSER_ZONE;
}

/** The person's way of writing dates, shared by everything on screen, and the way to change it. */
export interface DatePreferences {
  style: DateStyle;
  /** `Browser`, or an IANA name. */
  zone: string;
  setFormat: (format: DateFormat) => void;
  setZone: (zone: string) => void;
}

/** Reads and changes the date preferences. */
export function useDatePreferences(): DatePreferences {
  const [format, setFormat] = useStored<DateFormat>('datetime_preference', parseDateFormat, String);
  const [zone, setZone] = useStored('display_timezone_preference', parseTimeZone, String);
  return useMemo(
    () => ({ style: { format, zone: zone === BROWSER_ZONE ? undefined : zone }, zone, setFormat, setZone }),
    [format, zone, setFormat, setZone],
  );
}
