/** The graph of configuration items: who is related to whom, and the changes of those. */
export const relationshipFunctions = /* sql */ `
create function get_recursive_path(start uuid)
returns table (id uuid, related_id uuid, relation_type text, direction text, depth int) language sql stable as $$
  select l.id, lag(l.id, 1, start) over (order by l.place desc), 'parent', 'incoming',
    row_number() over (order by l.place desc)::int
  from config_items i
  cross join lateral (
    select text_to_uuid(p.step) as id, p.place from unnest(string_to_array(i.path, '.')) with ordinality p(step, place)) l
  where i.id = start and l.id is not null
$$;
comment on function get_recursive_path(uuid) is
  'The ancestors that the path of an item names, nearest first: one edge from each to its child, depth 1 at the parent';

create function config_relationships_recursive(config_id uuid, type_filter text default 'outgoing',
  max_depth int default 5, incoming_relation text default 'both', outgoing_relation text default 'both')
returns table (id uuid, related_id uuid, relation_type text, direction text, depth int)
language plpgsql stable rows 200 as $$
#variable_conflict use_column
declare
  start uuid := config_relationships_recursive.config_id;
  way text;
  hard boolean;
  level int;
  frontier uuid[];
  seen uuid[];
  froms uuid[];
  targets uuid[];
  relations text[];
begin
  foreach way in array
    case when type_filter in ('incoming', 'outgoing') then array[type_filter] else array['incoming', 'outgoing'] end
  loop
    hard := coalesce(case way when 'incoming' then incoming_relation else outgoing_relation end, 'both') = 'hard';
    frontier := array[start];
    seen := frontier;
    level := 1;
    loop
      if way = 'outgoing' then
        select array_agg(r.config_id), array_agg(r.related_id), array_agg(r.relation) into froms, targets, relations
        from unnest(frontier) f(node) join config_relationships r on r.config_id = f.node
        where r.deleted_at is null and (not hard or r.relation = 'hard');
      else
        select array_agg(r.config_id), array_agg(r.related_id), array_agg(r.relation) into froms, targets, relations
        from unnest(frontier) f(node) join config_relationships r on r.related_id = f.node
        where r.deleted_at is null and (not hard or r.relation = 'hard');
      end if;
      exit when froms is null;
      return query select e.from_id, e.to_id, e.relation, way, level
        from unnest(froms, targets, relations) e(from_id, to_id, relation);
      exit when level >= coalesce(max_depth, 0);
      -- Every walk to a node that was met before is longer than the first one, so it adds no edge and no smaller depth.
      frontier := array(
        select unnest(case way when 'outgoing' then targets else froms end) except select unnest(seen));
      exit when frontier = '{}';
      seen := seen || frontier;
      level := level + 1;
    end loop;
  end loop;
  return query select p.id, p.related_id, p.relation_type, p.direction, p.depth from get_recursive_path(start) p;
end $$;
comment on function config_relationships_recursive(uuid, text, int, text, text) is
  'The live edges that are reached from an item, each with its smallest depth, and the chain of its ancestors. '
  'type_filter: incoming, outgoing, anything else is both. A relation of hard follows hard edges alone';

create function related_config_ids_recursive(config_id uuid, type_filter text default 'outgoing', max_depth int default 5,
  incoming_relation text default 'both', outgoing_relation text default 'both')
returns table (id uuid, direction text, depth int) language sql stable rows 200 as $$
  select case e.direction when 'outgoing' then e.related_id else e.id end, e.direction, min(e.depth)
  from config_relationships_recursive($1, $2, $3, $4, $5) e
  group by 1, 2 order by 3, 2, 1
$$;
comment on function related_config_ids_recursive(uuid, text, int, text, text) is
  'The items at the far ends of the edges, with the smallest depth in each direction';

create function related_configs_recursive(config_id uuid, type_filter text default 'outgoing',
  include_deleted_configs boolean default false, max_depth int default 5, incoming_relation text default 'both',
  outgoing_relation text default 'both')
returns table (id uuid, name text, type text, related_ids text[], tags jsonb, changes int8, analysis jsonb,
  cost_per_minute numeric, cost_total_1d numeric, cost_total_7d numeric, cost_total_30d numeric, created_at timestamptz,
  updated_at timestamptz, deleted_at timestamptz, agent_id uuid, health text, ready boolean, status text, path text)
language sql stable rows 200 as $$
  with edges as materialized (
    select e.id, e.related_id, e.depth from config_relationships_recursive($1, $2, $4, $5, $6) e
  ), nodes as materialized (
    select n.id, min(n.depth) as depth,
      array_agg(distinct n.related_id::text) filter (where n.related_id is not null) as related_ids
    from (
      select e.id, e.related_id, e.depth from edges e
      union all select e.related_id, null, null from edges e where $4 > 0
      union all select $1, null, null) n
    group by n.id)
  select c.id, c.name, c.type, n.related_ids, c.tags, c.changes, c.analysis, c.cost_per_minute, c.cost_total_1d,
    c.cost_total_7d, c.cost_total_30d, c.created_at, c.updated_at, c.deleted_at, c.agent_id, c.health, c.ready, c.status,
    c.path
  from nodes n join configs c on c.id = n.id
  where $3 or c.deleted_at is null
  order by n.depth nulls last, c.name, c.id
$$;
comment on function related_configs_recursive(uuid, text, boolean, int, text, text) is
  'An item, its ancestors, and the items reached over its relationships; related_ids are the targets of its own edges among '
  'those followed. Nearest first, items without such an edge last';

create function related_configs(config_id uuid, type_filter text default 'all', include_deleted_configs boolean default false)
returns table (id uuid, name text, type text, related_ids text[], tags jsonb, changes int8, analysis jsonb,
  cost_per_minute numeric, cost_total_1d numeric, cost_total_7d numeric, cost_total_30d numeric, created_at timestamptz,
  updated_at timestamptz, agent_id uuid, health text, ready boolean, status text, path text)
language sql stable rows 20 as $$
  select r.id, r.name, r.type, r.related_ids, r.tags, r.changes, r.analysis, r.cost_per_minute, r.cost_total_1d,
    r.cost_total_7d, r.cost_total_30d, r.created_at, r.updated_at, r.agent_id, r.health, r.ready, r.status, r.path
  from related_configs_recursive($1, $2, $3, 1) r
$$;
comment on function related_configs(uuid, text, boolean) is 'As related_configs_recursive, direct relationships alone';

create function config_path(config_id uuid) returns text language sql stable as $$
  with recursive up(id, parent_id, path, seen) as (
    select i.id, i.parent_id, null::text, array[i.id] from config_items i where i.id = $1
    union all
    select p.id, p.parent_id, concat_ws('.', p.id::text, u.path), u.seen || p.id
    from up u join config_items p on p.id = u.parent_id where p.id <> all (u.seen))
  select coalesce(u.path, '') from up u order by cardinality(u.seen) desc limit 1
$$;
comment on function config_path(uuid) is 'The ids of all ancestors, root first, joined by dots, read from parent_id';

create function related_change_config_ids(lookup_id uuid, type_filter text, max_depth int, soft boolean)
returns setof uuid language plpgsql stable rows 200 as $$
declare
  prefix text;
begin
  return next lookup_id;
  if type_filter = 'downstream' then
    select concat_ws('.', nullif(i.path, ''), i.id::text) into prefix from config_items i where i.id = lookup_id;
    return query select i.id from config_items i where i.path = prefix
      or (i.path ~>=~ (prefix || '.') and i.path ~<~ (prefix || '/'));
  elsif type_filter = 'upstream' then
    return query select p.id from get_recursive_path(lookup_id) p;
  end if;
  if type_filter = 'all' then
    return query select r.id from related_config_ids_recursive(lookup_id, 'all', max_depth) r;
  elsif soft and type_filter in ('downstream', 'upstream') then
    return query select r.id from related_config_ids_recursive(lookup_id,
      case type_filter when 'downstream' then 'outgoing' else 'incoming' end, max_depth) r
      where type_filter = 'upstream' or r.direction = 'outgoing';
  end if;
end $$;
comment on function related_change_config_ids(uuid, text, int, boolean) is
  'Whose changes belong to those of an item: its own (none), of what lies below it (downstream), above it (upstream), or '
  'is related to it (all); soft adds what other than hard relationships lead to. An id may come twice';

create function related_changes_recursive(lookup_id uuid, type_filter text default 'downstream',
  include_deleted_configs boolean default false, max_depth int default 5, soft boolean default false)
returns table (id uuid, config_id uuid, name text, deleted_at timestamptz, type text, tags jsonb, external_created_by text,
  created_at timestamptz, severity text, change_type text, source text, summary text, created_by uuid, count int,
  first_observed timestamptz, agent_id uuid)
language sql stable as $$
  select c.id, c.config_id, c.name, c.deleted_at, c.type, c.tags, c.external_created_by, c.created_at, c.severity,
    c.change_type, c.source, c.summary, c.created_by, c.count, c.first_observed, c.agent_id
  from catalog_changes c
  where c.config_id in (select r from related_change_config_ids($1, $2, $4, $5) r)
    and ($3 or c.deleted_at is null or c.config_id = $1)
$$;
comment on function related_changes_recursive(uuid, text, boolean, int, boolean) is
  'The changes of an item and of those that type_filter (downstream, upstream, all, none) adds. Changes of the item '
  'itself are told even when it is deleted';

create function config_location_rank(type text) returns int language sql immutable parallel safe as $$
  select case
    when type in ('AWS::::Account', 'Kubernetes::Cluster') then 1
    when type = 'AWS::Region' then 2
    when type in ('Kubernetes::Node', 'Kubernetes::StorageClass', 'Kubernetes::IngressClass', 'Kubernetes::ClusterRole',
      'Kubernetes::Role', 'Kubernetes::ClusterRoleBinding', 'Kubernetes::Namespace', 'Kubernetes::RoleBinding',
      'Kubernetes::PersistentVolume', 'AWS::AvailabilityZone', 'AWS::AvailabilityZoneID', 'AWS::IAM::Role',
      'AWS::IAM::User') then 3
    when type in ('AWS::EC2::VPC', 'AWS::S3::Bucket', 'Kubernetes::HelmRelease', 'Kubernetes::Kustomization') then 4
    when type in ('AWS::EC2::Subnet', 'Kubernetes::Deployment', 'Kubernetes::StatefulSet', 'Kubernetes::DaemonSet',
      'Kubernetes::Job', 'Kubernetes::CronJob', 'Kubernetes::Ingress') then 5
    when type in ('Kubernetes::Service', 'Kubernetes::Endpoints', 'Kubernetes::ReplicaSet',
      'Kubernetes::PersistentVolumeClaim') then 6
    else 99 end
$$;

create function get_parents_by_location(config_id uuid, alias_prefix text default null, include_deleted boolean default false)
returns table (id uuid, name text, type text) language sql stable rows 10 as $$
  select p.id, p.name, p.type from (
    select distinct i.id, i.name, i.type from config_locations l
    join config_items i on i.external_id @> array[l.location]
    where l.id = $1 and ($2 is null or starts_with(l.location, $2)) and ($3 or i.deleted_at is null)) p
  order by config_location_rank(p.type), p.name, p.id
$$;
comment on function get_parents_by_location(uuid, text, boolean) is
  'The items that have a location of this one among their external ids; clusters and accounts first';

create function get_parent_ids_by_location(config_id uuid, alias_prefix text default null, include_deleted boolean default false)
returns table (id uuid) language sql stable rows 10 as $$
  select p.id from get_parents_by_location($1, $2, $3) p
$$;

create function get_children_by_location(config_id uuid, alias_prefix text default null, include_deleted boolean default false)
returns table (id uuid, name text, type text) language sql stable rows 100 as $$
  select p.id, p.name, p.type from (
    select distinct c.id, c.name, c.type from config_items i cross join lateral unnest(i.external_id) e(alias)
    join config_locations l on l.location ~>=~ e.alias and l.location ~<~ (e.alias || chr(1114111))
    join config_items c on c.id = l.id
    where i.id = $1 and e.alias <> '' and ($2 is null or starts_with(e.alias, $2)) and ($3 or c.deleted_at is null)) p
  order by config_location_rank(p.type), p.name, p.id
$$;
comment on function get_children_by_location(uuid, text, boolean) is
  'The items with a location that starts with one of the external ids of this one';

create function get_children_id_by_location(config_id uuid, alias_prefix text default null, include_deleted boolean default false)
returns table (id uuid) language sql stable rows 100 as $$
  select p.id from get_children_by_location($1, $2, $3) p
$$;
`;
