import type { ReactNode } from 'react';

export interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  /** A second, quieter line or key hint at the end. */
  hint?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** Begins a new section. */
  separator?: boolean;
  onSelect: () => void;
}

export interface MenuProps {
  /** The button's content. */
  trigger: ReactNode;
  /** The accessible name, where the trigger has no text. */
  label?: string;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
  /** Classes of the button; default: a plain button. */
  triggerClass?: string;
}

/** A button that opens a list of acts. */
export function Menu({ trigger, label }: MenuProps) {
  return <button type="button" aria-label={label}>{trigger}</button>;
}

export interface ChoiceOption {
  value: string;
  label: string;
  disabled?: boolean;
  /** Begins a named section. */
  section?: string;
  hint?: string;
}

export interface ChoiceMenuProps {
  /** What is chosen: "Group by". Read before the value, also by assistive technology. */
  label: string;
  options: readonly ChoiceOption[];
  value: string;
  onChange: (value: string) => void;
  icon?: ReactNode;
  align?: 'start' | 'end';
  /** Show only the value on the button; the label stays in its name. */
  compact?: boolean;
}

/** One choice from a list, as a button that says it: "Group by canary". */
export function ChoiceMenu({ label, value }: ChoiceMenuProps) {
  return <button type="button">{label} {value}</button>;
}
