import './gallery.css';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { SearchBox } from '../controls/SearchBox.tsx';
import { Banner } from '../feedback/Banner.tsx';
import { Frame, LiveDot, Sidebar, TopBar } from '../frame/Frame.tsx';
import { ChoiceMenu } from '../overlay/Menu.tsx';
import { Icon } from '../status/Icon.tsx';
import { readTheme, setTheme, type Theme } from '../theme.ts';
import { GALLERY_PARTS } from './parts.ts';
import { usePart } from './use-part.ts';

/**
 * Every part in every state, walked by the visual and accessibility tests: all on one page, or one kind by its address
 * (`#table`). Toasts need a `Toaster` around it.
 */
export function Gallery() {
  const [theme, choose] = useState<Theme>(readTheme());
  const [collapsed, setCollapsed] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const [jump, setJump] = useState('');
  const part = usePart();
  const parts = GALLERY_PARTS.filter(({ id }) => part === undefined || id === part);
  const sidebar = (
    <Sidebar
      brand="Quarterdeck"
      collapsed={collapsed}
      onCollapsedChange={setCollapsed}
      open={drawer}
      onOpenChange={setDrawer}
      footer="Watching itself: 906 checks on time"
      sections={[
        {
          id: 'main',
          items: [
            { id: 'dashboard', label: 'Dashboard', href: '#dashboard', icon: <Icon name="group" /> },
            {
              id: 'health',
              label: 'Health',
              href: '#health',
              icon: <Icon name="prometheus" />,
              count: 12,
              countTone: 'bad',
              countLabel: 'unhealthy',
            },
            { id: 'logs', label: 'Logs', href: '#logs', count: '38 new' },
          ],
        },
        {
          id: 'parts',
          title: 'Parts',
          items: [
            { id: 'all', label: 'All parts', href: '#all', current: part === undefined },
            ...GALLERY_PARTS.map(({ id, title }) => ({ id, label: title, href: `#${id}`, current: id === part })),
          ],
        },
      ]}
    />
  );
  const topBar = (
    <TopBar
      title="Parts"
      onMenu={() => setDrawer(true)}
      actions={
        <>
          <LiveDot state="live" />
          <ChoiceMenu
            label="Theme"
            compact
            align="end"
            value={theme}
            onChange={(next) => {
              setTheme(next as Theme);
              choose(next as Theme);
            }}
            options={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
          <IconButton label="Notifications" icon={<Bell size={16} aria-hidden="true" />} />
        </>
      }
    >
      <SearchBox label="Search or jump to" value={jump} onChange={setJump} className="qd-gallery-jump" />
    </TopBar>
  );
  return (
    <Frame
      sidebar={sidebar}
      topBar={topBar}
      banner={<Banner tone="warning">The server cannot be reached; data is 2 minutes old.</Banner>}
    >
      <div className="qd-gallery">
        {parts.map(({ id, Part }) => (
          <Part key={id} />
        ))}
      </div>
    </Frame>
  );
}
