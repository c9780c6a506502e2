import { CircleQuestionMark, Maximize2, Minimize2, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../controls/Button.tsx';

export type DialogSize = 'very-small' | 'small' | 'medium' | 'large' | 'full';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: DialogSize;
  /** A link to documentation in the head. */
  helpHref?: string;
  /** What has the focus when it opens (default: the first field, else the first control). */
  initialFocus?: RefObject<HTMLElement | null>;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A modal dialog. Medium and larger can be toggled between their size and full (contract screens §1.7). Escape and a
 * click outside close it; focus goes back to where it was.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ onClose, title, size = 'medium', helpHref, initialFocus, footer, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const [grown, setGrown] = useState(false);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    const field = dialog?.querySelector<HTMLElement>('.qd-dialog-body :is(input, select, textarea):not([disabled])');
    (initialFocus?.current ?? field)?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, [initialFocus]);
  const canGrow = size === 'medium' || size === 'large' || size === 'full';
  const isFull = size === 'full' ? !grown : grown;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way; this is the click on the backdrop
    <dialog
      ref={element}
      className={`qd-dialog qd-dialog-${isFull ? 'full' : size === 'full' ? 'large' : size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === element.current) onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div className="qd-dialog-box">
        <div className="qd-dialog-head">
          <h2 id={id}>{title}</h2>
          {helpHref && (
            <a
              className="qd-btn qd-btn-ghost qd-icon-btn"
              href={helpHref}
              target="_blank"
              rel="noreferrer"
              aria-label="Documentation"
            >
              <CircleQuestionMark size={15} aria-hidden="true" />
            </a>
          )}
          {canGrow && (
            <IconButton
              className="qd-dialog-grow"
              label={isFull ? 'Shrink' : 'Expand'}
              icon={isFull ? <Minimize2 size={14} aria-hidden="true" /> : <Maximize2 size={14} aria-hidden="true" />}
              onClick={() => setGrown(!grown)}
            />
          )}
          <IconButton label="Close" icon={<X size={15} aria-hidden="true" />} onClick={onClose} />
        </div>
        <div className="qd-dialog-body">{children}</div>
        {footer && <div className="qd-dialog-foot">{footer}</div>}
      </div>
    </dialog>
  );
}
