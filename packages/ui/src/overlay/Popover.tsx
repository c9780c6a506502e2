import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../format/cx.ts';
import { closeOnLeave } from './leave.ts';
import { usePopupButton } from './use-popup-button.ts';

export interface PopoverProps {
  /** What it is for: names what the button opens. */
  label: string;
  /** The button's content. */
  trigger: ReactNode;
  triggerClass: string;
  /** The name of the button (default `label`); null where its own text names it. */
  name?: string | null;
  /** Said on hover (default: the name). */
  title?: string | undefined;
  align?: 'start' | 'end';
  popupClass?: string;
  /** What is in the panel; a function is given what closes it and goes back to the button. */
  children: ReactNode | ((leave: () => void) => ReactNode);
}

/**
 * A button that opens a panel beside it, over the page and without hiding it: what is changed there is seen at once.
 * Escape, a press elsewhere and a Tab beyond it close the panel.
 */
export function Popover({ label, trigger, triggerClass, name = label, align = 'start', ...rest }: PopoverProps) {
  const { popup, open, close, leave, buttonProps, popupProps } = usePopupButton({ align });
  return (
    <>
      <button
        {...buttonProps}
        className={triggerClass}
        aria-label={name ?? undefined}
        title={rest.title ?? name ?? undefined}
        aria-haspopup="dialog"
      >
        {trigger}
      </button>
      {open && (
        <div
          {...popupProps}
          role="dialog"
          aria-label={label}
          className={cx('qd-popup', rest.popupClass ?? 'qd-popover')}
          onBlur={closeOnLeave(popup, close)}
        >
          {typeof rest.children === 'function' ? rest.children(leave) : rest.children}
        </div>
      )}
    </>
  );
}

export interface ChipPopoverProps extends Omit<PopoverProps, 'triggerClass'> {
  /** Something is set: the button stands out. */
  isOn?: boolean;
  triggerClass?: string | undefined;
}

/** A popover behind a tool of a bar, which says what is set and that it opens. */
export function ChipPopover({ isOn, trigger, triggerClass, ...rest }: ChipPopoverProps) {
  return (
    <Popover
      {...rest}
      triggerClass={cx('qd-chip-btn', isOn && 'qd-on', triggerClass)}
      trigger={
        <>
          {trigger}
          <ChevronDown size={13} aria-hidden="true" className="qd-chevron" />
        </>
      }
    />
  );
}
