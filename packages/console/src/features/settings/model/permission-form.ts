import type { FormSchema, Json, PermissionRow } from '@quarterdeck/contract';
import { roles } from '@quarterdeck/contract';
import type { FormErrors, FormValue } from '@quarterdeck/ui/form';
import { ACTION_LABELS, OBJECT_LABELS, SUBJECT_LABELS } from './permissions.ts';

/** Kinds of what a rule is about, by the column that holds it. */
const RESOURCES = [
  { value: 'catalog', label: 'Catalog', column: 'config_id', of: 'config' },
  { value: 'component', label: 'Component', column: 'component_id', of: 'component' },
  { value: 'connection', label: 'Connection', column: 'connection_id', of: 'connection' },
  { value: 'playbook', label: 'Playbook', column: 'playbook_id', of: 'playbook' },
  { value: 'canary', label: 'Health check', column: 'canary_id', of: 'canary' },
] as const;

const SELECTOR_HINT =
  'Lists of selectors by kind: configs, components, connections, playbooks, checks, canaries. For example configs: [{types: [Kubernetes::Pod]}]';

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What a rule is about; shown while it names nothing yet (contract screens §11.1). */
export const resourceFields: FormSchema = [
  {
    kind: 'one-of',
    label: 'Resource',
    path: 'resource',
    tabs: true,
    options: [
      ...RESOURCES.map(({ value, label, column, of }) => ({
        value,
        label,
        owns: [column],
        fields: [{ kind: 'resource' as const, of, path: column, label, required: true }],
      })),
      {
        value: 'global',
        label: 'Global',
        owns: ['object'],
        fields: [
          { kind: 'combobox', path: 'object', label: 'Object', required: true, options: optionsOf(OBJECT_LABELS) },
        ],
      },
      {
        value: 'selector',
        label: 'Selector',
        owns: ['object_selector'],
        fields: [
          {
            kind: 'code',
            language: 'yaml',
            as: 'value',
            size: 'very-small',
            path: 'object_selector',
            label: 'Selector',
            required: true,
            hint: SELECTOR_HINT,
          },
        ],
      },
    ],
  },
];

const roleOptions = ['everyone', ...roles].map((value) => ({ value, label: value, hint: 'role' }));

/** Whom a rule is for. Each kind keeps its choice under its own name, so that another kind begins empty. */
export const subjectFields: FormSchema = [
  {
    kind: 'one-of',
    label: 'Subject',
    path: 'subject_type',
    tabs: true,
    options: Object.entries(SUBJECT_LABELS).map(([value, label]) => ({
      value,
      label,
      owns: [`for_${value}`],
      fields: [
        value === 'group'
          ? {
              kind: 'combobox' as const,
              path: 'for_group',
              label,
              required: true,
              creatable: true,
              options: roleOptions,
              hint: 'A role, or the name of a permission group',
            }
          : { kind: 'combobox' as const, path: `for_${value}`, label, required: true, source: value },
      ],
    })),
  },
];

/** What may be done, and when. */
export const actionFields: FormSchema = [
  {
    kind: 'combobox',
    path: 'action',
    label: 'Action',
    required: true,
    creatable: true,
    options: optionsOf(ACTION_LABELS).map((option) => ({ ...option, hint: option.value })),
    hint: 'Several are written with commas, a leading ! leaves one out',
  },
  { kind: 'switch', path: 'deny', label: 'Deny', hint: 'A rule that denies wins over all that allow' },
  { kind: 'text', path: 'description', label: 'Description', multiline: true },
  {
    kind: 'group',
    label: 'Only some items',
    hint: 'All that is given must fit the item of the catalog',
    collapsed: true,
    fields: [
      { kind: 'combobox', path: 'agents', label: 'Agents', multiple: true, creatable: true, source: 'agent' },
      { kind: 'key-value', path: 'tags', label: 'Tags' },
    ],
  },
];

/** All fields of the dialog, in their order. */
export const permissionFields: FormSchema = [...resourceFields, ...subjectFields, ...actionFields];

/** What a new rule begins with. */
export const NEW_PERMISSION: FormValue = { resource: 'catalog', subject_type: 'team', deny: false };

/** The value of the form for a stored rule. */
export function formOf(row: Omit<PermissionRow, 'created_by'>): FormValue {
  const { subject_type: type, subject, action, deny, description, until, agents, tags } = row;
  const held = RESOURCES.find(({ column }) => row[column] !== null);
  const hasSelector = row.object_selector !== null && Object.keys(row.object_selector).length > 0;
  const about: FormValue = hasSelector
    ? { resource: 'selector', object_selector: row.object_selector as Json } // lists of selectors by kind
    : row.object || !held
      ? { resource: 'global', object: row.object || '*' }
      : { resource: held.value, [held.column]: row[held.column] };
  return {
    ...about,
    subject_type: type,
    ...(subject === null ? {} : { [`for_${type}`]: subject }),
    action,
    deny,
    ...(description ? { description } : {}),
    ...(until ? { until } : {}),
    ...(agents && agents.length > 0 ? { agents } : {}),
    ...(tags && Object.keys(tags).length > 0 ? { tags } : {}),
  };
}

/** The columns to write: what was not chosen is null, so that nothing of another choice stays. */
export function columnsOf(value: FormValue): Partial<PermissionRow> {
  const text = (path: string): string | null => {
    const held = value[path];
    return typeof held === 'string' && held.trim() !== '' ? held.trim() : null;
  };
  const type = text('subject_type') ?? 'team';
  const subject = text(`for_${type}`);
  const ifType = (one: string) => (one === type ? subject : null);
  const columns: Record<string, unknown> = {
    ...Object.fromEntries(RESOURCES.map(({ column }) => [column, text(column)])),
    object: text('object') === '*' ? null : text('object'),
    object_selector: value.object_selector ?? null,
    subject_type: type,
    subject,
    // The older columns say the same, for clients that read those.
    person_id: ifType('person'),
    team_id: ifType('team'),
    notification_id: ifType('notification'),
    action: text('action'),
    deny: value.deny === true,
    description: text('description'),
    until: text('until'),
    agents: value.agents ?? null,
    tags: value.tags ?? null,
  };
  return columns as Partial<PermissionRow>;
}

/** Where the database's name of a refused column stands in the form. */
function refusedColumn(column: string, type: string): string {
  return column === 'subject' ? `for_${type}` : column;
}

/** What the server refused of a rule, by the field of the form: its answer names the column in `details` (`field x`). */
export function refusedPermission(failure: { message: string; details: unknown }, value: FormValue): FormErrors | null {
  const column = typeof failure.details === 'string' ? /^field (\w+)$/.exec(failure.details)?.[1] : undefined;
  return column === undefined ? null : { [refusedColumn(column, String(value.subject_type))]: failure.message };
}
