import { HEALTH_TIME_RANGES, type HealthTimeRange } from '@quarterdeck/contract';
import type { RelativeRange } from '@quarterdeck/kit';
import { TimeRange } from '@quarterdeck/ui';
import { rangeLabel } from '../model/settings.ts';

const RANGES = new Map(
  HEALTH_TIME_RANGES.map((range): [HealthTimeRange, RelativeRange] => [
    range,
    { type: 'relative', display: rangeLabel(range), range: `now-${range}` },
  ]),
);
const OFFERED = [...RANGES.values()];

export interface RangePickerProps {
  value: HealthTimeRange;
  onChange: (range: HealthTimeRange) => void;
}

/** The time range of the health page: one of 20 that end now (spec 001 §9). */
export function RangePicker({ value, onChange }: RangePickerProps) {
  return (
    <TimeRange
      label="Time Range"
      ranges={OFFERED}
      value={RANGES.get(value)}
      onChange={(next) => {
        const chosen = HEALTH_TIME_RANGES.find((range) => RANGES.get(range) === next);
        if (chosen) onChange(chosen);
      }}
    />
  );
}
