import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { cx } from '../format/cx.ts';
import { Link } from '../link.tsx';
import { BrandMark } from './BrandMark.tsx';
import { NavLink } from './NavLink.tsx';
import { SidebarGroup } from './SidebarGroup.tsx';

export interface NavItem {
  id: string;
  label: string;
  href: string;
  icon?: ReactNode;
  current?: boolean;
  /** A number or short text at the end. */
  count?: ReactNode;
  /** `bad` when it needs a person. */
  countTone?: 'bad' | 'quiet';
  /** What the count says: "12 unhealthy". */
  countLabel?: string;
  /** A person points at it: what follows a click can be made ready. */
  onIntent?: () => void;
}

/** Items under one name: an accordion, or a floating list beside the collapsed bar. */
export interface NavGroup {
  id: string;
  label: string;
  icon?: ReactNode;
  items: readonly NavItem[];
  /** Whether the accordion stands open at first; default: when one of its items is current. */
  open?: boolean;
}

export interface NavSection {
  id: string;
  /** A caption above the section. */
  title?: string;
  items: readonly (NavItem | NavGroup)[];
}

export interface SidebarProps {
  /** The product's name, and where its mark leads (default `/`). */
  brand: string;
  brandHref?: string;
  sections: readonly NavSection[];
  collapsed?: boolean;
  onCollapsedChange?: (collapsed: boolean) => void;
  /** The drawer under 768 px. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Lines at the lower end: how the product watches itself. */
  footer?: ReactNode;
}

/** The main navigation: full, collapsed to its marks, or under 768 px a drawer that Escape and a click outside close. */
export function Sidebar(props: SidebarProps) {
  const { brand, brandHref = '/', sections, collapsed, onCollapsedChange, open, onOpenChange, footer } = props;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    nav.current?.querySelector<HTMLElement>('.qd-nav')?.focus();
    const key = (event: KeyboardEvent) => event.key === 'Escape' && onOpenChange?.(false);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('keydown', key);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open, onOpenChange]);
  return (
    <>
      {open && (
        <button
          type="button"
          className="qd-drawer-veil"
          aria-label="Close navigation"
          tabIndex={-1}
          onClick={() => onOpenChange?.(false)}
        />
      )}
      <nav
        ref={nav}
        aria-label="Main"
        className={cx('qd-side', collapsed && 'qd-side-collapsed', open && 'qd-side-open')}
      >
        <div className="qd-brand">
          <Link href={brandHref} className="qd-brand-link" title={collapsed ? brand : undefined}>
            <BrandMark />
            <span className="qd-side-text">{brand}</span>
          </Link>
          {onCollapsedChange && (
            <IconButton
              className="qd-side-collapse"
              label={collapsed ? 'Expand navigation' : 'Collapse navigation'}
              icon={collapsed ? <PanelLeftOpen size={15} /> : <PanelLeftClose size={15} />}
              onClick={() => onCollapsedChange(!collapsed)}
            />
          )}
        </div>
        {sections.map((section) => (
          <Section
            key={section.id}
            section={section}
            collapsed={Boolean(collapsed)}
            {...(onOpenChange && { onOpenChange })}
          />
        ))}
        {footer && <div className="qd-side-foot">{footer}</div>}
      </nav>
    </>
  );
}

interface SectionProps {
  section: NavSection;
  collapsed: boolean;
  onOpenChange?: (open: boolean) => void;
}

function Section({ section, collapsed, onOpenChange }: SectionProps) {
  const follow = () => onOpenChange?.(false);
  return (
    <>
      {section.title && <div className="qd-side-caption">{section.title}</div>}
      <ul className="qd-nav-list" aria-label={section.title}>
        {section.items.map((item) => (
          <li key={item.id}>
            {'items' in item ? (
              <SidebarGroup group={item} collapsed={collapsed} onFollow={follow} />
            ) : (
              <NavLink item={item} collapsed={collapsed} onFollow={follow} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
