import { type DurationField, SCHEDULE_CHOICES, type ScheduleField } from '@quarterdeck/contract';
import { zonedFields } from '@quarterdeck/kit';
import { useDateStyle } from '../../data/date-style.ts';
import { useFormContext } from '../context.ts';
import { describeSchedule } from '../schedule-words.ts';
import { shownText, useField } from '../use-field.ts';
import { CreatableView } from './ChoiceFields.tsx';

const DURATIONS = ['30s', '1m', '5m', '15m', '30m', '1h', '6h', '12h', '1d', '7d'];

/** A duration, chosen or typed. */
export function DurationView({ field, base }: { field: DurationField; base: string }) {
  const options = (field.choices ?? DURATIONS).map((value) => ({ value, label: value }));
  return <CreatableView field={field} base={base} options={options} />;
}

/** A schedule, chosen or typed, said in words with its next runs. */
export function ScheduleView({ field, base }: { field: ScheduleField; base: string }) {
  const { clock } = useFormContext();
  const { held } = useField(field, base);
  const { zone } = useDateStyle();
  const nowMs = clock();
  const options = (field.choices ?? SCHEDULE_CHOICES.default).map((value) => ({
    value,
    label: value,
    hint: describeSchedule(value, nowMs, 0).words,
  }));
  const text = shownText(held);
  const { words, next, error } = describeSchedule(text, nowMs);
  const runs = next.map((at) => shortTime(at, zone));
  const said = text === '' || error ? '' : `${words}.${runs.length > 0 ? ` Next runs ${runs.join(', ')}.` : ''}`;
  return <CreatableView field={field} base={base} options={options} more={said} />;
}

/** `11-21 04:35` in a zone. */
function shortTime(atMs: number, zone: string | undefined): string {
  const { month, day, hour, minute } = zonedFields(new Date(atMs), zone);
  return `${month}-${day} ${hour}:${minute}`;
}
