import type { ReactNode } from 'react';

export interface BadgeProps {
  tone?: 'neutral' | 'ok' | 'warn' | 'bad' | 'info' | 'accent';
  children: ReactNode;
  title?: string;
}

/** A short word or count on a soft ground. */
export function Badge({ tone = 'neutral', children, title }: BadgeProps) {
  return (
    <span className={`qd-badge qd-badge-${tone}`} title={title}>
      {children}
    </span>
  );
}
