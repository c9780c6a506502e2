import type { Sql } from '@quarterdeck/kit';

/** Names resources by what they are (contract catalog §9.1). All fields hold together; a selector without fields matches nothing. */
export interface ResourceSelector {
  /** Absent or empty is the local one, `self` and `local` as well; `all` any; else an id or a list of names. */
  agent?: string;
  /** Id or `namespace/name` of the parent. */
  scope?: string;
  /** `no-cache`, `no-store`, `max-age=<duration>`. */
  cache?: string;
  /** Text in the search grammar (contract catalog §9.2). */
  search?: string;
  limit?: number;
  includeDeleted?: boolean;
  id?: string;
  name?: string;
  namespace?: string;
  /** Kubernetes selector syntax. */
  tagSelector?: string;
  labelSelector?: string;
  fieldSelector?: string;
  /** A comma list of match items (contract catalog §9.3). */
  health?: string;
  types?: readonly string[];
  statuses?: readonly string[];
}

/** Kinds of resources that selectors are about. */
export const selectorKinds = [
  'configs',
  'checks',
  'components',
  'changes',
  'playbooks',
  'connections',
  'canaries',
  'views',
] as const;
export type SelectorKind = (typeof selectorKinds)[number];

/** A row of the kind's relation (`relationOf`), by the names of its columns. Times are ISO texts, dates or milliseconds. */
export type Resource = Readonly<Record<string, unknown>>;

/** What a selector depends on besides its own text. */
export interface SelectorContext {
  /** Dates such as `now-7d` are counted from here; milliseconds since the epoch. */
  nowMs: number;
  /** Deleted rows are meant too, whatever the selector says. */
  includeDeleted?: boolean;
}

/** For SQL: how a column of the row is written; by default its bare name. */
export interface SqlContext extends SelectorContext {
  column?: (name: string) => Sql;
}

/** For matching in memory: what the row itself does not hold. What is missing here does not match. */
export interface MatchContext extends SelectorContext {
  /** Names of the agents that are not deleted, by id. The local one need not be among them. */
  agents?: ReadonlyMap<string, string>;
  /** Parents that a `scope` may name, by id: scrapers, canaries, topologies, items. */
  parents?: ReadonlyMap<string, { namespace: string | null; name: string }>;
  /** The components that `component_config_traverse` leads to. */
  related?: (id: string, direction: TraverseDirection) => ReadonlySet<string>;
}

/** Which relationships of items are followed. */
export type TraverseDirection = 'incoming' | 'outgoing' | 'all';

/** A selector as SQL. */
export interface CompiledSelector {
  /** A condition that is true, false or null. */
  where: Sql;
  /** What follows `order by`, when the search text says so. */
  order: Sql | null;
  limit: number | null;
  offset: number;
}
