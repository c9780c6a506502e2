import { CircleQuestionMark, Maximize2, Minimize2, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../controls/Button.tsx';

export type DialogSize = 'very-small' | 'small' | 'medium' | 'large' | 'full';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: DialogSize;
  /** A link to documentation in the head. */
  helpHref?: string;
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

function OpenDialog({ onClose, title, size = 'medium', helpHref, footer, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const [grown, setGrown] = useState(false);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
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

export interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  /** "Delete “ledger-primary”?" */
  title: string;
  children?: ReactNode;
  /** The label of the acting button (default "Delete"). */
  yesLabel?: string;
  onConfirm: () => void;
  pending?: boolean;
  tone?: 'delete' | 'approve';
}

/** Asks once before an act. Contract screens §1.7. */
export function Confirm({
  open,
  onClose,
  title,
  children,
  yesLabel = 'Delete',
  onConfirm,
  pending = false,
  tone = 'delete',
}: ConfirmProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="very-small"
      footer={
        <>
          <span className="qd-grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={tone === 'delete' ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
            {yesLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
