export interface SkeletonProps {
  /** `rows`: a table to come. `tiles`: a row of numbers. `text`: lines. `block`: one area, such as a chart. */
  shape?: 'rows' | 'tiles' | 'text' | 'block';
  count?: number;
  /** Pixels, for `block`. */
  height?: number;
  /** What is awaited (default "Loading"). */
  label?: string;
}

const WIDTHS = [70, 55, 82, 46, 64, 76];

/** Grey shapes of what comes. */
export function Skeleton({ shape = 'rows', count = 8, height = 160, label = 'Loading' }: SkeletonProps) {
  return (
    <div className={`qd-skeleton qd-skeleton-${shape}`} role="status" aria-label={label}>
      {shape === 'block' ? (
        <div className="qd-bone" style={{ height }} />
      ) : (
        Array.from({ length: count }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity
          <div key={i} className="qd-skeleton-item" aria-hidden="true">
            <span className="qd-bone" />
            <span className="qd-bone" style={{ width: `${WIDTHS[i % WIDTHS.length]}%` }} />
            <span className="qd-bone" />
          </div>
        ))
      )}
    </div>
  );
}
