import { formatPercent } from '@quarterdeck/kit';
import { type MeasureProps, measured } from './measure.ts';
import type { SeriesTone } from './series.ts';

/** A part of a whole. */
export interface Share {
  label: string;
  value: number;
  tone?: SeriesTone;
}

export interface DonutProps {
  /** Names it: "Checks by health". */
  label: string;
  shares: readonly Share[];
  /** Pixels (default 96). */
  size?: number;
  /** In the middle: the whole, in words. */
  centre?: string;
}

const TONES: readonly SeriesTone[] = ['accent', 'info', 'ok', 'warn', 'unk', 'bad'];
const toneOf = ({ tone }: Share, i: number) => tone ?? TONES[i % TONES.length] ?? 'accent';

/** Parts of a whole as a ring, with a legend that says each number. */
export function Donut({ label, shares, size = 96, centre }: DonutProps) {
  const whole = shares.reduce((sum, share) => sum + Math.max(0, share.value), 0);
  const said = `${label}: ${shares.map((share) => `${share.label} ${share.value}`).join(', ')}`;
  let start = 0;
  return (
    <figure className="qd-donut">
      <svg width={size} height={size} viewBox="0 0 42 42" role="img" aria-label={said}>
        <circle className="qd-donut-ground" cx="21" cy="21" r="15.915" />
        {shares.map((share, i) => {
          const part = whole > 0 ? (Math.max(0, share.value) / whole) * 100 : 0;
          const offset = 25 - start;
          start += part;
          return part > 0 ? (
            <circle
              key={share.label}
              className={`qd-donut-part qd-tone-${toneOf(share, i)}`}
              cx="21"
              cy="21"
              r="15.915"
              strokeDasharray={dashOf(part)}
              strokeDashoffset={offset}
            />
          ) : null;
        })}
        {centre && (
          <text x="21" y="21" className="qd-donut-text">
            {centre}
          </text>
        )}
      </svg>
      <Legend shares={shares} whole={whole} />
    </figure>
  );
}

/** A dash of a part of a hundred, with a small gap after it; the rest of the round is empty. */
function dashOf(part: number): string {
  const dash = part < 100 ? Math.max(0.5, part - 0.7) : 100;
  return `${dash} ${100 - dash}`;
}

function Legend({ shares, whole }: { shares: readonly Share[]; whole: number }) {
  return (
    <figcaption className="qd-donut-legend">
      {shares.map((share, i) => (
        <span key={share.label} className="qd-line">
          <i className={`qd-dot qd-tone-${toneOf(share, i)}`} />
          {share.label}
          <span className="qd-grow" />
          <span className="qd-num">{share.value}</span>
          <span className="qd-num qd-dim">{whole > 0 ? formatPercent(share.value / whole) : '-'}</span>
        </span>
      ))}
    </figcaption>
  );
}

export interface BarsProps {
  /** Names it: "Cost by team". */
  label: string;
  shares: readonly Share[];
  format?: (value: number) => string;
}

/** Amounts as bars below each other, each with its number. */
export function Bars({ label, shares, format = String }: BarsProps) {
  const most = shares.reduce((high, share) => Math.max(high, share.value), 0);
  return (
    <ul className="qd-bars" aria-label={label}>
      {shares.map((share) => (
        <li key={share.label}>
          <span className="qd-cut" title={share.label}>
            {share.label}
          </span>
          <span className="qd-bar" aria-hidden="true">
            <i
              className={`qd-tone-${share.tone ?? 'accent'}`}
              style={{ width: `${most > 0 ? Math.max(1, (Math.max(0, share.value) / most) * 100) : 0}%` }}
            />
          </span>
          <span className="qd-num">{format(share.value)}</span>
        </li>
      ))}
    </ul>
  );
}

export interface GaugeProps extends MeasureProps {
  /** Pixels across (default 112). */
  size?: number;
}

/** A share as a half ring in the colours of progress: green, above 75 % orange, above 90 % red (spec 000 §9). */
export function Gauge({ size = 112, ...measure }: GaugeProps) {
  const { width, tone, said, now } = measured(measure);
  return (
    <span className="qd-gauge" style={{ width: size }}>
      {/* biome-ignore lint/a11y/useSemanticElements: <meter> cannot be drawn as a ring */}
      <svg
        width={size}
        height={size * 0.56}
        viewBox="0 0 100 56"
        role="meter"
        aria-label={measure.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={now}
        aria-valuetext={said}
      >
        <path className="qd-gauge-ground" d="M8 50a42 42 0 0 1 84 0" pathLength="100" />
        {width > 0 && (
          <path
            className={`qd-gauge-part qd-tone-${tone}`}
            d="M8 50a42 42 0 0 1 84 0"
            pathLength="100"
            strokeDasharray={`${width} 100`}
          />
        )}
        <text x="50" y="48" className="qd-gauge-text">
          {said}
        </text>
      </svg>
      <span className="qd-dim" aria-hidden="true">
        {measure.label}
      </span>
    </span>
  );
}
