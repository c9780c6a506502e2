const UNIT_MS: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};

const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h|d|w|y)/y;

/**
 * Reads a Go duration extended by `d` (24 h), `w` (7 d) and `y` (365 d), such as `1h30m`, `1d12h`, `-1.5s` or `0`
 * (contract checks §1.11). Returns milliseconds, with fractions for micro- and nanoseconds, or null when the text is
 * no duration, or one that no number holds.
 */
export function parseDuration(text: string): number | null {
  const trimmed = text.trim();
  const sign = trimmed.startsWith('-') ? -1 : 1;
  const body = trimmed.replace(/^[+-]/, '');
  if (body === '0') return 0;
  if (body === '') return null;
  let total = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < body.length) {
    const match = PART.exec(body);
    if (match === null) {
      PART.lastIndex = 0;
      return null;
    }
    total += Number(match[1]) * (UNIT_MS[match[2] ?? ''] ?? 0);
  }
  return Number.isFinite(total) ? sign * total + 0 : null;
}

/**
 * Writes whole milliseconds in the largest units first and without empty parts: `1d12h`, `1m30s`, `250ms`, `0s`.
 * Reading the text back gives the same number.
 */
export function formatDuration(ms: number): string {
  let rest = Math.abs(Math.round(ms));
  if (rest === 0) return '0s';
  let text = ms < 0 ? '-' : '';
  for (const unit of ['d', 'h', 'm', 's', 'ms']) {
    const size = UNIT_MS[unit] ?? 1;
    const count = Math.floor(rest / size);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * size;
  }
  return text;
}

/** Writes a number without exponent or trailing zeros, to at most nine decimals. */
function decimal(value: number): string {
  return value.toFixed(9).replace(/\.?0+$/, '');
}

/** Writes milliseconds as Go prints a duration: `1h0m0s`, `1m30.5s`, `250ms`, `1.5µs`, `0s`. */
export function formatGoDuration(ms: number): string {
  const sign = ms < 0 ? '-' : '';
  const size = Math.round(Math.abs(ms) * 1e6) / 1e6;
  if (size === 0) return '0s';
  if (size < 1e-3) return `${sign}${decimal(size * 1e6)}ns`;
  if (size < 1) return `${sign}${decimal(Math.round(size * 1e6) / 1e3)}µs`;
  if (size < 1000) return `${sign}${decimal(Math.round(size * 1e6) / 1e6)}ms`;
  const hours = Math.floor(size / 3_600_000);
  const minutes = Math.floor((size % 3_600_000) / 60_000);
  const seconds = `${decimal(Math.round((size % 60_000) * 1e6) / 1e9)}s`;
  if (hours > 0) return `${sign}${hours}h${minutes}m${seconds}`;
  return minutes > 0 ? `${sign}${minutes}m${seconds}` : `${sign}${seconds}`;
}
