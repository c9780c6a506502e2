import { formatCount } from '@quarterdeck/kit';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { rove } from '../overlay/roving.ts';

export interface TabItem {
  id: string;
  label: ReactNode;
  /** Shown after the label; a zero is not shown. */
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
export function Tabs({ label, tabs, value, onChange, panelId }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const prefix = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen tab is scrolled into view when it changes
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!row || !tab) return;
    if (tab.offsetLeft < row.scrollLeft) row.scrollLeft = tab.offsetLeft - 24;
    const over = tab.offsetLeft + tab.offsetWidth - row.clientWidth;
    if (over > row.scrollLeft) row.scrollLeft = over + 24;
  }, [value]);
  const key = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === value);
    const next = tabs[rove(event.key, index, tabs.length, 'horizontal') ?? -1];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  const hasChosen = tabs.some((tab) => tab.id === value);
  return (
    <div ref={list} role="tablist" aria-label={label} className="qd-tabs" tabIndex={-1} onKeyDown={key}>
      {tabs.map((tab, i) => {
        const chosen = tab.id === value;
        return (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${prefix}${tab.id}`}
            data-tab={tab.id}
            className="qd-tab"
            aria-selected={chosen}
            aria-controls={chosen ? panelId : undefined}
            tabIndex={chosen || (!hasChosen && i === 0) ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.count ? (
              <em className={tab.tone === 'bad' ? 'qd-bad' : undefined} title={tab.countLabel}>
                {formatCount(tab.count)}
                {tab.countLabel && <span className="qd-sr"> ({tab.countLabel})</span>}
              </em>
            ) : null}
          </button>
        );
      })}
    </div>
  );
}
