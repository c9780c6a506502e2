import type { ReactNode } from 'react';

export interface NavItem {
  id: string;
  label: string;
  href: string;
  icon?: ReactNode;
  current?: boolean;
  /** A number or short text at the end; `bad` when it needs a person. */
  count?: ReactNode;
  countTone?: 'bad' | 'quiet';
  /** What the count says: "12 unhealthy". */
  countLabel?: string;
}

export interface NavSection {
  id: string;
  /** A caption above the section. */
  title?: string;
  items: readonly NavItem[];
}

export interface SidebarProps {
  /** The product's name. */
  brand: string;
  sections: readonly NavSection[];
  collapsed?: boolean;
  onCollapsedChange?: (collapsed: boolean) => void;
  /** The drawer under 768 px. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Lines at the lower end: how the product watches itself. */
  footer?: ReactNode;
}

export interface TopBarProps {
  title: ReactNode;
  /** Opens the drawer under 768 px. */
  onMenu?: () => void;
  /** The middle: search or jump. */
  children?: ReactNode;
  /** The end: live state, preferences, the person. */
  actions?: ReactNode;
}

export interface FrameProps {
  sidebar: ReactNode;
  topBar: ReactNode;
  /** Lines across the screen: offline, demo. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The main navigation. */
export function Sidebar({ brand }: SidebarProps) {
  return <nav aria-label="Main">{brand}</nav>;
}

/** The bar above a screen, with its one h1. */
export function TopBar({ title }: TopBarProps) {
  return <header><h1>{title}</h1></header>;
}

/** The landmarks of every screen and the skip link. */
export function Frame({ sidebar, topBar, banner, children }: FrameProps) {
  return <div>{sidebar}{topBar}{banner}<main id="main">{children}</main></div>;
}

export interface LiveDotProps {
  state: 'live' | 'stale' | 'offline';
  /** When data last came. */
  at?: number | null;
}

/** Says whether what is on screen is live. */
export function LiveDot({ state }: LiveDotProps) {
  return <span>{state}</span>;
}
