import { useEffect } from 'react';
import { Confirm } from '../overlay/Confirm.tsx';

/**
 * Asks before the page is closed or reloaded while something is unsaved (the browser's own question). Moves inside the
 * app are held by its router; `LeaveQuestion` asks there.
 */
export function useLeaveGuard(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isActive]);
}

export interface LeaveQuestionProps {
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** The question of the app's router when a page with unsaved changes is left. */
export function LeaveQuestion({ open, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Confirm
      open={open}
      title="Leave without saving?"
      yesLabel="Leave"
      noLabel="Stay"
      onClose={onStay}
      onConfirm={onLeave}
    >
      What you changed on this page is not saved and will be lost.
    </Confirm>
  );
}
