import { Dialog, Menu, toast } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { Building2, Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { useConsole } from '../../../data/context.ts';
import { failureText } from '../../../data/http.ts';
import { hubActs, organizationsQuery } from '../queries/hub.ts';
import { CreateOrganization, openSwitched } from './OrganizationList.tsx';
import './organization-switcher.css';

/** The organisation that the page works in, and the way to others (spec 000 §2). */
export function OrganizationSwitcher() {
  const { http } = useConsole();
  const list = useQuery(organizationsQuery(http));
  const [making, setMaking] = useState(false);
  const organizations = list.data ?? [];
  const active = organizations.find((one) => one.active);
  const choose = (id: string): void => {
    hubActs(http)
      .setActive(id)
      .then(openSwitched, (error: unknown) => toast.error(failureText(error)));
  };
  return (
    <>
      <Menu
        align="end"
        label={active ? `Organisation: ${active.name}` : 'Organisation'}
        trigger={
          <>
            <Building2 size={15} aria-hidden="true" />
            <span className="qd-hosted-active">{active?.name ?? 'Organisation'}</span>
          </>
        }
        triggerClass="qd-btn qd-btn-ghost qd-hosted-switcher"
        items={[
          ...organizations.map(({ id, name, role, active: isActive }) => ({
            id,
            label: name,
            hint: role,
            icon: isActive ? <Check size={14} aria-label="Chosen" /> : <Building2 size={14} aria-hidden="true" />,
            onSelect: () => (isActive ? undefined : choose(id)),
          })),
          {
            id: 'create',
            label: 'Create organisation',
            icon: <Plus size={14} aria-hidden="true" />,
            separator: organizations.length > 0,
            onSelect: () => setMaking(true),
          },
        ]}
      />
      <Dialog open={making} onClose={() => setMaking(false)} title="Create organisation" size="small">
        <CreateOrganization />
      </Dialog>
    </>
  );
}
