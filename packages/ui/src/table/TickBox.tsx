export interface TickBoxProps {
  label: string;
  ticked: 'all' | 'some' | 'none';
  onTick: (on: boolean, range: boolean) => void;
  /** Reached by Tab (default true). */
  reachable?: boolean;
}

/** The checkbox of a row or of all rows. With Shift it asks for the range since the last one. */
export function TickBox({ label, ticked, onTick, reachable = true }: TickBoxProps) {
  return (
    <input
      type="checkbox"
      className="qd-tick"
      aria-label={label}
      tabIndex={reachable ? 0 : -1}
      checked={ticked === 'all'}
      ref={(box) => {
        if (box) box.indeterminate = ticked === 'some';
      }}
      onChange={(event) => {
        const { nativeEvent } = event;
        onTick(event.target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
      }}
    />
  );
}
