import { CANARY_SPEC_FILE, CHECK_FORMS_FILE, type FormSchema, type Json } from '@quarterdeck/contract';
import type { SettingsResource, SpecLanguage } from './resource.ts';

interface NamedForm {
  isNew: boolean;
  language: SpecLanguage;
  schema: Json | undefined;
}

/** Fields of resources that have a namespace and labels: topologies and health checks (spec 001 §3). */
function namespacedFields({ isNew, language, schema }: NamedForm): FormSchema {
  return [
    { kind: 'text', path: 'name', label: 'Name', required: true, readOnly: !isNew },
    { kind: 'text', path: 'namespace', label: 'Namespace', required: true, readOnly: !isNew },
    { kind: 'key-value', path: 'labels', label: 'Labels' },
    {
      kind: 'code',
      path: 'spec',
      label: 'Spec',
      required: true,
      language,
      as: 'value',
      size: 'medium',
      ...(schema === undefined ? {} : { schema }),
    },
  ];
}

/** Health checks: canaries that the console or the API keeps run from the moment they are saved. */
export const canaryResource: SettingsResource = {
  table: 'canaries',
  list: 'canaries_with_status',
  title: 'Health Check',
  addTitle: 'Add Health Check',
  feature: 'settings.health',
  resource: 'canaries',
  jobType: 'canary',
  // Its list has no `updated_at`; the namespace stands beside the name.
  hidden: ['namespace', 'updated_at'],
  fields: namespacedFields,
  schemaFile: CANARY_SPEC_FILE,
  formsFile: CHECK_FORMS_FILE,
  kindsLabel: 'Kinds of health checks',
  initial: {
    name: '',
    namespace: 'default',
    labels: {},
    source: 'UI',
    spec: { schedule: '@every 1m', http: [{ name: 'example', url: 'https://example.com' }] },
  },
  emptyHint: 'Add a health check here, or put canary documents into the configuration folder.',
};

/** Teams: people who answer for things together, and the rules that mean them all. */
const teamResource: SettingsResource = {
  table: 'teams',
  list: 'teams_with_status',
  title: 'Teams',
  addTitle: 'Add Teams',
  feature: 'settings.teams',
  resource: 'database',
  jobType: 'team',
  hidden: ['schedule', 'namespace', 'last_runtime', 'labels'],
  fields: ({ isNew, language }) => [
    { kind: 'text', path: 'name', label: 'Name', required: true, readOnly: !isNew },
    { kind: 'icon', path: 'icon', label: 'Icon' },
    { kind: 'code', path: 'spec', label: 'Spec', language, as: 'value', size: 'medium' },
  ],
  hasMembers: true,
  initial: { name: '', icon: 'group', source: 'UI', spec: {} },
  emptyHint: 'Add a team, then its members: permissions and notifications can mean them all.',
};

/** Every kind of resource that has generic settings pages. */
export const settingsResources: readonly SettingsResource[] = [canaryResource, teamResource];
