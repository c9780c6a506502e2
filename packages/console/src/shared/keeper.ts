import { NIL_AGENT_ID } from '@quarterdeck/contract';

/** What the rule about editing looks at. */
export interface KeptRow {
  id: string;
  name: string;
  namespace?: string | null;
  source?: string | null;
  agent_id?: string | null;
  agent?: { id: string | null; name: string | null } | null;
}

/** Who keeps a resource instead of the console; `href` leads there. */
export type Keeper =
  | { kind: 'agent'; name: string; href: string }
  | { kind: 'component' | 'config'; id: string; href: string }
  | { kind: 'file'; text: string; file?: string }
  | { kind: 'product'; text: string }
  | { kind: 'crd'; text: string; href: string };

const LOCAL_FILE = 'Linked to local file';
const FILE = /\.(ya?ml|json)$/i;

/**
 * Who keeps a resource, so that its form has no buttons; null when it is edited here (contract screens §1.8). Beside the
 * contract's `ConfigFile`, sources of our own that are file names are local files as well; `System` and `Demo` are the product's.
 */
export function keeperOf({ id, name, namespace, source, agent_id, agent }: KeptRow): Keeper | null {
  const agentId = agent_id ?? agent?.id;
  if (agentId && agentId !== NIL_AGENT_ID) {
    return { kind: 'agent', name: agent?.name ?? agentId, href: `/settings/agents?id=${agentId}` };
  }
  const text = source ?? '';
  const [owner, ownerId = ''] = text.split('/', 2);
  if (owner === 'component' && ownerId) return { kind: 'component', id: ownerId, href: `/topology/${ownerId}` };
  if (owner === 'kubernetes' && ownerId) return { kind: 'config', id: ownerId, href: `/catalog/${ownerId}` };
  if (text === 'ConfigFile') return { kind: 'file', text: LOCAL_FILE };
  if (FILE.test(text)) return { kind: 'file', text: LOCAL_FILE, file: text };
  if (text === 'System') return { kind: 'product', text: 'Built into the product' };
  if (text === 'Demo') return { kind: 'product', text: 'Part of the demo' };
  if (text === '' || text === 'UI') return null;
  return { kind: 'crd', text: `CRD linked to ${[namespace, name].filter(Boolean).join('/')}`, href: `/catalog/${id}` };
}

/** The same in a word or two, for the Source column; empty for what is edited here. */
export function keeperWord(row: KeptRow): string {
  const keeper = keeperOf(row);
  if (keeper === null) return row.source ?? '';
  if (keeper.kind === 'agent') return `Agent ${keeper.name}`;
  if (keeper.kind === 'file') return keeper.file ?? 'Local file';
  if (keeper.kind === 'product') return row.source === 'Demo' ? 'Demo' : 'Built in';
  return { component: 'Component', config: 'Kubernetes', crd: 'CRD' }[keeper.kind];
}
