import type { InviteRequest, Role } from '@quarterdeck/contract';
import { Dialog, toast } from '@quarterdeck/ui';
import { Form, FormButtons, FormFields, useForm } from '@quarterdeck/ui/form';
import { useMemo } from 'react';
import { useProof } from '../../../../shared/use-proof.tsx';
import { toldRefusal, userFields, userValue } from '../../model/user-form.ts';
import { formRole, type Invited, type User } from '../../model/users.ts';
import { useUserActs } from '../../queries/users.ts';

export interface InviteDialogProps {
  onInvited: (invited: Invited) => void;
  onClose: () => void;
}

const NOBODY = {};

/** Invites somebody by their address (contract screens §11.3). */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const { invite } = useUserActs();
  return (
    <PersonDialog
      title="Invite User"
      saveLabel="Invite user"
      savingLabel="Inviting"
      initial={NOBODY}
      onClose={onClose}
      onSave={async (request) => onInvited({ email: request.email, ...(await invite(request)) })}
    />
  );
}

export interface EditDialogProps {
  user: User;
  /** The person edits themselves: another administrator changes their role. */
  isSelf: boolean;
  onClose: () => void;
}

/** Changes name, address and role of somebody (contract screens §11.3). */
export function EditDialog({ user, isSelf, onClose }: EditDialogProps) {
  const { update } = useUserActs();
  const initial = useMemo(() => userValue(user, formRole(user.roles)), [user]);
  return (
    <PersonDialog
      title="Edit User"
      saveLabel="Update"
      savingLabel="Updating"
      initial={initial}
      isSelf={isSelf}
      onClose={onClose}
      onSave={async ({ role, ...names }) => {
        // Who has several roles keeps them until another one is chosen.
        const isChanged = !isSelf && role !== formRole(user.roles);
        const { name } = await update({ id: user.id, ...names, ...(isChanged ? { role } : {}) });
        toast.success(`${[name?.first, name?.last].filter(Boolean).join(' ')} updated successfully`);
        onClose();
      }}
    />
  );
}

interface PersonDialogProps {
  title: string;
  saveLabel: string;
  savingLabel: string;
  initial: Record<string, string>;
  isSelf?: boolean;
  onSave: (request: InviteRequest) => Promise<void>;
  onClose: () => void;
}

function PersonDialog({ title, saveLabel, savingLabel, initial, isSelf = false, onSave, onClose }: PersonDialogProps) {
  const { proven, question } = useProof();
  const { email } = initial;
  const schema = useMemo(() => userFields({ isSelf, ...(email === undefined ? {} : { email }) }), [isSelf, email]);
  const form = useForm({
    schema,
    initial,
    onSubmit: async (value) => {
      const text = (name: string) => String(value[name] ?? '').trim();
      const request = {
        firstName: text('firstName'),
        lastName: text('lastName'),
        email: text('email'),
        role: text('role') as Role, // the field offers roles alone
      };
      try {
        await proven(() => onSave(request));
      } catch (error) {
        throw toldRefusal(error);
      }
    },
  });
  return (
    <Dialog open onClose={onClose} title={title} size="small">
      <Form form={form} label={title}>
        <FormFields schema={schema} />
        <FormButtons form={form} saveLabel={saveLabel} savingLabel={savingLabel} onCancel={onClose} />
      </Form>
      {question}
    </Dialog>
  );
}
