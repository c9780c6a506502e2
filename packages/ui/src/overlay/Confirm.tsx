import { errorText } from '@quarterdeck/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  /** Names the thing: "Delete “ledger-primary”?" */
  title: string;
  children?: ReactNode;
  /** The label of the acting button (default "Delete", or "Approve"). */
  yesLabel?: string;
  /** Default "Cancel". */
  noLabel?: string;
  /**
   * The act. While its promise runs the button spins and no second act begins. A rejection is shown in the dialog, which
   * stays open; closing after success is the caller's.
   */
  onConfirm: () => Promise<unknown> | unknown;
  /** The act is under way elsewhere. */
  pending?: boolean;
  tone?: 'delete' | 'approve';
}

/**
 * Asks once before an act (contract screens §1.7). What cannot be taken back opens on Cancel, an approval on its button,
 * so that Enter never deletes by accident.
 */
export function Confirm(props: ConfirmProps) {
  return props.open ? <OpenConfirm {...props} /> : null;
}

function OpenConfirm({
  onClose,
  title,
  children,
  yesLabel,
  noLabel,
  onConfirm,
  pending,
  tone = 'delete',
}: ConfirmProps) {
  const [isActing, setActing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isBusy = useRef(false);
  const isOpen = useRef(true);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const act = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setFailure(undefined);
    try {
      const answer = onConfirm();
      if (answer instanceof Promise) {
        setActing(true);
        await answer;
      }
    } catch (error) {
      if (isOpen.current) setFailure(errorText(error));
    } finally {
      isBusy.current = false;
      if (isOpen.current) setActing(false);
    }
  };
  const isDelete = tone === 'delete';
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="very-small"
      initialFocus={first}
      footer={
        <>
          <span className="qd-grow" />
          <Button {...(isDelete && { ref: first })} onClick={onClose}>
            {noLabel ?? 'Cancel'}
          </Button>
          <Button
            {...(!isDelete && { ref: first })}
            variant={isDelete ? 'danger' : 'primary'}
            pending={isActing || pending === true}
            onClick={() => void act()}
          >
            {yesLabel ?? (isDelete ? 'Delete' : 'Approve')}
          </Button>
        </>
      }
    >
      {children}
      {failure !== undefined && (
        <p className="qd-confirm-failure" role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
