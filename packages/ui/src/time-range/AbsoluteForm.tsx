import { type AbsoluteRange, describeTimeRange, formatMinute, isTimeRange, parseInstant } from '@quarterdeck/kit';
import { type FormEvent, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { readNow } from '../format/ticker.ts';
import { DateTimeField } from './DateTimeField.tsx';

export interface AbsoluteFormProps {
  value: AbsoluteRange | undefined;
  zone: string | undefined;
  onSubmit: (range: AbsoluteRange) => void;
  onClear: () => void;
}

const WRONG = 'Write it as 2026-11-21 04:35, or as now-1d/d';

/** An instant as the fields show it: to the minute in the person's zone; date math stays as it is. */
function shown(text: string, zone: string | undefined): string {
  const instant = text.startsWith('now') ? null : parseInstant(text, 0, { calendar: zone ?? 'local' });
  return instant === null ? text : formatMinute(new Date(instant), zone);
}

/** From and to as texts with calendars; a link that carries them means the same moments in every zone. */
export function AbsoluteForm({ value, zone, onSubmit, onClear }: AbsoluteFormProps) {
  const [from, setFrom] = useState(value ? shown(value.from, zone) : '');
  const [to, setTo] = useState(value ? shown(value.to, zone) : '');
  const [tried, setTried] = useState(false);
  const filled = from.trim() !== '' && to.trim() !== '';
  const read = (text: string): string | null => {
    const trimmed = text.trim();
    const instant = parseInstant(trimmed, readNow(), { calendar: zone ?? 'local' });
    if (instant === null) return null;
    return trimmed.startsWith('now') ? trimmed : new Date(instant).toISOString();
  };
  const [start, end] = [read(from), read(to)];
  const range: AbsoluteRange | null = start && end ? { type: 'absolute', display: '', from: start, to: end } : null;
  const ordered = range !== null && isTimeRange(range, readNow());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (filled && range && ordered) onSubmit({ ...range, display: describeTimeRange(range, zone) });
  };
  const fromError = tried && from !== '' && start === null ? WRONG : undefined;
  const toError = end === null ? WRONG : range && !ordered ? 'The end is before the beginning' : undefined;
  const days = { from: start && shown(start, zone).slice(0, 10), to: end && shown(end, zone).slice(0, 10) };
  return (
    <form className="qd-range-form" aria-label="Absolute time range" noValidate onSubmit={submit}>
      <h3>Absolute time range</h3>
      <DateTimeField
        label="From"
        time="00:00"
        zone={zone}
        value={from}
        onChange={setFrom}
        error={fromError}
        {...days}
      />
      <DateTimeField
        label="To"
        time="23:59"
        zone={zone}
        value={to}
        onChange={setTo}
        error={tried && to !== '' ? toError : undefined}
        {...days}
      />
      <div className="qd-range-acts">
        <Button onClick={onClear}>Clear</Button>
        <Button type="submit" variant="primary" disabled={!filled}>
          Submit
        </Button>
      </div>
    </form>
  );
}
