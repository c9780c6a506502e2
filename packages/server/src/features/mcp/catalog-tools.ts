import { AppError } from '@quarterdeck/contract';
import { z } from 'zod';
import type { Caller } from '../../platform/index.ts';
import { findRows, type Reads, type Row } from './reads.ts';
import { tellRows } from './tell.ts';
import { defineTool, ID, LIMIT, QUERY, type Tool } from './tool.ts';

/** What is told of a configuration item with its configuration. */
export const ITEM_COLUMNS =
  'id,name,type,config_class,status,health,ready,description,external_id,source,labels,tags,properties,config,path,' +
  'parent_id,scraper_id,agent_id,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,last_scraped_time,' +
  'created_at,updated_at,deleted_at,delete_reason';
const SUMMARY_COLUMNS =
  'id,name,namespace,type,config_class,status,health,ready,description,external_id,source,labels,tags,properties,path,' +
  'scraper_id,agent_id,changes,analysis,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,created_at,updated_at,' +
  'deleted_at';
const CHANGE_COLUMNS =
  'id,config_id,name,type,tags,change_type,severity,source,summary,details,created_at,created_by,external_created_by,' +
  'count,first_observed,agent_id,deleted_at';
/** As far as relationships are followed (contract playbooks §8). */
const DEPTH = '5';

const SEARCH =
  'A search text: conditions side by side hold together, as `type=pod health!=healthy tags.namespace=prod*`; the prompt ' +
  '"Search catalog prompt" explains it.';

/** Tools about configuration items and their changes (contract playbooks §8). */
export function catalogTools(reads: Reads): Tool[] {
  const of = (relation: string) => ({ mayUse: (caller: Caller) => reads.may(caller, relation) });
  return [
    defineTool({
      ...of('config_items'),
      name: 'catalog_search',
      title: 'Search the catalog',
      description: 'Finds configuration items, with their configuration: what runs, how it is set up, how it is.',
      input: z.strictObject({ query: QUERY.describe(SEARCH), limit: LIMIT }),
      act: findRows(reads, { kind: 'configs', relation: 'config_items', columns: ITEM_COLUMNS }),
    }),
    defineTool({
      ...of('configs'),
      name: 'describe_config',
      title: 'Describe configuration items',
      description:
        'Finds configuration items without their configuration: state, labels, costs, changes and open insights of late, ' +
        'and the tools that can act on each.',
      input: z.strictObject({ query: QUERY.describe(SEARCH), limit: LIMIT }),
      act: async (caller, { query, limit }) => {
        const search = { kind: 'configs', text: query, limit, relation: 'configs', columns: SUMMARY_COLUMNS } as const;
        // Tools that act on an item are its playbooks.
        return tellRows((await reads.search(caller, search)).map((row) => ({ ...row, available_tools: [] })));
      },
    }),
    defineTool({
      ...of('catalog_changes'),
      name: 'catalog_changes_search',
      title: 'Search changes',
      description: 'Finds changes of configuration items, newest first: what changed, when, by whom, how severe.',
      input: z.strictObject({
        query: QUERY.describe(
          'A search text about changes: `created>now-1d severity=high,critical type=pod`. Fields: change_type, severity, ' +
            'summary, source, config_id, created, count; of the item name, type, namespace, tags.',
        ),
        limit: LIMIT,
      }),
      act: findRows(reads, { kind: 'config_changes', relation: 'catalog_changes', columns: CHANGE_COLUMNS }),
    }),
    defineTool({
      ...of('configs'),
      name: 'related_configs',
      title: 'Related configuration items',
      description:
        'The items that hang together with one over at most five relationships, and its parents; `related_ids` are the ' +
        'ends of the relationships of each.',
      input: z.strictObject({ id: ID.describe('The id of a configuration item.') }),
      act: async (caller, { id }) => {
        const [item] = await reads.rows(caller, 'configs', { id: `eq.${id}`, select: 'id' });
        if (item === undefined) throw new AppError('CONFIG_NOT_FOUND');
        const rows = await reads.rows(caller, 'rpc/related_configs_recursive', {
          config_id: id,
          type_filter: 'all',
          max_depth: DEPTH,
          include_deleted_configs: 'false',
          incoming_relation: 'both',
          outgoing_relation: 'both',
        });
        return tellRows(withKnownEnds(rows));
      },
    }),
    defineTool({
      ...of('config_types'),
      name: 'list_catalog_types',
      title: 'List types',
      description: 'The types of configuration items that there are, for `type=` in a search text.',
      input: z.strictObject({}),
      act: async (caller) =>
        tellRows((await reads.rows(caller, 'config_types', { order: 'type' })).map(({ type }) => type)),
    }),
  ];
}

/** Items that are not told are no end of a relationship, either. */
function withKnownEnds(rows: readonly Row[]): Row[] {
  const told = new Set(rows.map(({ id }) => id));
  return rows.map(({ related_ids: ends, ...row }) => ({
    ...row,
    related_ids: Array.isArray(ends) ? ends.filter((end) => told.has(end)) : [],
  }));
}
