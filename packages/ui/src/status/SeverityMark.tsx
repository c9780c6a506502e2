/** Severities of checks and incidents; any other word is drawn as `info`. */
export type Severity = 'info' | 'low' | 'medium' | 'warning' | 'high' | 'critical' | 'blocker';

export interface SeverityMarkProps {
  severity: string;
}

const LEVELS = new Map(
  Object.entries({
    info: { bars: 0, tone: 'info' },
    low: { bars: 1, tone: 'unk' },
    medium: { bars: 2, tone: 'warn' },
    warning: { bars: 2, tone: 'warn' },
    high: { bars: 3, tone: 'bad' },
    critical: { bars: 4, tone: 'bad' },
    blocker: { bars: 4, tone: 'bad' },
  }),
);

/** A severity as filled bars, a colour and a word. */
export function SeverityMark({ severity }: SeverityMarkProps) {
  const { bars, tone } = LEVELS.get(severity.toLowerCase()) ?? { bars: 0, tone: 'info' };
  return (
    <span className={`qd-severity qd-${tone}`}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        {[0, 1, 2, 3].map((i) => (
          <rect
            key={i}
            x={1 + i * 3.2}
            y={10 - i * 2.6}
            width="2.2"
            height={3 + i * 2.6}
            rx="0.6"
            fill={i < bars ? `var(--${tone}-mark)` : 'var(--line)'}
          />
        ))}
      </svg>
      {severity.charAt(0).toUpperCase() + severity.slice(1)}
    </span>
  );
}
