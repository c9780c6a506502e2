import type { ReactNode } from 'react';

export interface BannerProps {
  tone?: 'info' | 'warning' | 'error' | 'ok';
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A line across a screen or panel: stale data, offline, demo, what is wrong with the thing shown. */
export function Banner({ tone = 'info', title, children, actions }: BannerProps) {
  return (
    <div className={`qd-banner qd-banner-${tone}`} role="status">
      <div className="qd-banner-body">
        {title && <b>{title}</b>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className="qd-row">{actions}</div>}
    </div>
  );
}
