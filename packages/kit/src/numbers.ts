/** A share from 0 to 1 as a percentage with at most one decimal: `99.3 %`. Never rounds up to 100 nor down to 0. */
export function formatPercent(ratio: number): string {
  if (!Number.isFinite(ratio)) return '-';
  const percent = ratio * 100;
  if (percent > 99.9 && percent < 100) return '99.9 %';
  if (percent > 0 && percent < 0.1) return '<0.1 %';
  return `${percent.toFixed(1).replace(/\.0$/, '')} %`;
}

/** A whole number with separators: `3,956`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/**
 * An amount in dollars: two decimals up to 10, whole above (contract screens §1.6): `$0.42`, `$828,750`. Nothing, zero
 * or what is no number gives the placeholder.
 */
export function formatMoney(amount: number | null | undefined, placeholder = ''): string {
  if (!amount || !Number.isFinite(amount)) return placeholder;
  const size = Math.abs(amount);
  return `${amount < 0 ? '-' : ''}$${size <= 10 ? size.toFixed(2) : formatCount(Math.round(size))}`;
}

/** Thousandths of a processor core: `250m`, from one core on `1.50 cores` (contract screens §9.2). */
export function formatMillicores(millicores: number): string {
  if (!Number.isFinite(millicores)) return '-';
  const whole = Math.round(millicores);
  return Math.abs(whole) < 1000 ? `${whole + 0}m` : `${(millicores / 1000).toFixed(2)} cores`;
}

const MILLICORES = /^(\d+\.?\d*|\.\d+)\s*(m|cores?)?$/;

/** Reads `250m`, `1.5` or `1.5 cores` as thousandths of a core; null when the text is none of these. */
export function parseMillicores(text: string): number | null {
  const match = MILLICORES.exec(text.trim());
  if (match === null) return null;
  return Math.round(Number(match[1]) * (match[2] === 'm' ? 1 : 1000));
}
