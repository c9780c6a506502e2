import { z } from 'zod';
import type { Reads } from './reads.ts';
import { tellRows } from './tell.ts';
import { defineTool, type Tool } from './tool.ts';

/** What is told of a connection: where it leads and its secrets are no part of it. */
export const CONNECTION_COLUMNS = 'id,name,namespace,type,category,created_at,updated_at';

/** Tools about connections and views (contract playbooks §8). */
export function otherTools(reads: Reads): Tool[] {
  return [
    defineTool({
      mayUse: (caller) => reads.may(caller, 'connections_list'),
      name: 'list_connections',
      title: 'List connections',
      description: 'The connections to other systems by name and type, without addresses and secrets.',
      input: z.strictObject({}),
      act: async (caller) =>
        tellRows(
          await reads.rows(caller, 'connections_list', { select: CONNECTION_COLUMNS, order: 'namespace,name,id' }),
        ),
    }),
    defineTool({
      mayUse: (caller) => reads.may(caller, 'views_summary'),
      name: 'list_views',
      title: 'List views',
      description: 'The views by name, namespace and title.',
      input: z.strictObject({}),
      act: async (caller) =>
        tellRows(
          await reads.rows(caller, 'views_summary', {
            select: 'id,name,namespace,title',
            order: 'ordinal,title,name,id',
          }),
        ),
    }),
  ];
}
