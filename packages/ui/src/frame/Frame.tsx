import { Menu as MenuIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { Age } from '../data/Age.tsx';
import { Breadcrumb, type Crumb } from './Breadcrumb.tsx';

export { Breadcrumb, type BreadcrumbProps, type Crumb } from './Breadcrumb.tsx';
export { FrameSkeleton } from './FrameSkeleton.tsx';
export { type NavGroup, type NavItem, type NavSection, Sidebar, type SidebarProps } from './Sidebar.tsx';

export interface TopBarProps {
  title: ReactNode;
  /** The way here; in place of the title. */
  crumbs?: readonly Crumb[];
  /** Opens the drawer under 768 px. */
  onMenu?: () => void;
  /** The middle: search or jump. */
  children?: ReactNode;
  /** The end: live state, preferences, the person. */
  actions?: ReactNode;
}

/** The bar above a screen, with its one h1. */
export function TopBar({ title, crumbs, onMenu, children, actions }: TopBarProps) {
  return (
    <header className="qd-top">
      {onMenu && (
        <IconButton
          className="qd-top-menu"
          label="Open navigation"
          icon={<MenuIcon size={16} aria-hidden="true" />}
          onClick={onMenu}
        />
      )}
      {crumbs && crumbs.length > 0 ? <Breadcrumb crumbs={crumbs} /> : <h1>{title}</h1>}
      {children}
      <span className="qd-grow" />
      {actions}
    </header>
  );
}

export interface FrameProps {
  sidebar: ReactNode;
  topBar: ReactNode;
  /** Lines across the screen: offline, demo. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The landmarks of every screen and the skip link. */
export function Frame({ sidebar, topBar, banner, children }: FrameProps) {
  return (
    <div className="qd-frame">
      <a className="qd-skip" href="#main">
        Skip to content
      </a>
      {sidebar}
      <div className="qd-frame-main">
        {topBar}
        {banner}
        <main id="main" className="qd-main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

export interface LiveDotProps {
  state: 'live' | 'stale' | 'offline';
  /** When data last came, epoch milliseconds. */
  at?: number | null;
}

const LIVE_WORD = { live: 'Live', stale: 'Stale', offline: 'Offline' };

/** Says whether what is on screen is live, and how old it is. */
export function LiveDot({ state, at }: LiveDotProps) {
  return (
    <span className={`qd-live qd-live-${state}`}>
      <i aria-hidden="true" />
      {LIVE_WORD[state]}{' '}
      {at !== undefined && at !== null && (
        <span className="qd-dim">
          <Age at={at} suffix relative />
        </span>
      )}
    </span>
  );
}
