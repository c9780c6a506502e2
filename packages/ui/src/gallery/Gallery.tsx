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
import { CodeGallery } from './CodeGallery.tsx';
import { ControlsGallery } from './Controls.tsx';
import { DisplayGallery } from './Display.tsx';
import { FeedbackGallery } from './Feedback.tsx';
import { FiltersGallery } from './Filters.tsx';
import { FormGallery } from './FormGallery.tsx';
import { TableGallery } from './TableGallery.tsx';

/** Every part in every state on one page, walked by the visual and accessibility tests. Toasts need a `Toaster` around it. */
export function Gallery() {
  const [theme, choose] = useState<Theme>(readTheme());
  const [collapsed, setCollapsed] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const [jump, setJump] = useState('');
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
              current: true,
              count: 12,
              countTone: 'bad',
              countLabel: 'unhealthy',
            },
            { id: 'logs', label: 'Logs', href: '#logs', count: '38 new' },
          ],
        },
        {
          id: 'settings',
          title: 'Settings',
          items: [{ id: 'connections', label: 'Connections', href: '#connections' }],
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
        <TableGallery />
        <ControlsGallery />
        <FiltersGallery />
        <DisplayGallery />
        <FeedbackGallery />
        <FormGallery />
        <CodeGallery />
      </div>
    </Frame>
  );
}
