import { Confirm, Menu, toast } from '@quarterdeck/ui';
import { Ban, CircleCheck, Ellipsis, Mail, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../../../data/http.ts';
import { useProof } from '../../../../shared/use-proof.tsx';
import { toldRefusal } from '../../model/user-form.ts';
import { formRole, type Invited, type User } from '../../model/users.ts';
import { useUserActs } from '../../queries/users.ts';

export interface UserMenuProps {
  user: User;
  /** It is the person who looks: what would shut them out is not offered. */
  isSelf: boolean;
  onEdit: () => void;
  onInvited: (invited: Invited) => void;
}

/** What can be done with somebody: edit, invite once more, keep out or let in, delete. */
export function UserMenu({ user, isSelf, onEdit, onInvited }: UserMenuProps) {
  const [asking, setAsking] = useState<'delete' | 'deactivate'>();
  const { invite, update, remove } = useUserActs();
  const { proven, question } = useProof();
  const act = async (work: () => Promise<unknown>) => {
    try {
      await proven(work);
      setAsking(undefined);
    } catch (error) {
      throw toldRefusal(error);
    }
  };
  const actQuietly = (work: () => Promise<unknown>) =>
    void act(work).catch((error: unknown) => toast.error(failureText(error)));
  const inviteAgain = async () => {
    const { email, firstName, lastName, roles } = user;
    const role = formRole(roles);
    if (role !== '') onInvited({ email, ...(await invite({ email, firstName, lastName, role })) });
  };
  const mayInviteAgain = user.isActive && user.lastLogin === null && user.roles.length > 0;
  return (
    <>
      <Menu
        label={`Actions for ${user.name}`}
        align="end"
        triggerClass="qd-btn qd-btn-ghost qd-icon-btn"
        trigger={<Ellipsis size={15} aria-hidden="true" />}
        items={[
          { id: 'edit', label: 'Edit User', icon: <Pencil size={14} aria-hidden="true" />, onSelect: onEdit },
          ...(mayInviteAgain
            ? [
                {
                  id: 'invite',
                  label: 'Send invitation again',
                  icon: <Mail size={14} aria-hidden="true" />,
                  onSelect: () => actQuietly(inviteAgain),
                },
              ]
            : []),
          ...(isSelf
            ? []
            : [
                user.isActive
                  ? {
                      id: 'deactivate',
                      label: 'Deactivate',
                      icon: <Ban size={14} aria-hidden="true" />,
                      onSelect: () => setAsking('deactivate'),
                    }
                  : {
                      id: 'reactivate',
                      label: 'Reactivate',
                      icon: <CircleCheck size={14} aria-hidden="true" />,
                      onSelect: () =>
                        actQuietly(async () => {
                          await update({ id: user.id, active: true });
                          toast.success(`${user.name} can sign in again`);
                        }),
                    },
                {
                  id: 'delete',
                  label: 'Delete',
                  icon: <Trash2 size={14} aria-hidden="true" />,
                  danger: true,
                  separator: true,
                  onSelect: () => setAsking('delete'),
                },
              ]),
        ]}
      />
      <Confirm
        open={asking === 'delete'}
        title="Delete User ?"
        onClose={() => setAsking(undefined)}
        onConfirm={() =>
          act(async () => {
            await remove(user.id);
            toast.success('user deleted successfully');
          })
        }
      >
        <p>Are you sure you want to delete this user ?</p>
        <p>
          <b>{user.name}</b> · {user.email}
        </p>
        {question}
      </Confirm>
      <Confirm
        open={asking === 'deactivate'}
        title={`Deactivate ${user.name}?`}
        yesLabel="Deactivate"
        onClose={() => setAsking(undefined)}
        onConfirm={() =>
          act(async () => {
            await update({ id: user.id, active: false });
            toast.success(`${user.name} was deactivated`);
          })
        }
      >
        <p>All sessions and tokens end at once. The account stays, and can be let in again.</p>
        {question}
      </Confirm>
      {asking === undefined && question}
    </>
  );
}
