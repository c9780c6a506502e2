import { formatCount } from '@quarterdeck/kit';

export interface CountBarProps {
  /** Names it: "Components". */
  label: string;
  healthy?: number;
  unhealthy?: number;
  warning?: number;
  unknown?: number;
}

const PARTS = [
  ['healthy', 'ok'],
  ['unhealthy', 'bad'],
  ['warning', 'warn'],
  ['unknown', 'unk'],
] as const;

/** Counts of each health beside each other, above 999 in thousands (contract screens §1.6 "Count bar"). */
export function CountBar({ label, ...counts }: CountBarProps) {
  const parts = PARTS.map(([name, tone]) => ({ name, tone, count: counts[name] ?? 0 })).filter(
    ({ count }) => count > 0,
  );
  const said = parts.map(({ name, count }) => `${formatCount(count)} ${name}`).join(', ') || 'none';
  return (
    <span className="qd-count-bar" role="img" aria-label={`${label}: ${said}`} title={said}>
      {parts.map(({ name, tone, count }) => (
        <span key={name} className={`qd-count-part qd-badge-${tone === 'unk' ? 'neutral' : tone}`}>
          {shortCount(count)}
        </span>
      ))}
    </span>
  );
}

/** 999, 1k+, 12k+. */
export function shortCount(count: number): string {
  return count > 999 ? `${Math.floor(count / 1000)}k+` : String(count);
}
