import { parseInstant } from '@quarterdeck/kit';

/** Years 1 to 9999: what both the database and this process can hold. */
const FIRST_MS = -62_135_596_800_000;
const LAST_MS = 253_402_300_799_999;
const DAY_MS = 86_400_000;

/** A time as it was written: its first millisecond, and the first one after what it names (a date names its day). */
export interface Span {
  from: number;
  to: number;
}

function spanMs(text: string): number {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return DAY_MS;
  if (/^(?:.*[Tt ])?\d{2}:\d{2}\s?(?:[Zz]|[+-]\d{2}:\d{2})?$/.test(text)) return 60_000;
  return /\.\d+\s?(?:[Zz]|[+-]\d{2}:\d{2})?$/.test(text) ? 1 : 1000;
}

/** Reads a date, a date-time, a time of today or date math; in UTC unless it says otherwise. Null when it is none. */
export function parseSpan(written: string, nowMs: number): Span | null {
  const text = written.trim();
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const from = parseInstant(/^\d{2}:\d{2}/.test(text) ? `${today}T${text}` : text, nowMs);
  if (from === null || from < FIRST_MS || from > LAST_MS) return null;
  if (!text.startsWith('now')) return { from, to: from + spanMs(text) };
  const last = parseInstant(text, nowMs, { roundUp: true }) ?? from;
  return { from, to: last > from ? last + 1 : from + 1000 };
}

/** Reads a number: `10`, `-10.5`, `1e3`. Null when it is none, as with a unit behind it. */
export function parseNumber(text: string): number | null {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(text.trim())) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
