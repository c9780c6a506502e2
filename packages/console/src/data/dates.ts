import { formatAge } from '@quarterdeck/ui';
import { useCallback, useSyncExternalStore } from 'react';
import { useConsole } from './context.ts';

/** How dates are written (spec 000 §9, preference `datetime_preference`, default timestamp). */
export const DATE_FORMATS = ['short', 'medium', 'full', 'timestamp'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

const KEY = 'datetime_preference';
const DAY_MS = 86_400_000;

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}

function timestamp(at: Date): string {
  const date = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${date} ${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}.${pad(at.getMilliseconds(), 3)}`;
}

function medium(at: Date, nowMs: number): string {
  const now = new Date(nowMs);
  const time = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
  const write = (options: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat('en', options).format(at);
  if (at.toDateString() === now.toDateString()) return write(time);
  if (Math.abs(nowMs - at.getTime()) < 6 * DAY_MS) return write({ weekday: 'short', ...time });
  const day = { month: 'short', day: 'numeric' } as const;
  return write(at.getFullYear() === now.getFullYear() ? { ...day, ...time } : { ...day, year: 'numeric', ...time });
}

/**
 * Writes a date in a person's format: short is relative, medium shows as much as is needed, full names all,
 * timestamp is `YYYY-MM-DD HH:mm:ss.SSS`. Local time.
 */
export function formatDate(at: Date, format: DateFormat, nowMs: number): string {
  if (format === 'short') return formatAge(Math.abs(nowMs - at.getTime()));
  if (format === 'medium') return medium(at, nowMs);
  if (format === 'full') return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' }).format(at);
  return timestamp(at);
}

const listeners = new Set<() => void>();

/** The person's date format, shared by everything on screen. */
export function useDateFormat(): [DateFormat, (format: DateFormat) => void] {
  const { storage } = useConsole();
  const read = (): DateFormat => DATE_FORMATS.find((format) => format === storage.getItem(KEY)) ?? 'timestamp';
  const subscribe = useCallback((listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, []);
  const format = useSyncExternalStore(subscribe, read);
  const set = (next: DateFormat): void => {
    storage.setItem(KEY, next);
    for (const listener of listeners) listener();
  };
  return [format, set];
}
