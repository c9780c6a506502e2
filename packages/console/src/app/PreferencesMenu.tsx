import { Menu, readTheme, setTheme, type Theme } from '@quarterdeck/ui';
import { Check, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useConsole } from '../data/context.ts';
import { DATE_FORMATS, type DateFormat, formatDate, useDateFormat } from '../data/dates.ts';

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

/** Theme and date format, each remembered. */
export function PreferencesMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { now } = useConsole();
  const [theme, setChosenTheme] = useState(() => readTheme());
  const [format, setFormat] = useDateFormat();
  const example = new Date(now() - 3_900_000);
  const mark = (chosen: boolean) =>
    chosen ? <Check size={14} aria-label="chosen" /> : <span className="qd-no-mark" />;
  return (
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
          hint: formatDate(example, value, now()),
          icon: mark(format === value),
          separator: index === 0,
          onSelect: () => setFormat(value),
        })),
        { id: 'shortcuts', label: 'Keyboard shortcuts', hint: '?', separator: true, onSelect: onShortcuts },
      ]}
    />
  );
}
