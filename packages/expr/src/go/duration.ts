import { failure } from '../failure.ts';

const NANOSECONDS: Record<string, bigint> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
  d: 86_400_000_000_000n,
  w: 604_800_000_000_000n,
  y: 31_536_000_000_000_000n,
};

/** A span of time with the precision and the printing of Go's `time.Duration`. */
export class GoDuration {
  readonly nanoseconds: bigint;

  /** @param milliseconds a number of milliseconds, or a bigint of nanoseconds. */
  constructor(milliseconds: number | bigint) {
    this.nanoseconds = typeof milliseconds === 'bigint' ? milliseconds : BigInt(Math.round(milliseconds * 1e6));
  }

  /** The span in milliseconds, with fractions. */
  get milliseconds(): number {
    return Number(this.nanoseconds) / 1e6;
  }

  /** As Go prints it: `1h0m0s`, `1.5s`, `250ms`, `0s`. */
  toString(): string {
    const ns = this.nanoseconds < 0n ? -this.nanoseconds : this.nanoseconds;
    const sign = this.nanoseconds < 0n ? '-' : '';
    if (ns === 0n) return '0s';
    if (ns < 1000n) return `${sign}${ns}ns`;
    if (ns < 1_000_000n) return `${sign}${decimal(ns, 1000n)}µs`;
    if (ns < 1_000_000_000n) return `${sign}${decimal(ns, 1_000_000n)}ms`;
    const minutes = ns / 60_000_000_000n;
    const seconds = `${decimal(ns % 60_000_000_000n, 1_000_000_000n)}s`;
    if (minutes === 0n) return sign + seconds;
    if (minutes < 60n) return `${sign}${minutes}m${seconds}`;
    return `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`;
  }

  /** In seconds without an exponent, as CEL's `string()` writes it: `5400s`, `0.25s`. */
  toSecondsText(): string {
    const ns = this.nanoseconds < 0n ? -this.nanoseconds : this.nanoseconds;
    return `${this.nanoseconds < 0n ? '-' : ''}${decimal(ns, 1_000_000_000n)}s`;
  }

  toJSON(): string {
    return this.toString();
  }
}

function decimal(value: bigint, unit: bigint): string {
  const whole = value / unit;
  const rest = value % unit;
  if (rest === 0n) return String(whole);
  const digits = String(rest).padStart(String(unit).length - 1, '0');
  return `${whole}.${digits.replace(/0+$/, '')}`;
}

/**
 * Reads a Go duration (`1h30m`, `-1.5s`, `300ms`) with the further units d (24 h), w (7 d) and y (365 d); `0` is
 * allowed without a unit. Throws EXPRESSION_FAILED.
 */
export function parseGoDuration(text: string): GoDuration {
  const bad = () => failure(`invalid duration ${JSON.stringify(text.slice(0, 100))}`);
  if (text.length > 100) throw bad();
  const negative = text.startsWith('-');
  const body = /^[+-]/.test(text) ? text.slice(1) : text;
  if (body === '0') return new GoDuration(0n);
  const part = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h|d|w|y)/y;
  let total = 0n;
  let at = 0;
  while (at < body.length) {
    part.lastIndex = at;
    const found = part.exec(body);
    const [all, whole = '', fraction = '', unit = ''] = found ?? [];
    const scale = NANOSECONDS[unit];
    if (all === undefined || scale === undefined || whole + fraction === '') throw bad();
    total += BigInt(whole || '0') * scale;
    if (fraction) total += (BigInt(fraction) * scale) / 10n ** BigInt(fraction.length);
    at = part.lastIndex;
  }
  if (at === 0) throw bad();
  return new GoDuration(negative ? -total : total);
}
