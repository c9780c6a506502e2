import { formatBytes, formatCount, formatMillicores, formatMoney, formatPercent, parseBytes } from '@quarterdeck/kit';
import type { ReactNode } from 'react';

type Amount = number | null | undefined;

const isThere = (value: Amount): value is number => value !== null && value !== undefined && Number.isFinite(value);

function Numeral({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <span className="qd-num" title={title}>
      {children}
    </span>
  );
}

/** A share from 0 to 1 as a percentage, `-` for none. */
export function Percent({ ratio }: { ratio: Amount }) {
  return <Numeral>{isThere(ratio) ? formatPercent(ratio) : '-'}</Numeral>;
}

export interface BytesProps {
  /** Bytes, or a text such as `192Mi`. */
  value: number | string | null | undefined;
}

/** A size in the largest unit of B … YB; the bytes on hover. `-` for none, and a text that is no size as it is. */
export function Bytes({ value }: BytesProps) {
  const bytes = typeof value === 'string' ? parseBytes(value) : value;
  if (isThere(bytes)) return <Numeral title={`${formatCount(bytes)} bytes`}>{formatBytes(bytes)}</Numeral>;
  return <Numeral>{value || '-'}</Numeral>;
}

export interface MoneyProps {
  amount: Amount;
  /** What is said for nothing and for zero (default `-`). */
  placeholder?: string;
}

/** An amount in dollars: two decimals up to 10, whole above; the cents on hover (contract screens §1.6). */
export function Money({ amount, placeholder = '-' }: MoneyProps) {
  if (!isThere(amount) || amount === 0) return <Numeral>{placeholder}</Numeral>;
  const cents = amount.toLocaleString('en', { style: 'currency', currency: 'USD' });
  return <Numeral title={cents}>{formatMoney(amount, placeholder)}</Numeral>;
}

/** Thousandths of a processor core: `250m`, `1.50 cores` (contract screens §9.2); `-` for none. */
export function Millicores({ value }: { value: Amount }) {
  return isThere(value) ? (
    <Numeral title={`${formatCount(value)} millicores`}>{formatMillicores(value)}</Numeral>
  ) : (
    <Numeral>-</Numeral>
  );
}
