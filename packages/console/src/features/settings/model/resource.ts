import type {
  AccessResource,
  Feature,
  FormSchema,
  JobFields,
  Json,
  Labels,
  PersonAvatar,
  RelationName,
} from '@quarterdeck/contract';
import type { KeptRow } from '../../../shared/keeper.ts';
import { type ListSearch, parseListSearch } from './address.ts';
import { type EditorSearch, parseEditor } from './editor.ts';

/** Columns of the generic resource table (contract screens §11.5), by the column that sorts them. */
const RESOURCE_COLUMNS = [
  'name',
  'source',
  'schedule',
  'namespace',
  'job_status',
  'last_runtime',
  'job_last_failed',
  'labels',
  'members',
  'created_at',
  'updated_at',
  'created_by',
] as const;
export type ResourceColumn = (typeof RESOURCE_COLUMNS)[number];

/** Those that the server sorts by. */
export const RESOURCE_SORTS: readonly ResourceColumn[] = RESOURCE_COLUMNS.filter(
  (id) => !['created_by', 'labels', 'members'].includes(id),
);

/** Rows of a list (contract calls §14). */
export const RESOURCE_LIMIT = 100;

/** A row of a settings list, whatever the resource. */
export interface ResourceRow extends KeptRow, Partial<JobFields> {
  schedule?: string | null;
  interval?: string | number | null;
  labels?: Labels | null;
  icon?: string | null;
  created_at: string | null;
  updated_at?: string | null;
  created_by: PersonAvatar | null;
  /** Of a resource that has members. */
  members?: readonly { person: MemberPerson | null }[];
}

/** Who is a member, as rows embed them. */
export type MemberPerson = PersonAvatar & { deleted_at: string | null };

/** A stored resource as its form holds it: the columns of its table, with the spec as JSON. */
export type ResourceValue = { [column: string]: Json };

/** In which notation a spec is written. */
export type SpecLanguage = 'yaml' | 'json';

/** All that the generic pages know of a kind of resource. A new kind is one more description. */
export interface SettingsResource {
  /** The table, which is also the address: `/settings/{table}`. */
  table: RelationName;
  /** What its list is read from. */
  list: RelationName;
  /** The heading, and what one is called: "Health Check". */
  title: string;
  addTitle: string;
  feature: Feature;
  resource: AccessResource;
  /** `resource_type` of its jobs. */
  jobType: string;
  /** Columns that it does not have. */
  hidden: readonly ResourceColumn[];
  /** The fields of its form. */
  fields: (form: { isNew: boolean; language: SpecLanguage; schema: Json | undefined }) => FormSchema;
  /** The file of the JSON schema of its spec under `/api/schemas/`, where it has one. */
  schemaFile?: string;
  /** The file of the forms of its kinds there; without it there is one form for all. */
  formsFile?: string;
  /** People belong to it: its list shows them, and it has a tab for them. */
  hasMembers?: true;
  /** What its kinds are called: "Kinds of health checks". */
  kindsLabel?: string;
  /** What a new one begins with. */
  initial: ResourceValue;
  /** What can be done when there is none yet. */
  emptyHint: string;
}

/** The state of a list page in the address. */
export interface ResourceListSearch extends ListSearch, EditorSearch {
  /** The form for a new one is open: of that kind, or `true` for the choice among kinds. */
  add?: string;
}

/** Reads the address of a list page. */
export function parseResourceListSearch(raw: Readonly<Record<string, unknown>>): ResourceListSearch {
  const add = /^\w{1,40}$/.test(String(raw.add ?? '')) ? { add: String(raw.add) } : {};
  return { ...parseListSearch(raw, RESOURCE_SORTS), ...add, ...parseEditor(raw) };
}

/** The members of a row who are still there, by name. */
export function livingMembers({ members = [] }: Pick<ResourceRow, 'members'>): MemberPerson[] {
  return members
    .flatMap(({ person }) => (person !== null && person.deleted_at === null ? [person] : []))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** One row for each resource: a list has one for each of its jobs (contract database §5.1), the newest counts. */
export function oneRowEach(rows: readonly ResourceRow[]): ResourceRow[] {
  const byId = new Map<string, ResourceRow>();
  for (const row of rows) {
    const held = byId.get(row.id);
    if (!held || (row.job_created_at ?? '') > (held.job_created_at ?? '')) byId.set(row.id, row);
  }
  return [...byId.values()];
}
