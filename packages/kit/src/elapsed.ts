/**
 * Milliseconds as a person reads them, in the one or two largest units: `184 ms`, `1.2 s`, `2m 5s`, `3h 20m`, `4d 2h`
 * (contract screens §1.6). `-` for what is no length. For the exact text that can be read back, see `formatDuration`.
 */
export function formatElapsed(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return '-';
  if (ms < 1) return ms === 0 ? '0 ms' : '<1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`;
  if (ms < 59_500) return `${Math.round(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return two(Math.floor(seconds / 60), 'm', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 1440) return two(Math.floor(minutes / 60), 'h', minutes % 60, 'm');
  const hours = Math.round(minutes / 60);
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function two(a: number, unitA: string, b: number, unitB: string): string {
  return b ? `${a}${unitA} ${b}${unitB}` : `${a}${unitA}`;
}
