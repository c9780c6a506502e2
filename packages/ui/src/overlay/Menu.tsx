import { Check, ChevronDown } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode } from 'react';
import { buttonClass } from '../controls/Button.tsx';
import { cx } from '../format/cx.ts';
import { MenuList } from './MenuList.tsx';
import { usePopupButton } from './use-popup-button.ts';

export interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  /** A quieter word or key hint at the end. */
  hint?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** Begins a new section. */
  separator?: boolean;
  onSelect: () => void;
}

export interface MenuProps {
  /** The button's content. */
  trigger: ReactNode;
  /** The accessible name, where the trigger has no text. */
  label?: string;
  items: readonly MenuItem[];
  /** Lines above and below the acts: who is signed in, versions. */
  header?: ReactNode;
  footer?: ReactNode;
  /** Hears of the menu being opened. */
  onOpen?: () => void;
  align?: 'start' | 'end';
  /** Classes of the button; default: a plain button. */
  triggerClass?: string;
}

/** A button that opens a list of acts. */
export function Menu(props: MenuProps) {
  const { trigger, label, items, header, footer, align = 'start', triggerClass = buttonClass() } = props;
  const { popup, open, close, leave, buttonProps, popupProps } = useMenuButton(align, props.onOpen);
  return (
    <>
      <button {...buttonProps} className={triggerClass} aria-label={label} title={label}>
        {trigger}
      </button>
      {open && (
        <MenuList popup={popup} id={popupProps.id} label={label ?? 'Actions'} onClose={close}>
          {header && (
            <div role="presentation" className="qd-menu-head">
              {header}
            </div>
          )}
          {items.map((item) => (
            <Fragment key={item.id}>
              {item.separator && <hr />}
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={cx('qd-menu-item', item.danger && 'qd-menu-danger')}
                aria-disabled={item.disabled || undefined}
                onClick={() => {
                  if (item.disabled) return;
                  leave();
                  item.onSelect();
                }}
              >
                {item.icon}
                <span className="qd-menu-label">{item.label}</span>
                {item.hint && <span className="qd-menu-hint">{item.hint}</span>}
              </button>
            </Fragment>
          ))}
          {footer && (
            <div role="presentation" className="qd-menu-foot">
              {footer}
            </div>
          )}
        </MenuList>
      )}
    </>
  );
}

export interface ChoiceOption {
  value: string;
  label: string;
  disabled?: boolean;
  /** Begins a named section. */
  section?: string;
  hint?: string;
}

export interface ChoiceMenuProps {
  /** What is chosen: "Group by". Read before the value, also by assistive technology. */
  label: string;
  options: readonly ChoiceOption[];
  value: string;
  onChange: (value: string) => void;
  icon?: ReactNode;
  align?: 'start' | 'end';
  /** Show only the value on the button; the label stays in its name. */
  compact?: boolean;
}

/** One choice from a list, as a button that says it: "Group by canary". */
export function ChoiceMenu({ label, options, value, onChange, icon, align = 'start', compact }: ChoiceMenuProps) {
  const { popup, open, close, leave, buttonProps, popupProps } = useMenuButton(align);
  const chosen = options.find((option) => option.value === value)?.label ?? value;
  return (
    <>
      <button
        {...buttonProps}
        className="qd-chip-btn"
        aria-label={compact ? `${label} ${chosen}` : undefined}
        title={compact ? `${label} ${chosen}` : undefined}
      >
        {icon}
        {!compact && <span>{label} </span>}
        <b>{chosen}</b>
        <ChevronDown size={13} aria-hidden="true" className="qd-chevron" />
      </button>
      {open && (
        <MenuList popup={popup} id={popupProps.id} label={label} onClose={close}>
          {options.map((option) => (
            <Fragment key={option.value}>
              {option.section && (
                <div role="presentation" className="qd-menu-section">
                  {option.section}
                </div>
              )}
              <button
                type="button"
                role="menuitemradio"
                tabIndex={-1}
                className="qd-menu-item"
                aria-checked={option.value === value}
                aria-disabled={option.disabled || undefined}
                onClick={() => {
                  if (option.disabled) return;
                  leave();
                  onChange(option.value);
                }}
              >
                <Check size={14} aria-hidden="true" className="qd-menu-check" />
                <span className="qd-menu-label">{option.label}</span>
                {option.hint && <span className="qd-menu-hint">{option.hint}</span>}
              </button>
            </Fragment>
          ))}
        </MenuList>
      )}
    </>
  );
}

function useMenuButton(align: 'start' | 'end', onOpen?: () => void) {
  const menu = usePopupButton({ align }, onOpen);
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    menu.show();
  };
  return { ...menu, buttonProps: { ...menu.buttonProps, 'aria-haspopup': 'menu' as const, onKeyDown: key } };
}
