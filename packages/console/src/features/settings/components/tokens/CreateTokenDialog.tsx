import { type FormSchema, LONGEST_TOKEN_NAME } from '@quarterdeck/contract';
import { Button, Dialog, ErrorView, Skeleton, toast } from '@quarterdeck/ui';
import { Form, FormFields, useForm } from '@quarterdeck/ui/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../../../../data/context.ts';
import { failureText, HttpError } from '../../../../data/http.ts';
import { useProof } from '../../../../shared/use-proof.tsx';
import { permissionLabel } from '../../model/tokens.ts';
import { deniableQuery, useTokenActs } from '../../queries/tokens.ts';
import { PermissionBoxes } from './PermissionBoxes.tsx';

export interface CreateTokenDialogProps {
  /** The token is there, and is shown this once. */
  onCreated: (created: { name: string; token: string }) => void;
  onClose: () => void;
}

const FIELDS: FormSchema = [
  {
    kind: 'text',
    path: 'name',
    label: 'Name',
    required: true,
    requiredText: 'Name is required',
    maxLength: LONGEST_TOKEN_NAME,
    hint: 'What uses it, so that you know it again: “deploy pipeline”.',
  },
  {
    kind: 'select',
    path: 'expiry',
    label: 'Expiry',
    required: true,
    options: [{ value: 'never', label: 'Never' }],
  },
];
const INITIAL = { name: '', expiry: 'never' };
const NOTHING: ReadonlySet<string> = new Set();

/** Makes a token of the person (spec 001 §2 "Create token dialog", contract screens §14.1). */
export function CreateTokenDialog({ onCreated, onClose }: CreateTokenDialogProps) {
  const { http } = useConsole();
  const permissions = useQuery(deniableQuery(http));
  const [denied, setDenied] = useState(NOTHING);
  const { create } = useTokenActs();
  const { proven, question } = useProof();
  const form = useForm({
    schema: FIELDS,
    initial: INITIAL,
    async onSubmit(value) {
      const name = String(value.name ?? '').trim();
      const taken = permissions.data?.filter((one) => denied.has(permissionLabel(one))) ?? [];
      try {
        const token = await proven(() => create({ name, expiry: String(value.expiry), deny_permissions: taken }));
        toast.success('Token created successfully');
        onCreated({ name, token });
      } catch (error) {
        const text = failureText(error);
        if (error instanceof HttpError && error.code === 'TOKEN_NAME_TAKEN') form.refuse({ name: text });
        else toast.error(text === '' ? 'Failed to create token' : text);
      }
    },
  });
  return (
    <Dialog open onClose={onClose} title="Create new token" size="medium">
      <Form form={form} label="Create new token">
        <FormFields schema={FIELDS} />
        <fieldset className="qd-fieldset qd-token-permissions">
          <legend>Permissions</legend>
          <p className="qd-field-hint">The token may do what you may, and never more. Uncheck what it shall not do.</p>
          {permissions.isPending && <Skeleton label="Loading permissions..." />}
          {permissions.isError && (
            <ErrorView
              title="Your permissions could not be loaded"
              message={failureText(permissions.error)}
              onRetry={() => void permissions.refetch()}
              retrying={permissions.isFetching}
            />
          )}
          {permissions.data && <PermissionBoxes permissions={permissions.data} denied={denied} onChange={setDenied} />}
        </fieldset>
        <div className="qd-form-buttons">
          <span className="qd-grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            pending={form.isSubmitting}
            disabled={!form.isValid || permissions.data === undefined}
          >
            {form.isSubmitting ? 'Creating...' : 'Create Token'}
          </Button>
        </div>
      </Form>
      {question}
    </Dialog>
  );
}
