import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { cx } from '../format/cx.ts';
import { Link } from '../link.tsx';
import { MenuList } from '../overlay/MenuList.tsx';
import { usePopupButton } from '../overlay/use-popup-button.ts';
import { NavLink } from './NavLink.tsx';
import type { NavGroup } from './Sidebar.tsx';

export interface SidebarGroupProps {
  group: NavGroup;
  collapsed: boolean;
  onFollow: () => void;
}

/** Entries under one name (spec 000 §2): an accordion in the wide bar, a menu beside the narrow one. */
export function SidebarGroup(props: SidebarGroupProps) {
  return props.collapsed ? <FloatingGroup {...props} /> : <Accordion {...props} />;
}

function Accordion({ group, onFollow }: SidebarGroupProps) {
  const hasCurrent = group.items.some((item) => item.current);
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? group.open ?? hasCurrent;
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="qd-nav qd-nav-group"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setChosen(!isOpen)}
      >
        {group.icon}
        <span className="qd-side-text">{group.label}</span>
        <ChevronDown size={13} aria-hidden="true" className={cx('qd-chevron', isOpen && 'qd-chevron-up')} />
      </button>
      {isOpen && (
        <ul id={id} className="qd-nav-list qd-nav-sub" aria-label={group.label}>
          {group.items.map((item) => (
            <li key={item.id}>
              <NavLink item={item} collapsed={false} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function FloatingGroup({ group, onFollow }: SidebarGroupProps) {
  const { popup, open, show, close, leave, buttonProps, popupProps } = usePopupButton({ side: 'beside' });
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    show();
  };
  return (
    <>
      <button
        {...buttonProps}
        className="qd-nav qd-nav-group"
        aria-haspopup="menu"
        aria-current={group.items.some((item) => item.current) ? 'true' : undefined}
        title={group.label}
        onKeyDown={key}
      >
        {group.icon}
        <span className="qd-side-text">{group.label}</span>
      </button>
      {open && (
        <MenuList popup={popup} id={popupProps.id} label={group.label} onClose={close}>
          <div role="presentation" className="qd-menu-section">
            {group.label}
          </div>
          {group.items.map((item) => (
            <Link
              key={item.id}
              href={item.href}
              role="menuitem"
              tabIndex={-1}
              className="qd-menu-item"
              aria-current={item.current ? 'page' : undefined}
              onClick={() => {
                leave();
                onFollow();
              }}
              onPointerEnter={item.onIntent}
            >
              {item.icon}
              <span className="qd-menu-label">{item.label}</span>
            </Link>
          ))}
        </MenuList>
      )}
    </>
  );
}
