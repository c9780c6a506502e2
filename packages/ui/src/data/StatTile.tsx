import type { ReactNode } from 'react';

export interface StatTileProps {
  label: string;
  value: ReactNode;
  /** The unit, set small after the value. */
  unit?: string;
  /** A quieter second line. */
  note?: ReactNode;
}

/** One number with its name and unit. */
export function StatTile({ label, value, unit, note }: StatTileProps) {
  return (
    <div className="qd-tile">
      <dt>{label}</dt>
      <dd>
        <span className="qd-tile-value">
          {value}
          {unit && <small>{unit}</small>}
        </span>
        {note && <span className="qd-tile-note">{note}</span>}
      </dd>
    </div>
  );
}

/** A row of tiles; wraps when narrow. */
export function Tiles({ children }: { children: ReactNode }) {
  return <dl className="qd-tiles">{children}</dl>;
}
