import { formatPercent, progressBar } from '@quarterdeck/kit';

export interface ProgressProps {
  /** What is used, in the unit of `max`. */
  value: number;
  /** What there is (default 100). Nothing, or less, draws an empty bar. */
  max?: number;
  /** What is measured: "CPU". */
  label: string;
  /** The value in words: "1.50 of 4.00 cores". Default: the percentage. */
  text?: string;
  /** Writes the words beside the bar. */
  showText?: boolean;
}

/** A share as a bar: green, from 75 % orange, from 90 % red; never so thin that it cannot be seen (spec 000 §9). */
export function Progress({ value, max = 100, label, text, showText }: ProgressProps) {
  const ratio = max > 0 && Number.isFinite(value) ? value / max : 0;
  const { width, tone } = progressBar(ratio * 100);
  const said = text ?? formatPercent(ratio);
  return (
    <span className="qd-progress-row">
      <span
        role="progressbar"
        className="qd-progress"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(Math.min(1, Math.max(0, ratio)) * 100)}
        aria-valuetext={said}
        title={`${label}: ${said}`}
      >
        <i className={`qd-progress-${tone}`} style={{ width: `${width}%` }} />
      </span>
      {showText && <span className="qd-num">{said}</span>}
    </span>
  );
}
