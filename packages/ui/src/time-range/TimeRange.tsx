import {
  type AbsoluteRange,
  describeTimeRange,
  formatMinute,
  type RelativeRange,
  resolveTimeRange,
  type TimeRangeValue,
} from '@quarterdeck/kit';
import { Clock } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useDateStyle } from '../data/date-style.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { cx } from '../format/cx.ts';
import { readNow } from '../format/ticker.ts';
import { ChipPopover } from '../overlay/Popover.tsx';

const TimeRangePanel = lazy(async () => ({ default: (await import('./TimeRangePanel.tsx')).TimeRangePanel }));

export interface TimeRangeProps {
  value: TimeRangeValue | undefined;
  /** Undefined when the range was cleared. The owner keeps the recent list (`addRecentRange`). */
  onChange: (value: TimeRangeValue | undefined) => void;
  /** The absolute ranges that were used last. */
  recent?: readonly AbsoluteRange[];
  /** Offers ranges that begin now, Indefinitely among them, instead of those that end now. */
  future?: boolean;
  /** Offers these ranges alone, neither dates nor quick ranges. */
  ranges?: readonly RelativeRange[];
  /** What the range is of (default "Time range"). */
  label?: string;
  align?: 'start' | 'end';
}

/** When the range begins and ends, for the hover; what is wrong with it, where it cannot be resolved. */
function bounds(value: TimeRangeValue, zone: string | undefined): { text: string; wrong: boolean } {
  try {
    const { fromMs, toMs } = resolveTimeRange(value, readNow(), zone);
    const written = (ms: number): string => formatMinute(new Date(ms), zone);
    return { text: `${written(fromMs)} - ${toMs === null ? 'no end' : written(toMs)}`, wrong: false };
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), wrong: true };
  }
}

/**
 * The time-range picker (contract screens §1.4): absolute by field or calendar, relative, by the calendar, or one that was
 * used lately; in the zone that the person chose. A range that cannot be read, such as of a broken link, says so.
 */
export function TimeRange(props: TimeRangeProps) {
  const { value, label = 'Time range', align = 'end' } = props;
  const { zone } = useDateStyle();
  const found = value && bounds(value, zone);
  const text = found?.wrong ? found.text : describeTimeRange(value, zone);
  return (
    <ChipPopover
      label={label}
      name={`${label}: ${text}`}
      title={found ? `${label}: ${found.text}` : label}
      triggerClass={cx('qd-range-btn', found?.wrong && 'qd-bad')}
      trigger={
        <>
          <Clock size={13} aria-hidden="true" />
          <b>{text}</b>
        </>
      }
      align={align}
      popupClass="qd-range-popup"
    >
      {(leave) => (
        <Suspense fallback={<Skeleton shape="text" count={8} label="Loading time ranges" />}>
          <TimeRangePanel {...props} zone={zone} onClose={leave} />
        </Suspense>
      )}
    </ChipPopover>
  );
}
