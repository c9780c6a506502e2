/** Include (1), exclude (-1); a value that is not in the record is neither. Spec §4 "Tri-state filters". */
export type TriState = 1 | -1;
export type TriStateValue = Readonly<Record<string, TriState>>;

export interface TriStateOption {
  value: string;
  label?: string;
  count?: number;
}

export interface TriStateFilterProps {
  /** "Type", "Agent", or a label key. */
  label: string;
  options: readonly TriStateOption[];
  value: TriStateValue;
  onChange: (value: TriStateValue) => void;
  /** `multi` (default): any number of values. `single`: choosing one drops the others. */
  mode?: 'multi' | 'single';
}

/** A filter button whose list gives each value an include and an exclude toggle. */
export function TriStateFilter({ label }: TriStateFilterProps) {
  return <button type="button">{label}</button>;
}
