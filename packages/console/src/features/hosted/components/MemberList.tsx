import { Button, ChoiceMenu, Confirm, toast } from '@quarterdeck/ui';
import { useState } from 'react';
import { useConsole } from '../../../data/context.ts';
import { failureText, HttpError } from '../../../data/http.ts';
import { refusalText } from '../model/refusals.ts';
import { hubActs } from '../queries/hub.ts';
import { type Member, type OrganizationProfile, ROLE_OPTIONS } from '../queries/profile.ts';
import { openSwitched } from './OrganizationList.tsx';

export interface MemberListProps {
  profile: OrganizationProfile;
  /** Who looks. */
  self: string | undefined;
  mayChange: boolean;
  /** Only owners make owners. */
  isOwner: boolean;
  onChanged: () => Promise<unknown>;
}

/** The members with their roles, which owners and admins change; anybody may leave. */
export function MemberList({ profile, self, mayChange, isOwner, onChanged }: MemberListProps) {
  const { http } = useConsole();
  const [leaving, setLeaving] = useState<Member>();
  const setRole = async (member: Member, role: string): Promise<void> => {
    try {
      await hubActs(http).setRole(profile.id, member.id, role);
      toast.success('Role updated successfully');
    } catch (error) {
      toast.error(textOf(error));
    }
    await onChanged();
  };
  const remove = async (member: Member): Promise<void> => {
    const acts = hubActs(http);
    if (member.userId === self) {
      await acts.leave(profile.id).catch(rephrase);
      openSwitched();
      return;
    }
    await acts.remove(profile.id, member.id).catch(rephrase);
    setLeaving(undefined);
    await onChanged();
  };
  const isSelf = leaving?.userId === self;
  const name = leaving?.user.name ?? '';
  return (
    <>
      <ul className="qd-hosted-people" aria-label="Members">
        {profile.members.map((member) => {
          const isFixed = !mayChange || (member.role === 'owner' && !isOwner);
          return (
            <li key={member.id}>
              <span className="qd-hosted-person">
                <b>{member.user.name}</b>
                <span className="qd-hosted-note">{member.user.email}</span>
              </span>
              {isFixed ? (
                <span>{ROLE_OPTIONS.find(({ value }) => value === member.role)?.label ?? member.role}</span>
              ) : (
                <ChoiceMenu
                  compact
                  align="end"
                  label={`Role of ${member.user.name}:`}
                  value={member.role}
                  options={ROLE_OPTIONS.filter(({ value }) => isOwner || value !== 'owner')}
                  onChange={(role) => void setRole(member, role)}
                />
              )}
              {(member.userId === self || !isFixed) && (
                <Button variant="ghost" onClick={() => setLeaving(member)}>
                  {member.userId === self ? 'Leave' : 'Remove'}
                  <span className="qd-sr"> {member.userId === self ? profile.name : member.user.name}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Confirm
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={isSelf ? `Leave “${profile.name}”?` : `Remove “${name}”?`}
        yesLabel={isSelf ? 'Leave' : 'Remove'}
        onConfirm={() => (leaving ? remove(leaving) : undefined)}
      >
        {isSelf ? 'You lose access to it at once.' : 'Within a minute no call of theirs is answered any more.'}
      </Confirm>
    </>
  );
}

function textOf(error: unknown): string {
  return (error instanceof HttpError ? refusalText(error.code) : undefined) ?? failureText(error);
}

/** A refusal in our words, for the dialog that shows it. */
function rephrase(error: unknown): never {
  throw new Error(textOf(error), { cause: error });
}
