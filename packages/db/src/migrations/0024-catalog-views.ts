/** SQL of a view's distinct values, smallest first: jumps through an index that begins with the column. */
const distinctValues = (table: string, column: string, where = 'true'): string => `
  with recursive d(${column}) as (
    (select t.${column} from ${table} t where t.${column} is not null and ${where} order by t.${column} limit 1)
    union all
    select (select t.${column} from ${table} t where t.${column} > d.${column} and ${where} order by t.${column} limit 1)
    from d where d.${column} is not null)
  select ${column} from d where ${column} is not null`;

const COSTS = ['cost_per_minute', 'cost_total_1d', 'cost_total_7d', 'cost_total_30d'];
const costSums = COSTS.map((cost) => `sum(i.${cost}) as ${cost}`).join(', ');

/** SQL of a number that is kept of the item `i`. A join would look it up for all rows that are sorted, not for the page. */
const countOf = (column: string): string => `(select n.${column} from config_item_counts n where n.config_id = i.id)`;

/** SQL of `{value: count}` of the open insights of the items that agree in a column with the outer row `g`. */
const openBy = (column: string, group: string, which: string): string => `
    (select jsonb_object_agg(o.value, o.n) from (
      select coalesce(a.${column}, '') as value, count(*) as n from config_analysis a
      join config_items c on c.id = a.config_id
      where a.status = 'open' and c.${group} = g.${group} and ${which} group by 1) o)`;

/** The read side of the catalog. Foreign keys stay plain columns, so that they can be embedded over. */
export const catalogViews = /* sql */ `
create view configs as
  select i.id, i.scraper_id, i.config_class, i.external_id, i.type, i.name, i.tags ->> 'namespace' as namespace,
    i.description, i.source, i.labels, i.tags, i.tags_values, i.properties, i.properties_values, i.created_by,
    i.created_at, i.updated_at, i.deleted_at, i.cost_per_minute, i.cost_total_1d, i.cost_total_7d, i.cost_total_30d,
    i.agent_id, i.status, i.health, i.ready, i.path, ${countOf('changes_7d')} as changes,
    ${countOf('open_analysis')} as analysis
  from config_items i;

create view config_items_aws as
  select c.*, c.labels ->> 'zone' as zone, c.labels ->> 'region' as region, c.labels ->> 'account' as account
  from configs c where starts_with(c.type, 'AWS::');

create view config_detail as
  select i.*, a.name as agent_name,
    json_build_object(
      'relationships', (select count(*) from config_relationships r where r.config_id = i.id)
        + (select count(*) from config_relationships r where r.related_id = i.id and r.config_id <> i.id),
      'analysis', (select count(*) from config_analysis o where o.config_id = i.id and o.status = 'open'),
      'changes', (select coalesce(sum(n.changes_7d), 0) from config_item_counts n
        where n.config_id = i.id or n.config_id = any (
          array(select text_to_uuid(p) from unnest(string_to_array(i.path, '.')) p))),
      'playbook_runs', (select count(*) from playbook_runs p
        where p.config_id = i.id and p.start_time > now() - interval '30 days'),
      'checks', (select count(*) from check_config_relationships k where k.config_id = i.id and k.deleted_at is null)
    ) as summary,
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as scraper
  from config_items i
  left join agents a on a.id = i.agent_id
  left join config_scrapers s on s.id = i.scraper_id;

create view config_names as select id, type, external_id, name from config_items;

create view config_types as ${distinctValues('config_items', 'type')};
create view config_classes as ${distinctValues('config_items', 'config_class')};
create view config_statuses as ${distinctValues('config_items', 'status')};
create view change_types as ${distinctValues('config_changes', 'change_type')};
create view analyzer_types as ${distinctValues('config_analysis', 'analyzer')};
create view analysis_types as ${distinctValues('config_analysis', 'analysis_type')};
create view config_analysis_analyzers as ${distinctValues('config_analysis', 'analyzer', "t.status = 'open'")};

create view config_analysis_items as
  select a.*, i.type as config_type, i.config_class
  from config_analysis a left join config_items i on i.id = a.config_id;

create view config_changes_items as
  select c.*, i.name as config_name, i.type as config_type, i.config_class, i.deleted_at as config_deleted_at
  from config_changes c left join config_items i on i.id = c.config_id;

create view catalog_changes as
  select c.id, c.config_id, i.name, i.deleted_at, i.type, i.tags, i.config, c.external_created_by, c.created_at,
    c.severity, c.change_type, c.source, c.summary, c.details, c.created_by, c.count, c.first_observed, i.agent_id
  from config_changes c left join config_items i on i.id = c.config_id;

create view config_summary as
  select g.type, g.created_at, g.updated_at, ${openBy('analysis_type', 'type', 'c.deleted_at is null')} as analysis, ${openBy('severity', 'type', 'c.deleted_at is null')} as severity,
    (select coalesce(sum(n.changes_30d), 0)::int8 from config_items c join config_item_counts n on n.config_id = c.id
      where c.type = g.type) as changes,
    g.total_configs, ${COSTS.map((cost) => `g.${cost}`).join(', ')}
  from (
    select i.type, max(i.created_at) as created_at, max(i.updated_at) as updated_at, count(*) as total_configs, ${costSums}
    from config_items i where i.deleted_at is null group by i.type) g;

create view config_class_summary as
  select g.config_class, ${openBy('analysis_type', 'config_class', 'true')} as analysis,
    (select coalesce(sum(n.changes_30d), 0)::int8 from config_items c join config_item_counts n on n.config_id = c.id
      where c.config_class = g.config_class) as changes,
    g.total_configs, ${COSTS.map((cost) => `g.${cost}`).join(', ')}
  from (select i.config_class, count(*) as total_configs, ${costSums} from config_items i group by i.config_class) g;

create view config_changes_by_types as
  select i.type, count(*) as change_count from config_changes c join config_items i on i.id = c.config_id
  where c.created_at > now() - interval '30 days' group by i.type;

create view config_analysis_by_severity as
  select i.type, a.severity, count(*) as analysis_count from config_analysis a join config_items i on i.id = a.config_id
  where coalesce(a.last_observed, a.first_observed) > now() - interval '30 days' group by i.type, a.severity;
`;
