import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { cx } from '../format/cx.ts';
import { addMonths, dayByKey, dayName, monthName, monthWeeks } from './month.ts';

export interface CalendarProps {
  /** The chosen day, `YYYY-MM-DD`. */
  day: string | undefined;
  today: string;
  /** The days of the range that is being chosen; those between are shaded. */
  from?: string | undefined;
  to?: string | undefined;
  onPick: (day: string) => void;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * One month of days. Arrows move by day and week, Home and End to the ends of the week, Page Up and Page Down by month
 * (with Shift by year), Enter picks.
 */
export function Calendar({ day, today, from, to, onPick }: CalendarProps) {
  const [at, setAt] = useState(day ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(true);
  useLayoutEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
    moved.current = false;
  }, [at]);
  const key = (event: KeyboardEvent) => {
    const next = dayByKey(at, event.key, event.shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    moved.current = true;
    setAt(next);
  };
  return (
    <div className="qd-calendar">
      <div className="qd-calendar-head">
        <IconButton
          label="Previous month"
          icon={<ChevronLeft size={15} aria-hidden="true" />}
          onClick={() => setAt(addMonths(at, -1))}
        />
        <b aria-live="polite">{monthName(at)}</b>
        <IconButton
          label="Next month"
          icon={<ChevronRight size={15} aria-hidden="true" />}
          onClick={() => setAt(addMonths(at, 1))}
        />
      </div>
      <table ref={grid} aria-label={monthName(at)}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(at).map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one} className={cx(from && to && from <= one && one <= to && 'qd-calendar-in')}>
                  <button
                    type="button"
                    data-day={one}
                    tabIndex={one === at ? 0 : -1}
                    aria-label={dayName(one)}
                    aria-pressed={one === day}
                    aria-current={one === today ? 'date' : undefined}
                    className={cx(
                      'qd-num',
                      one === day && 'qd-calendar-chosen',
                      one.slice(0, 7) !== at.slice(0, 7) && 'qd-calendar-other',
                    )}
                    onKeyDown={key}
                    onClick={() => onPick(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
