import {
  type AccessAction,
  accessActions,
  type GuardedKind,
  guardedKinds,
  type WhyAnswer,
  type WhyParty,
  type WhyReason,
  type WhySubjectType,
  whySubjectTypes,
} from '@quarterdeck/contract';
import { matterKey, matterOf, matters } from './matters.ts';

/** The question in the address. Without a subject it is about whoever asks. */
export interface WhySearch {
  subject_type?: WhySubjectType;
  subject?: string;
  object?: string;
  resource?: string;
  action?: AccessAction;
  kind?: GuardedKind;
  item?: string;
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads the address of the page; a resource alone stands for what its pages are about. */
export function parseWhySearch(raw: Readonly<Record<string, unknown>>): WhySearch {
  const given = matters.find(({ object, resource }) => object === raw.object && resource === raw.resource);
  const matter = given ?? matterOf(String(raw.resource ?? ''));
  const found: { [K in keyof WhySearch]: WhySearch[K] | undefined } = {
    subject_type: whySubjectTypes.find((type) => type === raw.subject_type),
    subject: readText(raw.subject),
    object: matter?.object,
    resource: matter?.resource,
    action: accessActions.find((action) => action === raw.action),
    kind: guardedKinds.find((kind) => kind === raw.kind),
    item: readText(raw.item),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The parameters of the question; null while something is not chosen yet. */
export function questionOf(search: WhySearch): Readonly<Record<string, string>> | null {
  const { subject_type, subject, object, resource, action, kind, item } = search;
  if (object === undefined || resource === undefined || action === undefined) return null;
  if ((subject_type === undefined) !== (subject === undefined)) return null;
  if ((kind === undefined) !== (item === undefined)) return null;
  return {
    ...(subject_type && subject ? { subject_type, subject } : {}),
    object,
    resource,
    action,
    ...(kind && item ? { kind, item } : {}),
  };
}

/** Kinds of subjects, as the form names them. */
export const SUBJECTS: Readonly<Record<WhySubjectType, string>> = {
  person: 'Person',
  role: 'Role',
  team: 'Team',
  group: 'Permission group',
  notification: 'Notification',
  playbook: 'Playbook',
  canary: 'Health check',
  scraper: 'Catalog scraper',
  topology: 'Topology',
  token: 'API token',
};

/** Kinds of single items, as the form names them. */
export const ITEMS: Readonly<Record<GuardedKind, string>> = {
  config: 'Catalog item',
  component: 'Component',
  check: 'Check',
  canary: 'Health check',
  playbook: 'Playbook',
  connection: 'Connection',
};

/** Actions as verbs: "may read". */
export const VERBS: Readonly<Record<AccessAction, string>> = {
  read: 'read',
  create: 'create',
  update: 'change',
  delete: 'delete',
  run: 'run now',
  'playbook:run': 'run',
  'playbook:approve': 'approve',
  'playbook:cancel': 'cancel',
  'mcp:*': 'use tools on',
};

/** The outcome in one sentence: "Ana may not read Connections". */
export function sentenceOf({ subject, object, resource, action, item, outcome }: WhyAnswer): string {
  const what = matters.find((matter) => matterKey(matter) === matterKey({ object, resource }))?.label ?? resource;
  const may = { allowed: 'may', denied: 'may not', some: 'may' }[outcome];
  const which = item ? `this item of ${what}` : outcome === 'some' ? `some of ${what}` : what;
  const whom = partyText(subject);
  return `${whom.slice(0, 1).toUpperCase()}${whom.slice(1)} ${may} ${VERBS[action]} ${which}`;
}

/** Someone in words; people by their name alone. */
function partyText({ type, name }: WhyParty): string {
  if (type === 'person' || type === 'everyone') return name;
  return `${type === 'token' ? SUBJECTS.token : SUBJECTS[type].toLowerCase()} ${name}`;
}

/** How a rule comes to be about the subject: "Ana, of team Red, of permission group keepers"; null when it names them. */
export function viaText(via: readonly WhyParty[]): string | null {
  if (via.length < 2) return via[0]?.type === 'everyone' ? 'It is for everyone' : null;
  return via.map(partyText).join(', of ');
}

/** What a rule is, in words: "Role viewer". */
export function reasonName({ kind, name }: WhyReason): string {
  return (
    { role: 'Role', permission: 'Permission', policy: 'Policy' }[kind] + (kind === 'policy' ? `: ${name}` : ` ${name}`)
  );
}
