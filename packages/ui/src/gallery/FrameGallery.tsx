import { Settings } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { FrameSkeleton, LiveDot, TopBar } from '../frame/Frame.tsx';
import { SidebarGroup, type SidebarGroupProps } from '../frame/SidebarGroup.tsx';
import { Palette, type PaletteSection } from '../overlay/Palette.tsx';
import { HealthShape } from '../status/HealthMark.tsx';
import { Icon } from '../status/Icon.tsx';
import { Section } from './Section.tsx';

const nothing = () => {};

const SETTINGS: SidebarGroupProps['group'] = {
  id: 'settings',
  label: 'Settings',
  icon: <Settings size={16} aria-hidden="true" />,
  items: [
    { id: 'checks', label: 'Health Check', href: '#frame' },
    { id: 'jobs', label: 'Jobs History', href: '#frame', count: '3 failed', countTone: 'bad' },
    { id: 'flags', label: 'Feature Flags', href: '#frame', current: true },
  ],
};

const FOUND: readonly PaletteSection[] = [
  {
    id: 'checks',
    title: 'Checks',
    items: [
      { id: 'lag', label: 'ledger / replication lag', icon: <HealthShape health="unhealthy" />, hint: 'payments' },
      { id: 'ready', label: 'ledger / readiness', icon: <HealthShape health="healthy" />, hint: 'payments' },
    ],
  },
  {
    id: 'pages',
    title: 'Pages',
    items: [{ id: 'health', label: 'Health', icon: <Icon name="prometheus" />, keys: ['G', 'H'] }],
  },
];

/** What stands around every page: the way to it, groups of the navigation, the frame before it is known, the palette. */
export function FrameGallery() {
  return (
    <>
      <Section title="Top bar and breadcrumb">
        <TopBar title="Health" actions={<LiveDot state="live" />} />
        <TopBar
          title="A deployment"
          crumbs={[
            { label: 'Catalog', href: '#frame' },
            { label: 'Kubernetes::Deployment', href: '#data-table' },
            { label: 'a-deployment-whose-name-is-longer-than-the-place-for-it-7f9c5d8b64' },
          ]}
          actions={<Button variant="primary">Edit</Button>}
        />
      </Section>
      <Section title="Groups of the navigation">
        <Entries>
          <SidebarGroup group={SETTINGS} collapsed={false} onFollow={nothing} />
        </Entries>
        <Entries>
          <SidebarGroup
            group={{ ...SETTINGS, id: 'closed', label: 'Closed settings', open: false }}
            collapsed={false}
            onFollow={nothing}
          />
        </Entries>
        <div className="qd-side-collapsed qd-gallery-narrow">
          <Entries>
            <SidebarGroup
              group={{ ...SETTINGS, id: 'beside', label: 'Settings beside' }}
              collapsed
              onFollow={nothing}
            />
          </Entries>
        </div>
      </Section>
      <Section title="The frame before it is known who is there" wide>
        <div className="qd-gallery-frame">
          <FrameSkeleton />
        </div>
        <div className="qd-gallery-frame">
          <FrameSkeleton bare />
        </div>
      </Section>
      <PaletteSamples />
    </>
  );
}

function Entries({ children }: { children: ReactNode }) {
  return (
    <ul className="qd-nav-list">
      <li>{children}</li>
    </ul>
  );
}

function PaletteSamples() {
  const [query, setQuery] = useState('');
  const [sections, setSections] = useState<readonly PaletteSection[]>();
  const close = () => setSections(undefined);
  return (
    <Section title="Palette">
      <div className="qd-row">
        <Button onClick={() => setSections(FOUND)}>Open palette</Button>
        <Button onClick={() => setSections([])}>Open palette of nothing</Button>
      </div>
      {sections && (
        <Palette
          label="Find and do"
          placeholder="Search pages, checks and commands"
          query={query}
          onQuery={setQuery}
          sections={sections}
          onPick={close}
          onClose={close}
          note={sections.length > 0 ? '3 found' : 'Nothing is called that'}
        />
      )}
    </Section>
  );
}
