import { cx } from '../format/cx.ts';
import { Link } from '../link.tsx';
import type { NavItem } from './Sidebar.tsx';

export interface NavLinkProps {
  item: NavItem;
  collapsed: boolean;
  onFollow: () => void;
}

/** One entry of the navigation: its mark, its name, and how many need a person. */
export function NavLink({ item, collapsed, onFollow }: NavLinkProps) {
  return (
    <Link
      href={item.href}
      className="qd-nav"
      aria-current={item.current ? 'page' : undefined}
      title={collapsed ? item.label : undefined}
      onClick={onFollow}
      onPointerEnter={item.onIntent}
      onFocus={item.onIntent}
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
  );
}
