import { Avatar, Button, Empty, Menu, Skeleton } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, UserMinus, UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useAccess } from '../../../../data/access.ts';
import { useConsole } from '../../../../data/context.ts';
import { Denied, LoadError } from '../../../../shared/LoadError.tsx';
import { orderBy } from '../../model/order.ts';
import { type Member, membersQuery, useMemberActs } from '../../queries/teams.ts';
import { AddMembers } from './AddMembers.tsx';
import './teams.css';

export interface TeamMembersProps {
  team: { id: string; name: string };
}

/** Who belongs to a team (contract screens §11.4, "Members tab"). */
export function TeamMembers({ team }: TeamMembersProps) {
  const { db } = useConsole();
  const query = useQuery(membersQuery(db, team.id));
  const mayWrite = useAccess()?.can('database', 'write') ?? false;
  const [adding, setAdding] = useState(false);
  const { remove } = useMemberActs(team);
  const rows = query.data?.rows;
  const members = useMemo(() => {
    const living = (rows ?? []).flatMap(({ person_id: one }) => (one && one.deleted_at === null ? [one] : []));
    return orderBy<Member>(living, ({ name }) => name, false);
  }, [rows]);
  const addButton = mayWrite && (
    <Button variant="primary" icon={<UserPlus size={14} aria-hidden="true" />} onClick={() => setAdding(true)}>
      Add Members
    </Button>
  );
  return (
    <div className="qd-members">
      <LoadError title="The members could not be loaded" query={query} />
      <Denied error={query.error} />
      {query.isPending && <Skeleton shape="text" count={6} label="Loading the members" />}
      {rows && members.length === 0 && (
        <Empty title="Add team members" actions={addButton}>
          You haven't added any team members to the team yet.
        </Empty>
      )}
      {members.length > 0 && (
        <>
          <div className="qd-members-head">
            <span>
              {members.length} {members.length === 1 ? 'member' : 'members'}
            </span>
            {addButton}
          </div>
          <ul aria-label={`Members of ${team.name}`}>
            {members.map((member) => (
              <li key={member.id}>
                <Avatar name={member.name} image={member.avatar} size={28} />
                <span className="qd-members-name">
                  <b>{member.name}</b>
                  <span className="qd-dim">{member.email}</span>
                </span>
                {mayWrite && (
                  <Menu
                    label={`Actions for ${member.name}`}
                    align="end"
                    triggerClass="qd-btn qd-btn-ghost qd-icon-btn"
                    trigger={<Ellipsis size={15} aria-hidden="true" />}
                    items={[
                      {
                        id: 'remove',
                        label: 'Remove user',
                        icon: <UserMinus size={14} aria-hidden="true" />,
                        danger: true,
                        onSelect: () => remove.mutate(member),
                      },
                    ]}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {adding && (
        <AddMembers team={team} members={new Set(members.map(({ id }) => id))} onClose={() => setAdding(false)} />
      )}
    </div>
  );
}
