import type { AccessLink, GuardedKind, RelationAccess } from '@quarterdeck/contract';
import { identifier, type RowColumn, type Sql, sql, trusted } from '@quarterdeck/restql';
import { type ItemColumn, tableOf } from './selector-store.ts';

/** A column of a row, and by what it names items. */
export interface Link {
  link: AccessLink;
  column: Sql;
  /** The row is the item: names its columns, null for one that it lacks. */
  own: ((name: string) => Sql | null) | null;
}

/** A condition on an item. */
export type Fits = (column: ItemColumn) => Sql;

/** The links that a row has. */
export function linksOf({ carries = {}, itself }: Pick<RelationAccess, 'carries' | 'itself'>, row: RowColumn): Link[] {
  const entries = Object.entries(carries) as [AccessLink, readonly string[]][];
  const own = (name: string) => (itself?.lacks?.includes(name) ? null : row(name));
  return entries.flatMap(([link, columns]) =>
    columns.map((column) => ({
      link,
      column: row(column),
      own: link === itself?.kind && column === 'id' ? own : null,
    })),
  );
}

const RUN = 'playbook_runs v';
const ACTION = 'playbook_run_actions u join playbook_runs v on v.id = u.playbook_run_id';

const OF_RUN = ['playbook', 'config', 'component', 'check'] as const;

function byRun(from: string, key: string): Partial<Record<GuardedKind, [from: string, key: string]>> {
  return Object.fromEntries(
    OF_RUN.map((kind) => [kind, [`${from} join ${tableOf(kind)} az on az.id = v.${kind}_id`, key]]),
  );
}

function direct(kind: GuardedKind): [from: string, key: string] {
  return [`${tableOf(kind)} az`, 'az.id'];
}

/** From where the item `az` of a kind is reached by a link, and the column that equals the link's. */
const WAYS: Readonly<Record<AccessLink, Partial<Record<GuardedKind, [from: string, key: string]>>>> = {
  config: { config: direct('config') },
  component: {
    component: direct('component'),
    config: ['components v join config_items az on az.id = v.config_id', 'v.id'],
  },
  check: {
    check: direct('check'),
    canary: ['checks v join canaries az on az.id = v.canary_id', 'v.id'],
    config: [
      'check_config_relationships v join config_items az on az.id = v.config_id and v.deleted_at is null',
      'v.check_id',
    ],
    component: [
      'check_component_relationships v join components az on az.id = v.component_id and v.deleted_at is null',
      'v.check_id',
    ],
  },
  canary: { canary: direct('canary') },
  playbook: { playbook: direct('playbook') },
  connection: { connection: direct('connection') },
  run: byRun(RUN, 'v.id'),
  action: byRun(ACTION, 'u.id'),
  change: { config: ['config_changes v join config_items az on az.id = v.config_id', 'v.id'] },
  analysis: { config: ['config_analysis v join config_items az on az.id = v.config_id', 'v.id'] },
  resource: {
    config: direct('config'),
    component: direct('component'),
    check: direct('check'),
    canary: direct('canary'),
  },
};

const OF_ITEM: ItemColumn = (name) => sql`az.${identifier(name)}`;

/**
 * An item of the kind that the link names fits; null when the link names none of that kind. What is unknown is told as
 * false, or with `isSought` left unknown, so that an index can find the rows.
 */
export function itemFits({ link, column, own }: Link, kind: GuardedKind, fits: Fits, isSought: boolean): Sql | null {
  const way = WAYS[link][kind];
  if (way === undefined) return null;
  const [from, key] = way;
  if (own !== null && link === kind) {
    let isWhole = true;
    const onRow = fits((name) => {
      const value = own(name);
      isWhole = isWhole && value !== null;
      return value ?? OF_ITEM(name);
    });
    // Unlike coalesce, PostgreSQL can tell how many rows this leaves.
    if (isWhole) return isSought ? onRow : sql`((${onRow}) is true)`;
  }
  const config = own?.('config_id') ?? null;
  if (config !== null && link === 'component' && kind === 'config') {
    return sql`exists (select 1 from config_items az where az.id = ${config} and (${fits(OF_ITEM)}))`;
  }
  return sql`exists (select 1 from ${trusted(from)} where ${trusted(key)} = ${column} and (${fits(OF_ITEM)}))`;
}

/** Whether a link may name an item that agents and tags tell of. */
export function isNarrowable({ link }: Link): boolean {
  return link !== 'playbook' && link !== 'connection';
}

/** The link names no such item. */
export function namesNothing({ link, column }: Link): Sql {
  const none = 'v.config_id is null and v.component_id is null and v.check_id is null';
  if (link === 'run') {
    return sql`(${column} is null or exists (select 1 from ${trusted(RUN)} where v.id = ${column} and ${trusted(none)}))`;
  }
  if (link === 'action') {
    return sql`(${column} is null or exists (select 1 from ${trusted(ACTION)} where u.id = ${column} and ${trusted(none)}))`;
  }
  return sql`${column} is null`;
}
