import type { ReactNode } from 'react';
/** The health of one thing or of a group, as it is drawn. `none` is "has not run yet". */
export type Health = 'healthy' | 'warning' | 'unhealthy' | 'unknown' | 'mixed' | 'none';

export interface HealthMarkProps {
  health: Health;
  /** `word` (default): shape and word. `shape`: the shape alone, its word for assistive technology and on hover. */
  show?: 'word' | 'shape';
  size?: 's' | 'm' | 'l';
  /** Replaces the word, for instance a count: "12 unhealthy". */
  label?: string;
}

/** The word of a health. */
export const HEALTH_WORD: Record<Health, string> = {
  healthy: 'Healthy',
  warning: 'Warning',
  unhealthy: 'Unhealthy',
  unknown: 'Unknown',
  mixed: 'Mixed',
  none: 'Not run yet',
};

/** Health as shape, colour and word together; never colour alone. */
export function HealthMark({ health, show = 'word', size = 'm', label }: HealthMarkProps) {
  const word = label ?? HEALTH_WORD[health];
  const px = size === 's' ? 12 : size === 'l' ? 18 : 14;
  return (
    <span
      className={`qd-health qd-health-${health} qd-health-size-${size}`}
      title={show === 'shape' ? word : undefined}
    >
      <HealthShape health={health} px={px} />
      <span className={show === 'shape' ? 'qd-sr' : undefined}>{word}</span>
    </span>
  );
}

/** The bare shape, for places that say the word themselves. */
export function HealthShape({ health, px = 14 }: { health: Health; px?: number }) {
  return (
    <svg width={px} height={px} viewBox="0 0 14 14" aria-hidden="true" className="qd-health-shape">
      {SHAPES[health]}
    </svg>
  );
}

const cut = {
  stroke: 'var(--on-mark)',
  strokeWidth: 1.6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  fill: 'none',
} as const;

const SHAPES: Record<Health, ReactNode> = {
  healthy: (
    <>
      <circle cx="7" cy="7" r="6.5" fill="var(--ok-mark)" />
      <path d="m4.3 7.2 1.9 1.9 3.6-4" {...cut} />
    </>
  ),
  warning: (
    <>
      <path d="M7 1.3 13 12.400H1z" fill="var(--warn-mark)" stroke="var(--warn-mark)" strokeLinejoin="round" />
      <path d="M7 5v3.200M7 10.400v.1" {...cut} />
    </>
  ),
  unhealthy: (
    <>
      <circle cx="7" cy="7" r="6.5" fill="var(--bad-mark)" />
      <path d="m4.7 4.7 4.6 4.600m0-4.600L4.7 9.3" {...cut} />
    </>
  ),
  unknown: (
    <>
      <circle cx="7" cy="7" r="6.2" fill="none" stroke="var(--unk-mark)" strokeWidth="1.3" strokeDasharray="2.4 1.6" />
      <path
        d="M5.4 5.500a1.650 1.650 0 1 1 2.4 1.600c-.6.3-.8.6-.8 1.200M7 10.300v.1"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        fill="none"
      />
    </>
  ),
  mixed: (
    <>
      <circle cx="7" cy="7" r="5.9" fill="none" stroke="var(--warn-mark)" strokeWidth="1.5" />
      <path d="M7 1.100a5.9 5.9 0 0 1 0 11.800z" fill="var(--warn-mark)" />
    </>
  ),
  none: <circle cx="7" cy="7" r="5" fill="none" stroke="var(--unk-mark)" strokeWidth="1.3" />,
};
