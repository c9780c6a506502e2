import { zoneChoices } from '@quarterdeck/kit';
import { DATE_FORMATS, type DateFormat, formatDate, Switch, setTheme, type Theme } from '@quarterdeck/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { useConsole } from '../../data/context.ts';
import { useDatePreferences } from '../../data/dates.ts';
import {
  CARD_WIDTH,
  parseCardWidth,
  parseShowDeleted,
  parseShowHidden,
  writeCardWidth,
  writeYesNo,
} from '../../data/preferences.ts';
import { useStored } from '../../data/stored.ts';
import { useTheme } from '../../data/theme.ts';
import { usePagePaths } from '../pages-context.ts';
import './preferences.css';

const THEMES: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const FORMAT_NAMES: Record<DateFormat, string> = {
  short: 'Short',
  medium: 'Medium',
  full: 'Full',
  timestamp: 'Timestamp',
};

const EXAMPLE_AGE_MS = 3_900_000;

/**
 * What a person may choose about how everything looks (contract screens §1.3). A choice about a page stands here only
 * while that page is there.
 */
export function PreferencesPanel() {
  const paths = usePagePaths();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>('input:checked')?.focus(), []);
  return (
    <div ref={panel} className="qd-preferences">
      {paths.has('/topology') && <HiddenComponents />}
      {paths.has('/catalog') && <DeletedConfigs />}
      {paths.has('/topology') && <CardWidth />}
      <ThemeChoice />
      <DateFormatChoice />
      <ZoneChoice />
    </div>
  );
}

interface ChoicesProps<T extends string> {
  legend: string;
  value: T;
  options: readonly { value: T; label: string; example?: ReactNode }[];
  onChange: (value: T) => void;
}

function Choices<T extends string>({ legend, value, options, onChange }: ChoicesProps<T>) {
  const name = useId();
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="qd-preference-choice">
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
          {option.example && <span className="qd-preference-example">{option.example}</span>}
        </label>
      ))}
    </fieldset>
  );
}

function ThemeChoice() {
  const { storage } = useConsole();
  return <Choices legend="Theme" value={useTheme()} options={THEMES} onChange={(theme) => setTheme(theme, storage)} />;
}

function DateFormatChoice() {
  const { now } = useConsole();
  const { style, setFormat } = useDatePreferences();
  const example = new Date(now() - EXAMPLE_AGE_MS);
  const options = DATE_FORMATS.map((value) => ({
    value,
    label: FORMAT_NAMES[value],
    example: formatDate(example, value, now(), style.zone),
  }));
  return <Choices legend="Date/Time format" value={style.format} options={options} onChange={setFormat} />;
}

/** The zone in which every date is written: the browser's first, then all by offset. */
function ZoneChoice() {
  const { now } = useConsole();
  const { zone, setZone } = useDatePreferences();
  const zones = useMemo(() => zoneChoices(now()), [now]);
  const id = useId();
  return (
    <div className="qd-preference-field">
      <label htmlFor={id}>Timezone</label>
      <select id={id} className="qd-input" value={zone} onChange={(event) => setZone(event.target.value)}>
        {zones.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Kept in the address, so that a link carries it (contract screens §1.3). */
function HiddenComponents() {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const show = (isOn: boolean): void => {
    const { showHiddenComponents: _held, ...rest } = search;
    const next = isOn ? rest : { ...rest, showHiddenComponents: writeYesNo(false) };
    void navigate({ to: '.', search: next });
  };
  return (
    <Switch label="Show hidden components" checked={parseShowHidden(search.showHiddenComponents)} onChange={show} />
  );
}

function DeletedConfigs() {
  const [isShown, show] = useStored('show_deleted_items_preference', parseShowDeleted, writeYesNo);
  return <Switch label="Show deleted configs" checked={isShown} onChange={show} />;
}

function CardWidth() {
  const [width, setWidth] = useStored('topology_card_width', parseCardWidth, writeCardWidth);
  const id = useId();
  return (
    <div className="qd-preference-field">
      <label htmlFor={id}>Card width</label>
      <input
        id={id}
        type="range"
        min={CARD_WIDTH.least}
        max={CARD_WIDTH.most}
        step={CARD_WIDTH.step}
        value={width}
        aria-valuetext={`${width} pixels`}
        onChange={(event) => setWidth(event.target.valueAsNumber)}
      />
      <output htmlFor={id}>{width} px</output>
    </div>
  );
}
