import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { cx } from '../format/cx.ts';
import { Link } from '../link.tsx';
import { BrandMark } from './BrandMark.tsx';

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

/** The main navigation: full, collapsed to its marks, or under 768 px a drawer that Escape and a click outside close. */
export function Sidebar(props: SidebarProps) {
  const { brand, sections, collapsed, onCollapsedChange, open, onOpenChange, footer } = props;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    nav.current?.querySelector<HTMLElement>('a')?.focus();
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
          <BrandMark />
          <span className="qd-side-text">{brand}</span>
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
  return (
    <>
      {section.title && <div className="qd-side-caption">{section.title}</div>}
      <ul className="qd-nav-list" aria-label={section.title}>
        {section.items.map((item) => (
          <li key={item.id}>
            <Link
              href={item.href}
              className="qd-nav"
              aria-current={item.current ? 'page' : undefined}
              title={collapsed ? item.label : undefined}
              onClick={() => onOpenChange?.(false)}
            >
              {item.icon ?? (
                <span className="qd-nav-letter" aria-hidden="true">
                  {item.label.charAt(0)}
                </span>
              )}
              <span className="qd-side-text">{item.label}</span>
              {item.count !== undefined && (
                <span className={cx('qd-nav-count', item.countTone === 'bad' && 'qd-bad')} title={item.countLabel}>
                  {item.count}
                  {item.countLabel && <span className="qd-sr"> ({item.countLabel})</span>}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
