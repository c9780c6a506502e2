const BONES = [72, 48, 64, 80, 40, 56, 88, 60, 44, 76];

/** The shape of the rows that are on their way. */
export function TableSkeleton({ tracks, count }: { tracks: string; count: number }) {
  return (
    <div role="status" aria-label="Loading rows">
      {BONES.map((share) => (
        <div key={share} className="qd-tr qd-tr-bones" style={{ gridTemplateColumns: tracks }} aria-hidden="true">
          {Array.from({ length: count }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity
            <span key={i} className="qd-bone" style={{ width: `${i === 0 ? share : 70}%` }} />
          ))}
        </div>
      ))}
    </div>
  );
}
