import type { ReactNode } from 'react';

export interface OptionRowProps {
  id: string;
  className: string;
  /** The field's keys are at it. */
  isActive: boolean;
  isSelected: boolean;
  onTake: () => void;
  /** The pointer came over it. */
  onPoint?: () => void;
  children: ReactNode;
}

/** A row of a list whose field keeps the focus: it comes into view while active, and a press leaves the focus there. */
export function OptionRow({ id, className, isActive, isSelected, onTake, onPoint, children }: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    <div
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      id={id}
      role="option"
      aria-selected={isSelected}
      className={className}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={(event) => {
        event.stopPropagation();
        onTake();
      }}
    >
      {children}
    </div>
  );
}
