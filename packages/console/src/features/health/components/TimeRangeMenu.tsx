import { HEALTH_TIME_RANGES, type HealthTimeRange } from '@quarterdeck/contract';
import { ChoiceMenu, type ChoiceOption } from '@quarterdeck/ui';
import { Clock } from 'lucide-react';
import { rangeLabel } from '../model/settings.ts';

const RANGES: ChoiceOption[] = HEALTH_TIME_RANGES.map((range) => ({ value: range, label: rangeLabel(range) }));

export interface TimeRangeMenuProps {
  value: HealthTimeRange;
  onChange: (range: HealthTimeRange) => void;
  /** Without the clock, where there is little room. */
  plain?: boolean;
}

/** The time ranges of the health page, as a choice. */
export function TimeRangeMenu({ value, onChange, plain }: TimeRangeMenuProps) {
  return (
    <ChoiceMenu
      label="Time Range"
      compact
      align="end"
      icon={plain ? undefined : <Clock size={13} aria-hidden="true" />}
      options={RANGES}
      value={value}
      onChange={(next) => {
        const range = HEALTH_TIME_RANGES.find((candidate) => candidate === next);
        if (range) onChange(range);
      }}
    />
  );
}
