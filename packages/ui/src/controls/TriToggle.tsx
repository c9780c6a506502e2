import type { TriState } from '@quarterdeck/kit';
import { Minus, Plus } from 'lucide-react';

export interface TriToggleProps {
  /** What is included or excluded: "http", "env: prod". */
  label: string;
  state: TriState | undefined;
  /** Which of the two was pressed; the owner takes the active one back (`pressTriState`). */
  onPress: (state: TriState) => void;
}

/** Two toggles for one value, exclude and include; neither pressed is neutral (spec 000 §4). */
export function TriToggle({ label, state, onPress }: TriToggleProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend and its own layout per row
    <span className="qd-tri" role="group" aria-label={label}>
      <button
        type="button"
        className="qd-tri-exc"
        aria-label={`Exclude ${label}`}
        aria-pressed={state === -1}
        onClick={() => onPress(-1)}
      >
        <Minus size={12} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="qd-tri-inc"
        aria-label={`Include ${label}`}
        aria-pressed={state === 1}
        onClick={() => onPress(1)}
      >
        <Plus size={12} aria-hidden="true" />
      </button>
    </span>
  );
}
