import { cloneElement, type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { usePopup } from './popup.ts';

export interface TooltipProps {
  content: ReactNode;
  /** One focusable element. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
}

const DELAY_MS = 250;
/** The time that a pointer has to come over the text, to read or to copy it (WCAG 1.4.13). */
const LINGER_MS = 150;

/** Says more on hover and on focus; Escape hides it. Never the only place of a fact. */
export function Tooltip({ content, children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  const id = useId();
  const show = (delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), delayMs);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const popup = usePopup(anchor, open, hide, { side: 'above' });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focusable child, which stays the control
    <span
      ref={anchor}
      className="qd-tip-anchor"
      onPointerEnter={() => show(DELAY_MS)}
      onPointerLeave={() => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setOpen(false), LINGER_MS);
      }}
      onFocus={() => show(0)}
      onBlur={hide}
    >
      {cloneElement(children, { 'aria-describedby': open ? id : undefined })}
      {open && (
        <div ref={popup} id={id} popover="manual" role="tooltip" className="qd-popup qd-tip">
          {content}
        </div>
      )}
    </span>
  );
}
