const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;
const SIZE = /^(\d+\.?\d*|\.\d+)\s*(?:([kmgtpezy])i?b?|b)?$/i;

/**
 * Reads a size such as `25b`, `10mb`, `50M`, `192Mi`, `1.5 GiB` or a bare number of bytes. Units count by 1024 whatever their
 * case (contract checks §1.11). Returns whole bytes, or null when the text is no size.
 */
export function parseBytes(text: string): number | null {
  const match = SIZE.exec(text.trim());
  if (match === null) return null;
  const [, number, prefix = ''] = match;
  const power = prefix === '' ? 0 : 'kmgtpezy'.indexOf(prefix.toLowerCase()) + 1;
  return Math.round(Number(number) * 1024 ** power);
}

/** Writes bytes in the largest unit of B … YB that keeps the number at 1 or more, with at most one decimal: `1.5KB`. */
export function formatBytes(bytes: number): string {
  let value = Math.abs(bytes);
  let unit = 0;
  while (Math.round(value * 10) / 10 >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${bytes < 0 ? '-' : ''}${Math.round(value * 10) / 10}${UNITS[unit] ?? 'B'}`;
}
