import type { TriStateValue } from '@quarterdeck/kit';
import { Clock, Ellipsis, Play, RefreshCw, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonVariant, buttonClass, IconButton, LinkButton, TextButton } from '../controls/Button.tsx';
import { Chip } from '../controls/Chip.tsx';
import { Pager } from '../controls/Pager.tsx';
import { SearchBox } from '../controls/SearchBox.tsx';
import { Switch, Toggle } from '../controls/Switch.tsx';
import { Tabs } from '../controls/Tabs.tsx';
import { TextField } from '../controls/TextInput.tsx';
import { TriStateFilter } from '../controls/TriStateFilter.tsx';
import { ChoiceMenu, Menu } from '../overlay/Menu.tsx';
import { Section } from './Section.tsx';

const VARIANTS: readonly ButtonVariant[] = ['primary', 'default', 'ghost', 'danger-quiet', 'danger'];
const nothing = () => {};

/** Buttons, fields, filters, tabs and pager in their states. */
export function ControlsGallery() {
  return (
    <>
      <Section title="Buttons">
        {[false, true].map((pending) => (
          <div className="qd-row" key={String(pending)}>
            {VARIANTS.map((variant) => (
              <Button key={variant} variant={variant} pending={pending}>
                {pending ? 'Saving' : variant}
              </Button>
            ))}
          </div>
        ))}
        <div className="qd-row">
          <Button variant="primary" icon={<Play size={13} aria-hidden="true" />}>
            Run now
          </Button>
          <Button disabled>No permission</Button>
          <IconButton label="Refresh" icon={<RefreshCw size={15} aria-hidden="true" />} />
          <IconButton label="Edit" icon={<SquarePen size={15} aria-hidden="true" />} aria-pressed />
          <IconButton label="Delete" icon={<Trash2 size={15} aria-hidden="true" />} disabled />
          <LinkButton href="#main">A link</LinkButton>
          <span>
            884 passing hidden · <TextButton>Show</TextButton>
          </span>
        </div>
      </Section>
      <FieldsSection />
      <FiltersSection />
      <Section title="Menus">
        <div className="qd-row">
          <Menu
            label="More actions"
            trigger={<Ellipsis size={15} aria-hidden="true" />}
            triggerClass={buttonClass('ghost', 'qd-icon-btn')}
            items={[
              {
                id: 'run',
                label: 'Run now',
                icon: <Play size={14} aria-hidden="true" />,
                hint: 'R',
                onSelect: nothing,
              },
              { id: 'evidence', label: 'Attach as evidence', onSelect: nothing },
              { id: 'no', label: 'Not permitted', disabled: true, onSelect: nothing },
              { id: 'delete', label: 'Delete', danger: true, separator: true, onSelect: nothing },
            ]}
          />
          <ChoiceSample />
        </div>
      </Section>
      <TabsSection />
      <PagerSection />
    </>
  );
}

function FieldsSection() {
  const [text, setText] = useState('ledger-primary');
  const [search, setSearch] = useState('');
  const [filled, setFilled] = useState('ledger');
  const [on, setOn] = useState(true);
  const [off, setOff] = useState(false);
  return (
    <Section title="Fields and switches">
      <SearchBox
        label="Search checks"
        placeholder="Search by name, description, or endpoint"
        value={search}
        onChange={setSearch}
        hotkey
      />
      <SearchBox label="Search again" value={filled} onChange={setFilled} />
      <TextField label="Name" hint="Letters, digits and dashes" value={text} onChange={setText} />
      <TextField label="Key" error="This field is required" placeholder="key" value="" onChange={nothing} />
      <div className="qd-row">
        <Switch label="Hide passing" checked={on} onChange={setOn} />
        <Switch label="Live" checked={off} onChange={setOff} />
        <Switch label="Not permitted" checked={false} disabled onChange={nothing} />
      </div>
    </Section>
  );
}

function FiltersSection() {
  const [pressed, setPressed] = useState(true);
  const [type, setType] = useState<TriStateValue>({ http: 1, dns: 1 });
  const [agent, setAgent] = useState<TriStateValue>({});
  const types = ['http', 'dns', 'tcp', 'icmp', 'postgres', 'redis'].map((value, i) => ({ value, count: 214 - i * 31 }));
  return (
    <Section title="Filters and chips">
      <div className="qd-row">
        <Toggle label="Not passing" pressed={pressed} onChange={setPressed} />
        <TriStateFilter label="Type" options={types} value={type} onChange={setType} />
        <TriStateFilter
          label="Agent"
          mode="tags"
          options={[
            { value: 'agent:eu-west', label: 'eu-west' },
            { value: 'agent:us-east', label: 'us-east' },
          ]}
          value={agent}
          onChange={setAgent}
        />
      </div>
      <div className="qd-row">
        <Chip>neutral</Chip>
        <Chip tone="accent" removeLabel="Remove filter team" onRemove={nothing}>
          team: payments
        </Chip>
        <Chip tone="include" removeLabel="Remove filter type http" onRemove={nothing}>
          type: http
        </Chip>
        <Chip tone="exclude" removeLabel="Remove filter agent us-east" onRemove={nothing}>
          not agent: us-east
        </Chip>
      </div>
    </Section>
  );
}

function ChoiceSample() {
  const [group, setGroup] = useState('canary_name');
  const [range, setRange] = useState('1h');
  return (
    <>
      <ChoiceMenu
        label="Group by"
        value={group}
        onChange={setGroup}
        options={[
          { value: 'none', label: 'No grouping' },
          { value: 'canary_name', label: 'Group name' },
          { value: 'type', label: 'Type' },
          { value: 'team', label: 'team', section: 'Labels' },
          { value: 'tier', label: 'tier', disabled: true },
        ]}
      />
      <ChoiceMenu
        label="Time range"
        compact
        icon={<Clock size={13} aria-hidden="true" />}
        value={range}
        onChange={setRange}
        options={[
          { value: '15m', label: 'Last 15 minutes' },
          { value: '1h', label: 'Last 1 hour' },
        ]}
      />
    </>
  );
}

function TabsSection() {
  const [tab, setTab] = useState('all');
  const names = ['payments', 'checkout', 'identity', 'search', 'ingress', 'data-platform', 'monitoring', 'kube-system'];
  return (
    <Section title="Tabs">
      <Tabs
        label="Namespaces"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'all', label: 'All', count: 1022 },
          ...names.map((name, i) => ({
            id: name,
            label: name,
            count: Math.max(0, 5 - i),
            tone: 'bad' as const,
            countLabel: `${Math.max(0, 5 - i)} unhealthy`,
          })),
        ]}
      />
    </Section>
  );
}

function PagerSection() {
  const [page, setPage] = useState(2);
  const [size, setSize] = useState(50);
  return (
    <Section title="Pager">
      <Pager label="Sample pages" pageIndex={page} pageSize={size} total={3956} onPage={setPage} onPageSize={setSize} />
      <Pager label="One page" pageIndex={0} pageSize={50} total={12} onPage={nothing} onPageSize={nothing} />
      <Pager label="No pages" pageIndex={0} pageSize={50} total={0} onPage={nothing} />
      <Pager label="Many pages" pageIndex={24_690} pageSize={50} total={1_234_567} onPage={nothing} />
    </Section>
  );
}
