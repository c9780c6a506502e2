import { type MeasureProps, measured } from './measure.ts';

export interface ProgressProps extends MeasureProps {
  /** Writes the words beside the bar. */
  showText?: boolean;
}

/** A share as a bar: green, from 75 % orange, from 90 % red; never so thin that it cannot be seen (spec 000 §9). */
export function Progress({ showText, ...measure }: ProgressProps) {
  const { width, tone, said, now } = measured(measure);
  return (
    <span className="qd-progress-row">
      <span
        role="progressbar"
        className="qd-progress"
        aria-label={measure.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={now}
        aria-valuetext={said}
        title={`${measure.label}: ${said}`}
      >
        <i className={`qd-progress-${tone}`} style={{ width: `${width}%` }} />
      </span>
      {showText && <span className="qd-num">{said}</span>}
    </span>
  );
}
