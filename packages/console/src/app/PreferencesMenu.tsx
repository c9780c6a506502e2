import { DATE_FORMATS, type DateFormat, formatDate, Menu, readTheme, setTheme, type Theme } from '@quarterdeck/ui';
import { Check, Settings2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useConsole } from '../data/context.ts';
import { useDatePreferences } from '../data/dates.ts';

const TimeZoneDialog = lazy(async () => ({ default: (await import('./TimeZoneDialog.tsx')).TimeZoneDialog }));

const THEMES: { value: Theme; label: string }[] = [
  { value: 'system', label: 'Theme: as the system' },
  { value: 'light', label: 'Theme: light' },
  { value: 'dark', label: 'Theme: dark' },
];

const FORMAT_NAMES: Record<DateFormat, string> = {
  short: 'Dates: short',
  medium: 'Dates: medium',
  full: 'Dates: full',
  timestamp: 'Dates: timestamp',
};

const EXAMPLE_AGE_MS = 3_900_000;

/** Theme, date format and time zone, each remembered. */
export function PreferencesMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { now } = useConsole();
  const [theme, setChosenTheme] = useState(() => readTheme());
  const [choosingZone, setChoosingZone] = useState(false);
  const { style, zone, setFormat } = useDatePreferences();
  const example = new Date(now() - EXAMPLE_AGE_MS);
  const mark = (chosen: boolean) =>
    chosen ? <Check size={14} aria-label="chosen" /> : <span className="qd-no-mark" />;
  return (
    <>
      <Menu
        label="Preferences"
        align="end"
        triggerClass="qd-btn qd-btn-ghost qd-icon-btn"
        trigger={<Settings2 size={15} aria-hidden="true" />}
        items={[
          ...THEMES.map(({ value, label }) => ({
            id: value,
            label,
            icon: mark(theme === value),
            onSelect: () => {
              setTheme(value);
              setChosenTheme(value);
            },
          })),
          ...DATE_FORMATS.map((value, index) => ({
            id: value,
            label: FORMAT_NAMES[value],
            hint: formatDate(example, value, now(), style.zone),
            icon: mark(style.format === value),
            separator: index === 0,
            onSelect: () => setFormat(value),
          })),
          {
            id: 'zone',
            label: 'Time zone…',
            hint: zone,
            icon: mark(false),
            separator: true,
            onSelect: () => setChoosingZone(true),
          },
          { id: 'shortcuts', label: 'Keyboard shortcuts', hint: '?', icon: mark(false), onSelect: onShortcuts },
        ]}
      />
      {choosingZone && (
        <Suspense>
          <TimeZoneDialog onClose={() => setChoosingZone(false)} />
        </Suspense>
      )}
    </>
  );
}
