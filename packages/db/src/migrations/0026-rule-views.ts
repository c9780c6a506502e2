/** SQL of a json object with the keys of `columns`, from the live row of `table` that the uuid `id` names, or all null. */
const liveObject = (table: string, id: string, columns: Record<string, string>): string => {
  const pairs = Object.entries(columns).map(([key, column]) => `'${key}', s.${column}`);
  const nulls = Object.keys(columns).map((key) => `'${key}', null`);
  return `coalesce((select jsonb_build_object(${pairs.join(', ')}) from ${table} s where s.id = ${id} and s.deleted_at is null),
        jsonb_build_object(${nulls.join(', ')}))`;
};

const NAMED = { id: 'id', namespace: 'namespace', name: 'name' };
const SUBJECT = 'text_to_uuid(p.subject)';
/** A column of \`permissions_summary\`: the subject if it is of that type, else (where given) the object. */
const subjectObject = (type: string, table: string, columns: Record<string, string>, objectId?: string): string => `
    case when p.subject_type = '${type}' then ${liveObject(table, SUBJECT, columns)}
      ${objectId ? `when ${objectId} is not null then ${liveObject(table, objectId, columns)}` : ''} end as ${type}`;

const membersOf = (kind: string, type: string, table: string): string => `
  select g.id as group_id, g.name as group_name, '${type}' as subject_type, s.id::text as subject, s.name as subject_label
  from permission_groups g
  cross join lateral jsonb_array_elements(
    case when jsonb_typeof(g.selectors -> '${kind}') = 'array' then g.selectors -> '${kind}' end) m(member)
  join ${table} s on s.deleted_at is null and (
    m.member = to_jsonb(s.name) or jsonb_typeof(m.member) = 'object' and m.member ->> 'name' = s.name
      and coalesce(m.member ->> 'namespace', '') in ('', s.namespace))
  where g.deleted_at is null`;

const namesOf = (kind: string): string => `
  cross join lateral jsonb_array_elements_text(
    case when jsonb_typeof(g.selectors -> '${kind}') = 'array' then g.selectors -> '${kind}' end) m(member)`;

const runsOn = (agent: string): string =>
  `p.spec -> 'runsOn' @> to_jsonb(${agent}.name) or p.spec -> 'runsOn' @> to_jsonb(${agent}.id::text)`;

/** SQL of the last errors of what the rule `n` sent, of those that an index holds, or of the longer ones. */
const lastErrors = (length: string): string => `select h.error, h.created_at from notification_send_history h
        where h.notification_id = n.id and octet_length(h.error) ${length} and h.source_event <> 'notification.watchdog'
        order by h.created_at desc limit 100`;

