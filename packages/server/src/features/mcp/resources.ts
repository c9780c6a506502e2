import { isUuid } from '@quarterdeck/contract';
import type { Caller } from '../../platform/index.ts';
import { ITEM_COLUMNS } from './catalog-tools.ts';
import { CONNECTION_COLUMNS } from './other-tools.ts';
import type { Reads, Row } from './reads.ts';

/** What can be read by an address of its own (contract playbooks §8). */
export const resourceTemplates = [
  {
    uriTemplate: 'config_item://{id}',
    name: 'config_item',
    title: 'Configuration item',
    description: 'A configuration item with its configuration, by its id.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'connection://{namespace}/{name}',
    name: 'connection',
    title: 'Connection',
    description: 'A connection by namespace and name, without its address and secrets.',
    mimeType: 'application/json',
  },
];

/**
 * The row that an address names; undefined: there is none that the caller may see.
 *
 * @throws AppError ACCESS_DENIED
 */
export async function readResource(reads: Reads, caller: Caller, uri: string): Promise<Row | undefined> {
  const [, scheme, path = ''] = /^([a-z_]+):\/\/(.+)$/.exec(uri) ?? [];
  const parts = path.split('/').map(decoded);
  const [first = '', second = ''] = parts;
  if (scheme === 'config_item' && parts.length === 1 && isUuid(first)) {
    return (await reads.rows(caller, 'config_items', { id: `eq.${first}`, select: ITEM_COLUMNS }))[0];
  }
  if (scheme === 'connection' && parts.length === 2 && first !== '' && second !== '') {
    const query = { namespace: `eq.${first}`, name: `eq.${second}`, select: CONNECTION_COLUMNS, limit: '1' };
    return (await reads.rows(caller, 'connections_list', query))[0];
  }
  return undefined;
}

function decoded(part: string): string {
  try {
    const text = decodeURIComponent(part);
    // No name in the database holds this character.
    return text.includes('\0') ? '' : text;
  } catch {
    return '';
  }
}
