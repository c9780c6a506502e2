import { type Sql, sql, trusted } from '@quarterdeck/restql';
import { itemFits, type Link } from './links-store.ts';
import type { RuleCondition } from './types.ts';

type Attributes = Pick<RuleCondition, 'agents' | 'tags'>;

/** The row `alias` has one of the agents and all of the tags, the latter in a json expression. */
function has({ agents, tags }: Attributes, alias: string, labels: string): Sql {
  const byAgent =
    agents.length === 0
      ? trusted('true')
      : sql`${trusted(alias)}.agent_id in (select ag.id from agents ag where ag.name = any(${agents}) or ag.id::text = any(${agents}))`;
  const byTags =
    Object.keys(tags).length === 0 ? trusted('true') : sql`${trusted(labels)} @> ${JSON.stringify(tags)}::jsonb`;
  return sql`(${byAgent} and ${byTags})`;
}

function configHas(attributes: Attributes, alias = 'az'): Sql {
  return has(attributes, alias, `coalesce(${alias}.tags, '{}')`);
}

/** A component is judged by the item that it stands for; without one by its own agent and labels. */
function componentHas(attributes: Attributes): Sql {
  const own = has(attributes, 'az', "coalesce(az.labels, '{}')");
  return sql`case when az.config_id is null then ${own} else exists (
    select 1 from config_items ci where ci.id = az.config_id and ${configHas(attributes, 'ci')}) end`;
}

/** A check is judged by the items that it watches; without one by its agent and labels, its canary's among them. */
function checkHas(attributes: Attributes): Sql {
  const labels = `coalesce((select k.labels from canaries k where k.id = az.canary_id), '{}') || coalesce(az.labels, '{}')`;
  const watched = 'check_config_relationships w join config_items ci on ci.id = w.config_id';
  return sql`case when exists (select 1 from check_config_relationships w where w.check_id = az.id and w.deleted_at is null)
    then exists (select 1 from ${trusted(watched)}
      where w.check_id = az.id and w.deleted_at is null and ${configHas(attributes, 'ci')})
    else ${has(attributes, 'az', `(${labels})`)} end`;
}

function canaryHas(attributes: Attributes): Sql {
  return has(attributes, 'az', "coalesce(az.labels, '{}')");
}

/** The items that a link names have the agents and tags; null when it names none that has any. */
export function attributesFit(link: Link, attributes: Attributes): Sql | null {
  const by = {
    config: configHas(attributes),
    component: componentHas(attributes),
    check: checkHas(attributes),
    canary: canaryHas(attributes),
  };
  const own = link.link === 'component' || link.link === 'check' || link.link === 'canary' ? link.link : null;
  if (own !== null) return itemFits(link, own, by[own]);
  const kinds = ['config', 'component', 'check', 'canary'] as const;
  const found = kinds.flatMap((kind) => itemFits(link, kind, by[kind]) ?? []);
  return found.reduce<Sql | null>((before, next) => (before === null ? next : sql`${before} or ${next}`), null);
}
