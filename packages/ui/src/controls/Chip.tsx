import { X } from 'lucide-react';
import type { ReactNode } from 'react';

export interface ChipProps {
  children: ReactNode;
  /** What is removed, for the cross: "Remove filter team=payments". */
  removeLabel?: string;
  onRemove?: () => void;
  tone?: 'neutral' | 'accent' | 'include' | 'exclude';
}

/** A small token, such as an active filter; removable where `onRemove` is given. */
export function Chip({ children, removeLabel = 'Remove', onRemove, tone = 'neutral' }: ChipProps) {
  return (
    <span className={`qd-chip qd-chip-${tone}`}>
      <span className="qd-chip-text">{children}</span>
      {onRemove && (
        <button type="button" aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
          <X size={12} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
