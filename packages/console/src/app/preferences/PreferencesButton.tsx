import { Popover, Skeleton } from '@quarterdeck/ui';
import { Settings2 } from 'lucide-react';
import { lazyPart } from '../lazy-part.tsx';

const PreferencesPanel = lazyPart(
  async () => (await import('./PreferencesPanel.tsx')).PreferencesPanel,
  <Skeleton shape="text" count={8} label="Loading preferences" />,
);

/** The cog of the top bar (contract screens §1.3). */
export function PreferencesButton() {
  return (
    <Popover
      label="Preferences"
      align="end"
      triggerClass="qd-btn qd-btn-ghost qd-icon-btn"
      trigger={<Settings2 size={15} aria-hidden="true" />}
    >
      <PreferencesPanel />
    </Popover>
  );
}
