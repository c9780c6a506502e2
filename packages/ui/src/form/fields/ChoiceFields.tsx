import type {
  ComboboxField,
  DurationField,
  IconField,
  Json,
  ResourceField,
  ScheduleField,
} from '@quarterdeck/contract';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Combobox, MultiCombobox } from '../../overlay/Combobox.tsx';
import type { ComboboxOption } from '../../overlay/combobox-model.ts';
import { Icon } from '../../status/Icon.tsx';
import { FALLBACK_MARKS, LETTER_MARKS } from '../../status/icon-marks.ts';
import { type OptionSource, useFormContext } from '../context.ts';
import { type ControlProps, FieldFrame } from '../FieldFrame.tsx';
import { shownText, useField } from '../use-field.ts';

/** One or many from a list that is given or searched. */
export function ComboboxView({ field, base }: { field: ComboboxField; base: string }) {
  const { sources } = useFormContext();
  return <PickView field={field} base={base} source={field.source ? sources[field.source] : undefined} delayMs={100} />;
}

/** Stored resources by id, found in the host's source of their kind (300 ms pause, spec 001 §9). */
export function ResourceView({ field, base }: { field: ResourceField; base: string }) {
  const { sources } = useFormContext();
  return <PickView field={field} base={base} source={sources[field.of]} delayMs={300} />;
}

interface PickViewProps {
  field: ComboboxField | ResourceField;
  base: string;
  source: OptionSource | undefined;
  delayMs: number;
}

function PickView({ field, base, source, delayMs }: PickViewProps) {
  const { id, held, error, readOnly, set, touch } = useField(field, base);
  const values = useMemo(() => textsOf(held), [held]);
  const isNumeric = field.kind === 'combobox' && field.numeric;
  const stored = (value: string): Json => (isNumeric && Number.isFinite(Number(value)) ? Number(value) : value);
  const { labels, remember } = useLabels(source, values);
  const given = field.kind === 'combobox' ? field.options : undefined;
  const shared = (control: ControlProps) => ({
    ...comboProps(control, field.label),
    readOnly,
    onBlur: touch,
    delayMs,
    ...(given && { options: given }),
    ...(source && {
      search: (query: string, signal: AbortSignal) =>
        source.search(query, signal, field.kind === 'resource' ? { selector: field.selector } : {}),
    }),
    ...(field.kind === 'combobox' && field.creatable && { creatable: true }),
    ...(field.placeholder !== undefined && { placeholder: field.placeholder }),
  });
  const first = values[0];
  const firstLabel = first === undefined ? undefined : labels.get(first);
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required}>
      {(control) =>
        field.multiple ? (
          <MultiCombobox
            {...shared(control)}
            values={values}
            labels={labels}
            onChange={(next, added) => {
              if (added) remember(added);
              set(next.length === 0 ? undefined : next.map(stored));
            }}
          />
        ) : (
          <Combobox
            {...shared(control)}
            value={first}
            {...(firstLabel !== undefined && { valueLabel: firstLabel })}
            onChange={(next, option) => {
              if (option) remember(option);
              set(next === undefined ? undefined : stored(next));
            }}
          />
        )
      }
    </FieldFrame>
  );
}

/** A mark by its name; the known ones are offered, others may be typed. */
export function IconView({ field, base }: { field: IconField; base: string }) {
  const value = shownText(useField(field, base).held);
  return (
    <CreatableView
      field={{ ...field, placeholder: field.placeholder ?? 'Search marks' }}
      base={base}
      options={ICONS}
      icon={value && <Icon name={value} />}
    />
  );
}

export interface CreatableViewProps {
  field: IconField | DurationField | ScheduleField;
  base: string;
  options: readonly ComboboxOption[];
  /** A mark before the field. */
  icon?: ReactNode;
  /** Notes under the field. */
  more?: ReactNode;
}

/** One text from a list, or as it is typed. */
export function CreatableView({ field, base, options, icon, more }: CreatableViewProps) {
  const { id, held, error, readOnly, set, touch } = useField(field, base);
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required} more={more}>
      {(control) => (
        <Combobox
          {...comboProps(control, field.label)}
          readOnly={readOnly}
          onBlur={touch}
          creatable
          options={options}
          icon={icon}
          {...(field.placeholder !== undefined && { placeholder: field.placeholder })}
          value={shownText(held) || undefined}
          onChange={(next) => set(next)}
        />
      )}
    </FieldFrame>
  );
}

const ICONS: readonly ComboboxOption[] = [...Object.keys(FALLBACK_MARKS), ...Object.keys(LETTER_MARKS)]
  .sort()
  .map((name) => ({ value: name, label: name, icon: name }));

/** The attributes of a field's control as a combobox takes them. */
function comboProps(control: ControlProps, label: string) {
  return {
    id: control.id,
    label,
    invalid: control['aria-invalid'] ?? false,
    required: control['aria-required'] ?? false,
    ...(control['aria-describedby'] !== undefined && { describedBy: control['aria-describedby'] }),
  };
}

function textsOf(held: Json | undefined): string[] {
  if (held === undefined || held === null || held === '') return [];
  return Array.isArray(held) ? held.map(shownText) : [shownText(held)];
}

/** Names of stored ids: asked of the source once, and remembered as they are chosen. */
function useLabels(source: OptionSource | undefined, values: readonly string[]) {
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const missing = values.filter((value) => !labels.has(value)).join('\n');
  const resolve = source?.resolve;
  useEffect(() => {
    if (!missing || !resolve) return;
    const stop = new AbortController();
    resolve(missing.split('\n'), stop.signal).then(
      (found) => {
        if (!stop.signal.aborted) setLabels((held) => new Map([...held, ...found.map(entryOf)]));
      },
      // A name that cannot be fetched leaves the id on show, which is true as well.
      () => {},
    );
    return () => stop.abort();
  }, [missing, resolve]);
  const remember = (option: ComboboxOption) => setLabels((held) => new Map(held).set(option.value, option.label));
  return { labels, remember };
}

function entryOf(option: ComboboxOption): [string, string] {
  return [option.value, option.label];
}
