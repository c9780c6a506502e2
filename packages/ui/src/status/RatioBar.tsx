export interface RatioBarProps {
  unhealthy?: number;
  warning?: number;
  unknown?: number;
  healthy?: number;
  /** Pixels, or fill the parent when left out. */
  width?: number;
}

const PARTS = [
  ['unhealthy', 'bad'],
  ['warning', 'warn'],
  ['unknown', 'unk'],
  ['healthy', 'ok'],
] as const;

/** The share of each health in one bar: red, amber, grey, green. A part that exists is never thinner than 3 px. */
export function RatioBar({ width, ...counts }: RatioBarProps) {
  const parts = PARTS.map(([name, tone]) => ({ name, tone, count: counts[name] ?? 0 })).filter(
    (part) => part.count > 0,
  );
  const label = parts.map((part) => `${part.count} ${part.name}`).join(', ') || 'nothing counted';
  return (
    <span className="qd-ratio" role="img" aria-label={label} title={label} style={width ? { width } : undefined}>
      {parts.map((part) => (
        <i key={part.name} className={`qd-bg-${part.tone}`} style={{ flexGrow: part.count }} />
      ))}
    </span>
  );
}
