import type { CanaryRow, CheckStatusRow } from './health.ts';
import type { IdentityTraits } from './identity.ts';
import type { AgentId, CanaryId } from './ids.ts';
import type { Json, Labels } from './values.ts';

/** The columns of a person that lists embed (contract calls §2, "AVATAR"). */
export interface PersonAvatar {
  id: string;
  name: string;
  avatar: string | null;
  email: string | null;
}

/** A person (contract database §3.3). */
export interface PersonRow extends PersonAvatar {
  type: string | null;
  team_id: string | null;
  title: string | null;
  created_at: string;
  updated_at: string | null;
  deleted_at: string | null;
  last_login: string | null;
}

/** An account, as administrators list it (contract identity §2.5). */
export interface IdentityRow {
  id: string;
  traits: IdentityTraits;
  state: 'active' | 'inactive';
  /** Times of UTC, written without their zone. */
  state_changed_at: string | null;
  created_at: string;
  updated_at: string;
}

/** The roles that a person was given directly (contract database §5.6). */
export interface PersonRolesRow {
  id: string;
  name: string;
  email: string | null;
  roles: string[];
}

/** A team (contract database §3.5). */
export interface TeamRow {
  id: string;
  name: string;
  icon: string | null;
  spec: Json;
  source: string | null;
  created_by: string;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** Who belongs to a team. */
export interface TeamMemberRow {
  team_id: string;
  person_id: string;
}

/** A property as it is stored; GET /api/properties answers `PropertyRow` (contract database §3.7). */
export interface StoredPropertyRow {
  name: string;
  value: string;
  created_by: string | null;
  created_at: string | null;
  updated_at: string | null;
  deleted_at: string | null;
}

/** What a job wrote of one run. */
export interface JobDetails {
  errors?: Json[] | null;
  summary?: Json;
  scrape_summary?: Json;
  [member: string]: Json | undefined;
}

/** Outcomes of a job. */
export type JobStatus = 'RUNNING' | 'SUCCESS' | 'WARNING' | 'FAILED' | 'STALE' | 'SKIPPED';

/** One run of a job, with the name of what it was about (contract calls §13). */
export interface JobHistoryRow {
  id: string;
  agent_id: AgentId;
  name: string | null;
  success_count: number | null;
  error_count: number | null;
  details: JobDetails | null;
  hostname: string | null;
  duration_millis: number | null;
  resource_type: string | null;
  resource_id: string | null;
  resource_name: string | null;
  /** One of {@link JobStatus}, or what an agent reported. */
  status: string | null;
  time_start: string | null;
  time_end: string | null;
  created_at: string;
  agent: { id: AgentId; name: string } | null;
}

/** Events of one name that wait or failed (contract database §5). */
export interface EventQueueRow {
  name: string;
  pending: number;
  failed: number;
  average_attempts: number | null;
  first_failure: string | null;
  last_failure: string | null;
  most_common_error: string | null;
}

/** The newest run of the job of a resource, as `*_with_status` views carry it (contract calls §14). */
export interface JobFields {
  job_status: string | null;
  job_name: string | null;
  job_details: JobDetails | null;
  job_created_at: string | null;
  job_duration_millis: number | null;
  job_error_count: number | null;
  job_success_count: number | null;
  job_hostname: string | null;
  job_resource_type: string | null;
  job_time_start: string | null;
  job_time_end: string | null;
  job_last_failed: string | null;
  last_runtime: string | null;
}

/** A live canary of the settings list. */
export interface CanaryWithStatusRow extends JobFields {
  id: CanaryId;
  name: string;
  namespace: string;
  interval: string | null;
  schedule: string | null;
  labels: Labels | null;
  source: string | null;
  created_by: string | null;
  created_at: string | null;
  deleted_at: string | null;
  agent: { id: AgentId; name: string } | null;
}

/** A canary as it is stored: what its form reads and writes. */
export interface StoredCanaryRow extends CanaryRow {
  agent_id: AgentId;
  labels: Labels | null;
  annotations: Labels | null;
  created_by: string | null;
  created_at: string | null;
  updated_at: string | null;
  deleted_at: string | null;
}

/** An agent by the names that others show. */
export interface AgentRow {
  id: AgentId;
  name: string;
  description: string | null;
  properties: Labels | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** An agent of the settings list (contract calls §13). */
export interface AgentSummaryRow extends AgentRow {
  hostname: string | null;
  ip: string | null;
  version: string | null;
  username: string | null;
  person_id: string | null;
  created_by: string | null;
  last_seen: string | null;
  last_received: string | null;
  config_count: number | null;
  checks_count: number | null;
  config_scrapper_count: number | null;
  playbook_runs_count: number | null;
  health: string;
  status: string;
}

/** A view as the sidebar shows it (contract calls §11.1). */
export interface ViewSummaryRow {
  id: string;
  namespace: string | null;
  name: string;
  title: string | null;
  icon: string | null;
  ordinal: number | null;
  sidebar: boolean | null;
}

/** Something that a row names by its id, as lists embed it; without an id it is gone. */
export interface NamedRef {
  id: string | null;
  name: string | null;
  namespace?: string | null;
  title?: string | null;
  icon?: string | null;
  type?: string | null;
  email?: string | null;
}

/** A rule about access as it is stored (contract database §3.10). */
export interface PermissionRow {
  id: string;
  name: string;
  namespace: string | null;
  description: string | null;
  source: string;
  subject_type: string;
  /** An id, or the name of a role or group. */
  subject: string | null;
  /** A comma list with wildcards. */
  action: string;
  /** Null: everything, or what the ids and selectors name. */
  object: string | null;
  object_selector: Readonly<Record<string, Json[]>> | null;
  deny: boolean;
  config_id: string | null;
  component_id: string | null;
  canary_id: string | null;
  playbook_id: string | null;
  connection_id: string | null;
  person_id: string | null;
  team_id: string | null;
  notification_id: string | null;
  agents: string[] | null;
  tags: Labels | null;
  until: string | null;
  created_by: string | null;
  updated_by: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** A rule with its subject and what it is about (contract database §5.6, calls §15); those that are not meant are null. */
export interface PermissionSummaryRow extends PermissionRow {
  person: NamedRef | null;
  team: NamedRef | null;
  group: NamedRef | null;
  notification: NamedRef | null;
  playbook: NamedRef | null;
  canary: NamedRef | null;
  scraper: NamedRef | null;
  topology: NamedRef | null;
  catalog: NamedRef | null;
  component: NamedRef | null;
  connection: NamedRef | null;
}

/** Rows by the name of their relation under `/api/db`. */
export interface Relations {
  agents: AgentRow;
  agents_summary: AgentSummaryRow;
  canaries: StoredCanaryRow;
  canaries_with_status: CanaryWithStatusRow;
  check_statuses: CheckStatusRow;
  event_queue_summary: EventQueueRow;
  identities: IdentityRow;
  job_histories: JobHistoryRow;
  job_history_names: { name: string };
  people: PersonRow;
  people_roles: PersonRolesRow;
  permissions: PermissionRow;
  permissions_summary: PermissionSummaryRow;
  properties: StoredPropertyRow;
  team_members: TeamMemberRow;
  teams: TeamRow;
  teams_with_status: TeamRow & JobFields;
  views_summary: ViewSummaryRow;
}

/** A relation of which the console knows the rows. */
export type RelationName = keyof Relations;

/**
 * The tables whose changes change a relation, for those that are not tables themselves: live events name tables. A
 * relation without an entry is made of itself. `event_queue` is left out: it changes too often to be told of.
 */
export const relationTables: Readonly<Partial<Record<RelationName, readonly string[]>>> = {
  agents_summary: ['agents'],
  canaries_with_status: ['canaries', 'job_history'],
  event_queue_summary: [],
  job_histories: ['job_history'],
  job_history_names: ['job_history'],
  people_roles: ['people', 'casbin_rule'],
  permissions_summary: ['permissions'],
  teams_with_status: ['teams', 'job_history'],
  views_summary: ['views'],
};
