import { cx } from '../format/cx.ts';

const BONES = [72, 48, 64, 80, 40, 56, 88, 60, 44, 76];

export interface TableSkeletonProps {
  tracks: string;
  /** Columns. */
  count: number;
  /** Two lines a row. */
  isNarrow: boolean;
}

/** The shape of the rows that are on their way. */
export function TableSkeleton({ tracks, count, isNarrow }: TableSkeletonProps) {
  return (
    <div role="status" aria-label="Loading rows">
      {BONES.map((share) => (
        <div
          key={share}
          className={cx('qd-tr qd-tr-bones', isNarrow && 'qd-tr-narrow')}
          style={isNarrow ? undefined : { gridTemplateColumns: tracks }}
          aria-hidden="true"
        >
          {Array.from({ length: isNarrow ? 2 : count }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity
            <span key={i} className="qd-bone" style={{ width: `${boneShare(share, i, isNarrow)}%` }} />
          ))}
        </div>
      ))}
    </div>
  );
}

function boneShare(share: number, place: number, isNarrow: boolean): number {
  if (place === 0) return share;
  return isNarrow ? share / 2 : 70;
}
