import type { Database } from '@quarterdeck/db';

/** A row of `permissions` that is not deleted. */
export interface PermissionRow {
  id: string;
  name: string;
  action: string;
  deny: boolean;
  subject: string | null;
  subject_type: string;
  object: string | null;
  object_selector: unknown;
  component_id: string | null;
  config_id: string | null;
  canary_id: string | null;
  playbook_id: string | null;
  connection_id: string | null;
  person_id: string | null;
  team_id: string | null;
  notification_id: string | null;
  agents: string[] | null;
  tags: unknown;
  until_ms: number | null;
}

/** A row of the policy table. */
export interface PolicyRow {
  id: string;
  ptype: string;
  v0: string;
  v1: string;
  v2: string | null;
  v3: string | null;
  v4: string | null;
  v5: string | null;
}

/** A permission group with its members found: keys are `person:<id>`, `team:<id>`, `notification:<id>` ... or `*`. */
export interface GroupRow {
  name: string;
  namespace: string | null;
  members: string[];
}

/** All that decides, as the database holds it. */
export interface PolicyRows {
  permissions: readonly PermissionRow[];
  policies: readonly PolicyRow[];
  groups: readonly GroupRow[];
  teamMembers: readonly { team_id: string; person_id: string }[];
  /** Ids by the e-mail addresses and names that permissions name their subjects by. */
  aliases: readonly { type: 'person' | 'team'; alias: string; id: string }[];
}

const PERMISSIONS = `
select id, name, action, deny, subject, subject_type, object, object_selector, component_id, config_id, canary_id,
  playbook_id, connection_id, person_id, team_id, notification_id, agents, tags,
  floor(extract(epoch from until) * 1000)::float8 as until_ms
from permissions where deleted_at is null order by created_at, id`;

/** A name that several people have says nothing, so that nobody gets the rights of a namesake. */
const PERSON_OF = `
select (array_agg(id))[1] as id from people p
where p.deleted_at is null and (lower(p.email) = lower(m.value) or p.name = m.value)
group by lower(p.email) = lower(m.value) having count(*) = 1 order by lower(max(p.email)) = lower(m.value) desc limit 1`;

/** Members that a group names by name and namespace: their kind, its list among the selectors, and their table. */
const NAMED_MEMBERS = [
  ['notification', 'notifications', 'notifications'],
  ['playbook', 'playbooks', 'playbooks'],
  ['topology', 'topologies', 'topologies'],
  ['scraper', 'scrapers', 'config_scrapers'],
  ['canary', 'canaries', 'canaries'],
] as const;

/** A list among the selectors of a group; what is no list is an empty one. */
const list = (name: string) =>
  `case jsonb_typeof(g.selectors->'${name}') when 'array' then g.selectors->'${name}' else '[]' end`;

const GROUPS = `
select g.name, g.namespace, array(
  select distinct key from (
    select case when m.value = '*' then '*' else 'person:' || (${PERSON_OF}) end as key
    from jsonb_array_elements_text(${list('people')}) m
    union all
    select 'team:' || t.id from jsonb_array_elements_text(${list('teams')}) m
      join teams t on t.deleted_at is null and (t.name = m.value or t.id::text = m.value)
    ${NAMED_MEMBERS.map(
      ([kind, name, table]) => `union all
    select '${kind}:' || n.id from jsonb_array_elements(${list(name)}) m
      join ${table} n on n.deleted_at is null and n.name = m.value->>'name'
        and coalesce(n.namespace, '') = coalesce(m.value->>'namespace', n.namespace, '')`,
    ).join('\n    ')}
  ) found where key is not null
) as members
from permission_groups g where g.deleted_at is null and g.name is not null order by g.created_at, g.id`;

const ALIASES = `
select s.subject_type as type, s.subject as alias, found.id from (
  select distinct subject, subject_type from permissions
  where deleted_at is null and subject_type in ('person', 'team') and subject is not null
) s, lateral (
  select id from people p where s.subject_type = 'person' and p.deleted_at is null and lower(p.email) = lower(s.subject)
  union all
  select id from teams t where s.subject_type = 'team' and t.deleted_at is null and t.name = s.subject
) found`;

/** Reads all policies as of one moment. */
export function readPolicies(database: Pick<Database, 'transaction'>): Promise<PolicyRows> {
  return database.transaction(async (client) => {
    await client.query('set transaction isolation level repeatable read read only');
    const permissions = await client.query<PermissionRow>(PERMISSIONS);
    const policies = await client.query<PolicyRow>('select * from casbin_rule order by id');
    const groups = await client.query<GroupRow>(GROUPS);
    const members = await client.query<{ team_id: string; person_id: string }>(
      'select m.team_id, m.person_id from team_members m join teams t on t.id = m.team_id and t.deleted_at is null',
    );
    const aliases = await client.query<PolicyRows['aliases'][number]>(ALIASES);
    return {
      permissions: permissions.rows,
      policies: policies.rows,
      groups: groups.rows,
      teamMembers: members.rows,
      aliases: aliases.rows,
    };
  });
}
