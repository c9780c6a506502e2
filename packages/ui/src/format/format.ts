/** Milliseconds as text with a unit: `184 ms`, `1.2 s`, `2m 5s`, `3h 20m`, `4d 2h` (contract screens §1.6). */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return '-';
  if (ms < 1) return ms === 0 ? '0 ms' : '<1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${trim((ms / 1000).toFixed(1))} s`;
  if (ms < 59_500) return `${Math.round(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return two(Math.floor(seconds / 60), 'm', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 1440) return two(Math.floor(minutes / 60), 'h', minutes % 60, 'm');
  const hours = Math.round(minutes / 60);
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** How long ago, as one unit: `9 s`, `14 min`, `3 h`, `5 d`, `2 mo`, `1 y`. Negative is taken as zero. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  const days = Math.floor(seconds / 86_400);
  if (days < 60) return `${days} d`;
  if (days < 730) return `${Math.floor(days / 30.44)} mo`;
  return `${Math.floor(days / 365.25)} y`;
}

/** A share from 0 to 1 as a percentage with at most one decimal: `99.3 %`. Never rounds up to 100 nor down to 0. */
export function formatPercent(ratio: number): string {
  if (!Number.isFinite(ratio)) return '-';
  const percent = ratio * 100;
  if (percent > 99.9 && percent < 100) return '99.9 %';
  if (percent > 0 && percent < 0.1) return '<0.1 %';
  return `${trim(percent.toFixed(1))} %`;
}

/** A whole number with separators: `3,956`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

function two(a: number, unitA: string, b: number, unitB: string): string {
  return b ? `${a}${unitA} ${b}${unitB}` : `${a}${unitA}`;
}

function trim(fixed: string): string {
  return fixed.replace(/\.0$/, '');
}
