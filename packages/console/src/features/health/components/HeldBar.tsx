import { Button } from '@quarterdeck/ui';
import { ArrowUp } from 'lucide-react';
import { changeText, type HeldChange } from '../model/hold.ts';

/** Says what waits while a person reads the list, and draws it when pressed. Lies over the list, so that nothing moves. */
export function HeldBar({ change, onApply }: { change: HeldChange | undefined; onApply: () => void }) {
  return (
    <div className="qd-held" role="status">
      {change && (
        <Button variant="primary" icon={<ArrowUp size={13} aria-hidden="true" />} onClick={onApply}>
          <span className="qd-sr">Update the list: </span>
          {changeText(change)}
        </Button>
      )}
    </div>
  );
}
