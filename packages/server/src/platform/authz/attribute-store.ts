import { type Sql, sql, trusted } from '@quarterdeck/restql';
import { itemFits, type Link } from './links-store.ts';
import type { ItemColumn } from './selector-store.ts';
import type { RuleCondition } from './types.ts';

type Attributes = Pick<RuleCondition, 'agents' | 'tags'>;

/** An item has one of the agents and all of the tags, the latter in a json expression. */
function has({ agents, tags }: Attributes, column: ItemColumn, labels: Sql): Sql {
  const byAgent =
    agents.length === 0
      ? trusted('true')
      : sql`${column('agent_id')} in (select ag.id from agents ag where ag.name = any(${agents}) or ag.id::text = any(${agents}))`;
  const byTags = Object.keys(tags).length === 0 ? trusted('true') : sql`${labels} @> ${JSON.stringify(tags)}::jsonb`;
  return sql`(${byAgent} and ${byTags})`;
}

const orNone = (value: Sql): Sql => sql`coalesce(${value}, '{}')`;

function configHas(attributes: Attributes, column: ItemColumn): Sql {
  return has(attributes, column, orNone(column('tags')));
}

const OF_CONFIG: ItemColumn = (name) => trusted(`ci.${name}`);

/** A component is judged by the item that it stands for; without one by its own agent and labels. */
function componentHas(attributes: Attributes, column: ItemColumn): Sql {
  const own = has(attributes, column, orNone(column('labels')));
  return sql`case when ${column('config_id')} is null then ${own} else exists (
    select 1 from config_items ci where ci.id = ${column('config_id')} and ${configHas(attributes, OF_CONFIG)}) end`;
}

/** A check is judged by the items that it watches; without one by its agent and labels, its canary's among them. */
function checkHas(attributes: Attributes, column: ItemColumn): Sql {
  const canary = sql`(select k.labels from canaries k where k.id = ${column('canary_id')})`;
  const watched = trusted('check_config_relationships w join config_items ci on ci.id = w.config_id');
  const isItsOwn = sql`w.check_id = ${column('id')} and w.deleted_at is null`;
  return sql`case when exists (select 1 from check_config_relationships w where ${isItsOwn})
    then exists (select 1 from ${watched} where ${isItsOwn} and ${configHas(attributes, OF_CONFIG)})
    else ${has(attributes, column, sql`(${orNone(canary)} || ${orNone(column('labels'))})`)} end`;
}

function canaryHas(attributes: Attributes, column: ItemColumn): Sql {
  return has(attributes, column, orNone(column('labels')));
}

/** The items that a link names have the agents and tags; null when it names none that has any. */
export function attributesFit(link: Link, attributes: Attributes, isSought: boolean): Sql | null {
  const by = {
    config: (column: ItemColumn) => configHas(attributes, column),
    component: (column: ItemColumn) => componentHas(attributes, column),
    check: (column: ItemColumn) => checkHas(attributes, column),
    canary: (column: ItemColumn) => canaryHas(attributes, column),
  };
  const own = link.link === 'component' || link.link === 'check' || link.link === 'canary' ? link.link : null;
  if (own !== null) return itemFits(link, own, by[own], isSought);
  const kinds = ['config', 'component', 'check', 'canary'] as const;
  const found = kinds.flatMap((kind) => itemFits(link, kind, by[kind], isSought) ?? []);
  return found.reduce<Sql | null>((before, next) => (before === null ? next : sql`${before} or ${next}`), null);
}
