import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react';
import { findByLetter, rove } from './roving.ts';

export interface MenuListProps {
  popup: RefObject<HTMLDivElement | null>;
  id: string;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** The floating list of a menu. Focus goes to the checked or first item; arrows, letters, Home and End move it. */
export function MenuList({ popup, id, label, onClose, children }: MenuListProps) {
  useEffect(() => {
    const all = items(popup.current);
    (all.find((item) => item.getAttribute('aria-checked') === 'true') ?? all[0])?.focus();
  }, [popup]);
  const key = (event: KeyboardEvent) => {
    const all = items(popup.current);
    const index = all.indexOf(document.activeElement as HTMLElement);
    const plain = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    const next = plain
      ? findByLetter(
          all.map((item) => item.textContent ?? ''),
          index,
          event.key,
        )
      : rove(event.key, index, all.length, 'vertical');
    event.stopPropagation();
    if (event.key === 'Tab') onClose();
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  return (
    <div
      ref={popup}
      id={id}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="qd-popup qd-menu"
      onKeyDown={key}
    >
      {children}
    </div>
  );
}

function items(list: HTMLElement | null): HTMLElement[] {
  return list ? [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')] : [];
}
