import { type FormSchema, roles } from '@quarterdeck/contract';
import { Dialog } from '@quarterdeck/ui';
import { Form, FormButtons, FormFields, useForm } from '@quarterdeck/ui/form';
import { useMemo } from 'react';
import { useConsole } from '../data/context.ts';
import { enterView } from '../data/view-as.ts';
import { pickSources } from '../shared/pick-sources.ts';

const FIELDS: FormSchema = [
  {
    kind: 'one-of',
    label: 'As',
    path: 'type',
    options: [
      {
        value: 'person',
        label: 'A person',
        owns: ['person'],
        fields: [{ kind: 'resource', of: 'person', path: 'person', label: 'Person', required: true }],
      },
      {
        value: 'role',
        label: 'A role',
        owns: ['role'],
        fields: [
          {
            kind: 'select',
            path: 'role',
            label: 'Role',
            required: true,
            placeholder: 'Choose a role',
            options: roles.map((value) => ({ value, label: value })),
          },
        ],
      },
    ],
  },
  {
    kind: 'note',
    text: 'You see what they may see and you may too, and change nothing. It holds for all tabs of this browser, ends by itself after half an hour, and is written down.',
  },
];

const INITIAL = { type: 'person' };

/** Asks as whom an administrator wants to see the product. */
export function ViewAsDialog({ onClose }: { onClose: () => void }) {
  const { http } = useConsole();
  const sources = useMemo(() => pickSources(http), [http]);
  const form = useForm({
    schema: FIELDS,
    initial: INITIAL,
    onSubmit: ({ type, person, role }) =>
      enterView(http, type === 'role' ? { type: 'role', id: String(role) } : { type: 'person', id: String(person) }),
  });
  return (
    <Dialog open onClose={onClose} title="View as" size="small">
      <Form form={form} label="View as" sources={sources}>
        <FormFields schema={FIELDS} />
        <FormButtons form={form} saveLabel="View" savingLabel="Entering" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
