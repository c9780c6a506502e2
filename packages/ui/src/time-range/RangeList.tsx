import type { TimeRangeValue } from '@quarterdeck/kit';
import { type KeyboardEvent, useId, useRef } from 'react';
import { findByLetter, rove } from '../overlay/roving.ts';

export interface RangeListProps<Range extends TimeRangeValue> {
  title: string;
  ranges: readonly Range[];
  /** The words of a range (default: its `display`). */
  labelOf?: (range: Range) => string;
  isChosen: (range: Range) => boolean;
  onChoose: (range: Range) => void;
}

/** A titled list of ranges: one stop for Tab; arrows, letters, Home and End move within it. */
export function RangeList<Range extends TimeRangeValue>(props: RangeListProps<Range>) {
  const { title, ranges, isChosen, onChoose, labelOf = (range) => range.display } = props;
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const stop = Math.max(0, ranges.findIndex(isChosen));
  const key = (event: KeyboardEvent) => {
    const options = [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    const at = options.indexOf(document.activeElement as HTMLElement);
    const letter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    const texts = letter ? options.map((option) => option.textContent ?? '') : [];
    const next = letter ? findByLetter(texts, at, event.key) : rove(event.key, at, options.length, 'vertical');
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    options[next]?.focus();
  };
  return (
    <section className="qd-range-part">
      <h3 id={id}>{title}</h3>
      <div ref={list} role="listbox" tabIndex={-1} aria-labelledby={id} className="qd-range-list" onKeyDown={key}>
        {ranges.map((range, index) => (
          <button
            key={labelOf(range)}
            type="button"
            role="option"
            aria-selected={isChosen(range)}
            tabIndex={index === stop ? 0 : -1}
            onClick={() => onChoose(range)}
          >
            {labelOf(range)}
          </button>
        ))}
      </div>
    </section>
  );
}
