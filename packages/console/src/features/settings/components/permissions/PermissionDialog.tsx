import { Button, Confirm, Dialog } from '@quarterdeck/ui';
import { Form, FormButtons, FormFields, type FormHandle, useForm } from '@quarterdeck/ui/form';
import { useMemo, useState } from 'react';
import { useAccess } from '../../../../data/access.ts';
import { useConsole } from '../../../../data/context.ts';
import { HttpError } from '../../../../data/http-error.ts';
import { KeeperNote } from '../../../../shared/KeeperNote.tsx';
import { keeperOf } from '../../../../shared/keeper.ts';
import { pickSources } from '../../../../shared/pick-sources.ts';
import {
  actionFields,
  columnsOf,
  formOf,
  NEW_PERMISSION,
  permissionFields,
  refusedPermission,
  resourceFields,
  subjectFields,
} from '../../model/permission-form.ts';
import { type ListedPermission, resourceOf } from '../../model/permissions.ts';
import { usePermissionAct } from '../../queries/permissions.ts';
import { PermissionEnd } from './PermissionEnd.tsx';
import { UntilField } from './UntilField.tsx';

export interface PermissionDialogProps {
  /** The stored rule; none for a new one. */
  permission?: ListedPermission;
  onClose: () => void;
}

/** Fixed by contract screens §11.1. */
const QUESTION = 'Are you sure you want to delete the permission?';

/** Adds a rule about access, or changes or deletes a stored one. What something else keeps is only shown. */
export function PermissionDialog({ permission, onClose }: PermissionDialogProps) {
  const { http } = useConsole();
  const sources = useMemo(() => pickSources(http), [http]);
  const { mutateAsync } = usePermissionAct();
  const [deleting, setDeleting] = useState(false);
  const mayWrite = useAccess()?.can('permissions', 'write') ?? false;
  const keeper = permission ? keeperOf(permission) : null;
  const readOnly = !mayWrite || keeper !== null;
  const initial = useMemo(() => (permission ? formOf(permission) : NEW_PERMISSION), [permission]);
  const form: FormHandle = useForm({
    schema: permissionFields,
    initial,
    onSubmit: async (value) => {
      const columns = columnsOf(value);
      try {
        await mutateAsync(permission ? { act: 'update', id: permission.id, columns } : { act: 'add', columns });
      } catch (error) {
        const refused = error instanceof HttpError ? refusedPermission(error, value) : null;
        if (refused) form.refuse(refused);
        throw refused ? new Error('The server refused this: see the marked fields.') : error;
      }
      onClose();
    },
  });
  const remove = async () => {
    if (!permission) return;
    await mutateAsync({ act: 'delete', id: permission.id });
    onClose();
  };
  const until = form.value.until;
  return (
    <Dialog open onClose={onClose} title={titleOf(permission, readOnly)} size="medium">
      <Form form={form} label="Permission" sources={sources} readOnly={readOnly}>
        {permission ? (
          <dl className="qd-permission-held">
            <dt>Resource</dt>
            <dd>
              <PermissionEnd end={resourceOf(permission)} />
            </dd>
          </dl>
        ) : (
          <FormFields schema={resourceFields} />
        )}
        <FormFields schema={subjectFields} />
        <FormFields schema={actionFields} />
        <UntilField
          value={typeof until === 'string' ? until : undefined}
          onChange={(next) => form.set('until', next)}
          readOnly={readOnly}
          error={form.errors.until}
        />
        {keeper && <KeeperNote keeper={keeper} />}
        {!readOnly && (
          <FormButtons form={form} saveLabel="Save" savingLabel="Saving ....">
            {permission && (
              <Button variant="danger" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
          </FormButtons>
        )}
      </Form>
      <Confirm open={deleting} onClose={() => setDeleting(false)} title="Delete Permission" onConfirm={remove}>
        {QUESTION}
      </Confirm>
    </Dialog>
  );
}

function titleOf(permission: ListedPermission | undefined, readOnly: boolean): string {
  if (readOnly) return 'Permission';
  return permission ? 'Edit Permission' : 'Add Permission';
}
