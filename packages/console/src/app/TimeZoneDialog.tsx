import { zoneChoices } from '@quarterdeck/kit';
import { Dialog } from '@quarterdeck/ui';
import { useId, useMemo } from 'react';
import { useConsole } from '../data/context.ts';
import { useDatePreferences } from '../data/dates.ts';

/** The zone in which every date is written: the browser's first, then all by offset (contract screens §1.3). */
export function TimeZoneDialog({ onClose }: { onClose: () => void }) {
  const { now } = useConsole();
  const { zone, setZone } = useDatePreferences();
  const zones = useMemo(() => zoneChoices(now()), [now]);
  const id = useId();
  return (
    <Dialog open onClose={onClose} title="Time zone" size="very-small">
      <div className="qd-zone">
        <label htmlFor={id}>Write dates in the time zone</label>
        <select id={id} className="qd-select" value={zone} onChange={(event) => setZone(event.target.value)}>
          {zones.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </Dialog>
  );
}
