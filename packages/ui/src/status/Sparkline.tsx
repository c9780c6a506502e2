export interface SparklineProps {
  values: readonly number[];
  width?: number;
  height?: number;
  /** What the line says: "p95 latency of the last hour". Without it the line is decoration. */
  label?: string;
}

/** A small line without axes. */
export function Sparkline({ values, width = 58, height = 16, label }: SparklineProps) {
  if (values.length < 2) return <svg className="qd-spark" width={width} height={height} aria-hidden="true" />;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const step = width / (values.length - 1);
  const line = values
    .map(
      (value, i) =>
        `${i ? 'L' : 'M'}${(i * step).toFixed(1)} ${(height - 1.5 - ((value - low) / span) * (height - 3)).toFixed(1)}`,
    )
    .join('');
  const said = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: without a label it is hidden decoration
    <svg className="qd-spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} {...said}>
      {label && <title>{label}</title>}
      <path d={line} />
    </svg>
  );
}