/** The read side of notifications, playbooks and permissions. */
export const ruleViews = /* sql */ `
create view notifications_summary as
  select n.id, n.name, coalesce(n.namespace, '') as namespace, n.error, n.error_at, n.title, n.events, n.filter,
    n.person_id, n.team_id, n.custom_services, n.created_at, n.updated_at, n.created_by, n.source, n.repeat_interval,
    n.wait_for,
    (select count(*) from event_queue e where e.name = 'notification.send' and e.attempts < 4
      and e.properties @> jsonb_build_object('notification_id', n.id::text)) as pending,
    round(coalesce(tally_total('notification_send_history.failed_ms', n.id::text)
      / nullif(tally('notification_send_history.failed_ms', n.id::text), 0), 0), 2) as avg_duration_ms,
    coalesce(tally('notification_send_history.failed', n.id::text), 0) as failed,
    coalesce(tally('notification_send_history.sent', n.id::text), 0) as sent,
    (select mode() within group (order by f.error) from (
      select e.error from (
        (${lastErrors('<= 500')}) union all
        (${lastErrors('> 500')})) e
      order by e.created_at desc limit 100) f) as most_common_error,
    (select h.created_at from notification_send_history h
      where h.notification_id = n.id and h.error is not null and h.source_event <> 'notification.watchdog'
      order by h.created_at desc limit 1) as last_failed_at
  from notifications n where n.deleted_at is null;

create view notification_send_history_summary as
  select h.*,
    case split_part(h.source_event, '.', 1)
      when 'config' then (select jsonb_build_object('id', s.id, 'name', s.name, 'type', s.type, 'config_class', s.config_class,
        'health', s.health, 'status', s.status, 'deleted_at', s.deleted_at) from config_items s where s.id = h.resource_id)
      when 'component' then (select jsonb_build_object('id', s.id, 'name', s.name, 'type', s.type, 'icon', s.icon,
        'health', s.health, 'status', s.status, 'deleted_at', s.deleted_at) from components s where s.id = h.resource_id)
      when 'check' then (select jsonb_build_object('id', s.id, 'name', s.name, 'type', s.type, 'icon', s.icon,
        'health', s.status, 'status', s.status, 'deleted_at', s.deleted_at) from checks s where s.id = h.resource_id)
      when 'canary' then (select jsonb_build_object('id', s.id, 'name', s.name, 'deleted_at', s.deleted_at)
        from canaries s where s.id = h.resource_id)
    end as resource,
    case when split_part(h.source_event, '.', 1) in ('config', 'component', 'check', 'canary')
      then split_part(h.source_event, '.', 1) end as resource_type,
    case when h.playbook_run_id is not null then (
      select jsonb_build_object('id', r.id, 'playbook_id', r.playbook_id, 'status', r.status, 'playbook_name', b.title)
      from playbook_runs r join playbooks b on b.id = r.playbook_id where r.id = h.playbook_run_id) end as playbook_run
  from notification_send_history h;

create view notification_send_history_resources as
  select distinct on (s.resource_id, s.resource_type) s.resource_id as id, s.resource_type, s.resource
  from notification_send_history_summary s where s.resource is not null
  order by s.resource_id, s.resource_type;

create view playbook_names as
  select id, title, name, coalesce(spec ->> 'description', description) as description,
    coalesce(spec ->> 'category', category) as category, coalesce(spec ->> 'icon', icon) as icon
  from playbooks where deleted_at is null;

create view playbooks_for_agent as
  select a.name as agent_name, a.person_id, a.id as agent_id, jsonb_agg(p.id order by p.id) as playbook_ids
  from agents a join playbooks p on p.deleted_at is null and (${runsOn('a')})
  where a.deleted_at is null group by a.id;

create view permissions_summary as
  select p.id, p.name, p.namespace, p.description, p.action, p.object, p.object_selector, p.deny, p.subject,
    p.subject_type, p.created_at, p.updated_at, p.deleted_at, p.created_by, p.updated_by, p.until, p.tags, p.agents,
    p.source, p.component_id, p.config_id, p.canary_id, p.playbook_id, p.connection_id, p.person_id, p.team_id,
    p.notification_id, null::uuid as check_id,${subjectObject('person', 'people', { id: 'id', name: 'name', email: 'email' })},${subjectObject(
      'team',
      'teams',
      { id: 'id', namespace: 'source', name: 'name', icon: 'icon' },
    )},
    case when p.subject_type = 'group' then coalesce(
      (select jsonb_build_object('id', g.id, 'namespace', g.namespace, 'name', g.name) from permission_groups g
        where g.name = p.subject and g.deleted_at is null order by g.created_at limit 1),
      jsonb_build_object('id', null, 'namespace', null, 'name', null)) end as "group",${subjectObject('canary', 'canaries', NAMED, 'p.canary_id')},${subjectObject('notification', 'notifications', NAMED)},${subjectObject(
        'playbook',
        'playbooks',
        { ...NAMED, icon: 'icon', title: 'title' },
        'p.playbook_id',
      )},${subjectObject('scraper', 'config_scrapers', NAMED)},${subjectObject('topology', 'topologies', NAMED)},
    case when p.component_id is not null then ${liveObject('components', 'p.component_id', { id: 'id', name: 'name', icon: 'icon' })} end as component,
    case when p.config_id is not null then ${liveObject('config_items', 'p.config_id', {
      id: 'id',
      name: 'name',
      type: 'type',
      config_class: 'config_class',
    })} end as catalog,
    case when p.connection_id is not null then ${liveObject('connections', 'p.connection_id', { id: 'id', name: 'name', type: 'type' })} end as connection
  from permissions p where p.deleted_at is null;

create view permission_group_members as
  select g.id as group_id, g.name as group_name, 'person' as subject_type, s.id::text as subject, s.name as subject_label
  from permission_groups g ${namesOf('people')}
  join people s on s.deleted_at is null and (m.member = '*' or s.email = m.member or s.name = m.member)
  where g.deleted_at is null
  union
  select g.id, g.name, 'team', s.id::text, s.name
  from permission_groups g ${namesOf('teams')}
  join teams s on s.deleted_at is null and (m.member = '*' or s.name = m.member)
  where g.deleted_at is null
  union ${membersOf('notifications', 'notification', 'notifications')}
  union ${membersOf('playbooks', 'playbook', 'playbooks')}
  union ${membersOf('topologies', 'topology', 'topologies')}
  union ${membersOf('scrapers', 'scraper', 'config_scrapers')}
  union ${membersOf('canaries', 'canary', 'canaries')};
comment on view permission_group_members is 'Whom the selectors of each live permission group name';

create view permissions_group_summary as
  select coalesce(m.subject, p.subject) as subject, coalesce(m.subject_type, p.subject_type) as subject_type,
    coalesce(m.subject_label, p.subject) as subject_label, p.action, p.object, p.deny
  from permissions p left join permission_group_members m on m.group_name = p.subject
  where p.deleted_at is null and p.subject_type = 'group';

create view config_access_unwrapped as
  select a.id, a.config_id, a.external_user_id, a.external_group_id, a.external_role_id, a.created_at, a.deleted_at,
    a.deleted_by, a.last_reviewed_at, a.last_reviewed_by, a.created_by, a.scraper_id
  from config_access a where a.external_group_id is null
  union all
  select a.id, a.config_id, m.external_user_id, a.external_group_id, a.external_role_id, a.created_at, a.deleted_at,
    a.deleted_by, a.last_reviewed_at, a.last_reviewed_by, a.created_by, a.scraper_id
  from config_access a join external_user_groups m on m.external_group_id = a.external_group_id and m.deleted_at is null
  where a.external_group_id is not null;

create view config_access_summary as
  select a.config_id, i.name as config_name, i.type as config_type, a.external_group_id, a.external_user_id, r.name as role,
    u.name as "user", u.email, a.created_at, a.deleted_at, a.created_by, l.last_signed_in_at, a.last_reviewed_at,
    a.last_reviewed_by
  from config_access_unwrapped a
  join config_items i on i.id = a.config_id
  join external_users u on u.id = a.external_user_id
  left join external_roles r on r.id = a.external_role_id
  left join lateral (select max(g.created_at) as last_signed_in_at from config_access_logs g
    where g.external_user_id = a.external_user_id and g.config_id = a.config_id) l on true
  where a.deleted_at is null and u.deleted_at is null;
`;
