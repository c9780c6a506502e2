import {
  type AbsoluteRange,
  describeTimeRange,
  FUTURE_RANGES,
  PAST_RANGES,
  QUICK_RANGES,
  type TimeRangeValue,
  zoneOffset,
} from '@quarterdeck/kit';
import { useEffect, useRef } from 'react';
import { readNow } from '../format/ticker.ts';
import { AbsoluteForm } from './AbsoluteForm.tsx';
import { RangeList } from './RangeList.tsx';
import type { TimeRangeProps } from './TimeRange.tsx';

export interface TimeRangePanelProps
  extends Pick<TimeRangeProps, 'value' | 'onChange' | 'recent' | 'future' | 'ranges'> {
  zone: string | undefined;
  onClose: () => void;
}

const isSame = (a: AbsoluteRange, b: TimeRangeValue | undefined): boolean =>
  b?.type === 'absolute' && a.from === b.from && a.to === b.to;

/** What opens under the button: fields for an absolute range and the lists of ranges to choose from. */
export function TimeRangePanel(props: TimeRangePanelProps) {
  const { value, onChange, recent = [], future, zone, onClose } = props;
  const choose = (range: TimeRangeValue | undefined) => {
    onClose();
    onChange(range);
  };
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = panel.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    (chosen ?? panel.current?.querySelector<HTMLElement>('[role="option"]'))?.focus();
  }, []);
  const relative = (
    <RangeList
      title={props.ranges ? 'Time ranges' : 'Relative time ranges'}
      ranges={props.ranges ?? (future ? FUTURE_RANGES : PAST_RANGES)}
      isChosen={(range) => value?.type === 'relative' && value.range === range.range}
      onChoose={choose}
    />
  );
  if (props.ranges) {
    return (
      <div ref={panel} className="qd-range qd-range-alone">
        {relative}
      </div>
    );
  }
  return (
    <>
      <div ref={panel} className="qd-range">
        <div className="qd-range-side">
          <AbsoluteForm
            value={value?.type === 'absolute' ? value : undefined}
            zone={zone}
            onSubmit={choose}
            onClear={() => choose(undefined)}
          />
          {recent.length > 0 && (
            <RangeList
              title="Recently used"
              ranges={recent}
              labelOf={(range) => describeTimeRange(range, zone)}
              isChosen={(range) => isSame(range, value)}
              onChoose={choose}
            />
          )}
        </div>
        {relative}
        {!future && (
          <RangeList
            title="Other quick ranges"
            ranges={QUICK_RANGES}
            isChosen={(range) => value?.type === 'mapped' && value.timeRange === range.timeRange}
            onChoose={choose}
          />
        )}
      </div>
      <p className="qd-range-zone">
        Times in {zone ?? `the browser’s zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`} (
        {zoneOffset(new Date(readNow()), zone)})
      </p>
    </>
  );
}
