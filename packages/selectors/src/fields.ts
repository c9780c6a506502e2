import type { SelectorKind } from './types.ts';

/**
 * What a column holds. `word`: text whose case does not count; `text`: text whose case counts; `type`: a word that is
 * also found by its end (`pod` finds `Kubernetes::Pod`); `list`: an array of texts whose case counts.
 */
export type ColumnType = 'word' | 'text' | 'type' | 'uuid' | 'number' | 'time' | 'list';

/**
 * What a JSON column holds. `flat`: an object of texts, `path`: anything, searched by a path; `named`: a list of
 * `{name, text, value}`.
 */
export type JsonType = 'flat' | 'path' | 'named';

/** The one table of what can be selected and searched in a kind (contract catalog §9.2). */
export interface FieldTable {
  /** The table or view whose rows are meant. */
  readonly relation: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly json: Readonly<Record<string, { column: string; type: JsonType }>>;
  /** Other names, and fields that stand for a member of a JSON column: `namespace` is `tags.namespace`. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Whether rows belong to agents; rows of the other kinds are local. */
  readonly agents: boolean;
  /** What `scope` names: a column and the relation that it points to. */
  readonly parent: { column: string; relation: string; namespace: string } | null;
  /** Whether `component_config_traverse` is understood. */
  readonly traverses?: boolean;
  /** What the selector's own parts are here; a kind without one has no value for it. */
  readonly parts: { readonly health?: string; readonly statuses?: string; readonly types?: string };
}

const TIMES = { created_at: 'time', updated_at: 'time', deleted_at: 'time' } as const;
const TIME_ALIASES = { created: 'created_at', updated: 'updated_at', deleted: 'deleted_at' } as const;
const COSTS = {
  cost_per_minute: 'number',
  cost_total_1d: 'number',
  cost_total_7d: 'number',
  cost_total_30d: 'number',
} as const;
const labels = { column: 'labels', type: 'flat' } as const;
const tags = { column: 'tags', type: 'flat' } as const;
const properties = { column: 'properties', type: 'named' } as const;

/** By kind. Secrets of connections are no fields, so that nobody finds them out by asking. */
export const fieldTables: Readonly<Record<SelectorKind, FieldTable>> = {
  configs: {
    relation: 'config_items',
    columns: {
      id: 'uuid',
      name: 'word',
      source: 'text',
      type: 'type',
      status: 'word',
      health: 'word',
      external_id: 'list',
      config_class: 'word',
      description: 'word',
      scraper_id: 'uuid',
      parent_id: 'uuid',
      path: 'text',
      delete_reason: 'word',
      last_scraped_time: 'time',
      ...COSTS,
      ...TIMES,
    },
    json: { labels, tags, properties, config: { column: 'config', type: 'path' } },
    aliases: { ...TIME_ALIASES, config_type: 'type', scraped: 'last_scraped_time', namespace: 'tags.namespace' },
    agents: true,
    parent: { column: 'scraper_id', relation: 'config_scrapers', namespace: 'namespace' },
    parts: { health: 'health', statuses: 'status', types: 'type' },
  },
  checks: {
    relation: 'checks',
    columns: {
      id: 'uuid',
      name: 'word',
      namespace: 'text',
      canary_id: 'uuid',
      type: 'word',
      status: 'word',
      severity: 'word',
      category: 'word',
      owner: 'word',
      description: 'word',
      last_runtime: 'time',
      last_transition_time: 'time',
      ...TIMES,
    },
    json: { labels, tags: labels, spec: { column: 'spec', type: 'path' } },
    aliases: { ...TIME_ALIASES, check_type: 'type', health: 'status' },
    agents: true,
    parent: { column: 'canary_id', relation: 'canaries', namespace: 'namespace' },
    parts: { health: 'status', statuses: 'status', types: 'type' },
  },
  components: {
    relation: 'components',
    columns: {
      id: 'uuid',
      name: 'word',
      namespace: 'text',
      topology_id: 'uuid',
      parent_id: 'uuid',
      config_id: 'uuid',
      external_id: 'text',
      type: 'word',
      topology_type: 'word',
      status: 'word',
      health: 'word',
      lifecycle: 'word',
      owner: 'word',
      ...COSTS,
      ...TIMES,
    },
    json: { labels, tags: labels, properties, summary: { column: 'summary', type: 'path' } },
    aliases: { ...TIME_ALIASES, component_type: 'type' },
    agents: true,
    parent: { column: 'topology_id', relation: 'topologies', namespace: 'namespace' },
    traverses: true,
    parts: { health: 'health', statuses: 'status', types: 'type' },
  },
  changes: {
    relation: 'catalog_changes',
    columns: {
      id: 'uuid',
      config_id: 'uuid',
      name: 'word',
      type: 'type',
      severity: 'word',
      change_type: 'word',
      source: 'text',
      summary: 'word',
      external_created_by: 'word',
      count: 'number',
      first_observed: 'time',
      created_at: 'time',
      deleted_at: 'time',
    },
    json: { tags, details: { column: 'details', type: 'path' } },
    aliases: { created: 'created_at', deleted: 'deleted_at', config_type: 'type', namespace: 'tags.namespace' },
    agents: true,
    parent: { column: 'config_id', relation: 'config_items', namespace: "tags ->> 'namespace'" },
    parts: { types: 'type' },
  },
  playbooks: {
    relation: 'playbooks',
    columns: { id: 'uuid', name: 'word', namespace: 'text', title: 'word', category: 'word', ...TIMES },
    json: { tags },
    aliases: TIME_ALIASES,
    agents: false,
    parent: null,
    parts: {},
  },
  connections: {
    relation: 'connections',
    columns: { id: 'uuid', name: 'word', namespace: 'text', type: 'word', ...TIMES },
    json: {},
    aliases: TIME_ALIASES,
    agents: false,
    parent: null,
    parts: { types: 'type' },
  },
  canaries: {
    relation: 'canaries',
    columns: { id: 'uuid', name: 'word', namespace: 'text', source: 'text', ...TIMES },
    json: { labels, tags: labels },
    aliases: TIME_ALIASES,
    agents: true,
    parent: null,
    parts: {},
  },
  views: {
    relation: 'views',
    columns: { id: 'uuid', name: 'word', namespace: 'text', last_ran: 'time', ...TIMES },
    json: {},
    aliases: TIME_ALIASES,
    agents: false,
    parent: null,
    parts: {},
  },
};

/** The table or view whose rows a kind is about. */
export function relationOf(kind: SelectorKind): string {
  return fieldTables[kind].relation;
}
