import { ArrowUp } from 'lucide-react';
import { Button } from '../controls/Button.tsx';
import { changeText, type HeldChange } from './held.ts';

export interface HeldBarProps {
  /** What waits; undefined shows nothing. */
  change: HeldChange | undefined;
  /** Draws it. */
  onApply: () => void;
}

/**
 * Says what waits while a person reads a list ("3 new"), and draws it when pressed. Lies over the foot of the nearest
 * positioned element, so that nothing moves; it is always in the document, so that a screen reader hears it change.
 */
export function HeldBar({ change, onApply }: HeldBarProps) {
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
