import { formatMinute } from '@quarterdeck/kit';
import { CalendarDays } from 'lucide-react';
import { IconButton } from '../controls/Button.tsx';
import { TextField } from '../controls/TextInput.tsx';
import { readNow } from '../format/ticker.ts';
import { usePopupButton } from '../overlay/use-popup-button.ts';
import { Calendar } from './Calendar.tsx';

export interface DateTimeFieldProps {
  label: string;
  /** `YYYY-MM-DD HH:mm`. */
  value: string;
  onChange: (value: string) => void;
  /** The time of a day that is picked while none is written. */
  time: string;
  zone: string | undefined;
  error?: string | undefined;
  /** The days of the range that this field is an end of. */
  from?: string | null;
  to?: string | null;
}

const WRITTEN = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?/;

function isDay(day: string | null | undefined): day is string {
  return day !== null && day !== undefined && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
}

/** A date and time as text, with a calendar that writes the day and keeps the time. */
export function DateTimeField({ label, value, onChange, time, zone, error, from, to }: DateTimeFieldProps) {
  const { open, leave, buttonProps, popupProps } = usePopupButton({ align: 'end' });
  const [, day, written] = WRITTEN.exec(value.trim()) ?? [];
  const pick = (next: string) => {
    onChange(`${next} ${written ?? time}`);
    leave();
  };
  return (
    <div className="qd-range-field">
      <TextField
        label={label}
        placeholder="YYYY-MM-DD HH:mm"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={onChange}
        {...(error ? { error } : {})}
      />
      <IconButton
        {...buttonProps}
        label={`${label}: open calendar`}
        icon={<CalendarDays size={15} aria-hidden="true" />}
        variant="default"
        aria-haspopup="dialog"
      />
      {open && (
        <div {...popupProps} role="dialog" aria-label={`${label}: choose a day`} className="qd-popup">
          <Calendar
            day={isDay(day) ? day : undefined}
            today={formatMinute(new Date(readNow()), zone).slice(0, 10)}
            from={isDay(from) ? from : undefined}
            to={isDay(to) ? to : undefined}
            onPick={pick}
          />
        </div>
      )}
    </div>
  );
}
