import type { GuardedKind } from '@quarterdeck/contract';
import { identifier, join, type Sql, sql, trusted } from '@quarterdeck/restql';
import type { StoredSelector } from './types.ts';

/** Where items of a kind are, and which of their columns the fields of a selector mean. */
interface KindColumns {
  table: string;
  namespace: Sql | null;
  labels: string | null;
  tags: string | null;
  type: boolean;
  agent: boolean;
}

const IN_TAGS = sql`az.tags->>'namespace'`;
const OWN = sql`az.namespace`;

const KINDS: Readonly<Record<GuardedKind, KindColumns>> = {
  config: { table: 'config_items', namespace: IN_TAGS, labels: 'labels', tags: 'tags', type: true, agent: true },
  component: { table: 'components', namespace: OWN, labels: 'labels', tags: null, type: true, agent: true },
  check: { table: 'checks', namespace: OWN, labels: 'labels', tags: null, type: true, agent: true },
  canary: { table: 'canaries', namespace: OWN, labels: 'labels', tags: null, type: false, agent: true },
  playbook: { table: 'playbooks', namespace: OWN, labels: null, tags: 'tags', type: false, agent: false },
  connection: { table: 'connections', namespace: OWN, labels: null, tags: null, type: true, agent: false },
};

/** The table that holds items of a kind. */
export function tableOf(kind: GuardedKind): string {
  return KINDS[kind].table;
}

/** A comma list of match items (contract catalog §9.3) on a text; without case. */
function matches(text: Sql, patterns: readonly string[]): Sql {
  const items = patterns.flatMap((pattern) => pattern.split(',')).map((item) => item.trim());
  const clauses = (wanted: readonly string[]) =>
    join(
      wanted.map((item) => sql`coalesce(${text}, '') ilike ${likePattern(item)}`),
      ' or ',
    );
  const excluded = items.filter((item) => item.startsWith('!')).map((item) => item.slice(1));
  const included = items.filter((item) => item !== '' && !item.startsWith('!'));
  const parts = [
    ...(included.length > 0 ? [sql`(${clauses(included)})`] : []),
    ...(excluded.length > 0 ? [sql`not (${clauses(excluded)})`] : []),
  ];
  return parts.length === 0 ? trusted('true') : join(parts, ' and ');
}

function likePattern(item: string): string {
  const inner = item.replace(/^\*/, '').replace(/\*$/, '');
  const escaped = inner.replaceAll(/[\\%_]/g, (found) => `\\${found}`);
  if (item === '*') return '%';
  return `${item.startsWith('*') ? '%' : ''}${escaped}${item.endsWith('*') ? '%' : ''}`;
}

/** Equalities `k=v,k2=v2` of a Kubernetes selector; null when it holds anything else. */
function equalities(text: string): Record<string, string> | null {
  const found: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [, key, value] = /^\s*([\w./-]+)\s*==?\s*([\w./:-]*)\s*$/.exec(part) ?? [];
    if (key === undefined || value === undefined) return null;
    found[key] = value;
  }
  return found;
}

function texts(value: unknown): string[] | null {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;
}

/** All of a map's entries are in a json column. */
function contains(column: string | null, value: unknown): Sql | null {
  const map = typeof value === 'string' ? equalities(value) : value;
  if (column === null || typeof map !== 'object' || map === null || Array.isArray(map)) return null;
  return sql`coalesce(az.${identifier(column)}, '{}') @> ${JSON.stringify(map)}::jsonb`;
}

function agentIs(value: unknown): Sql | null {
  if (typeof value !== 'string') return null;
  if (value === 'all') return trusted('true');
  if (value === '' || value === 'self' || value === 'local') {
    return sql`az.agent_id = '00000000-0000-0000-0000-000000000000'`;
  }
  return sql`exists (select 1 from agents ag where ag.id = az.agent_id and (ag.name = ${value} or ag.id::text = ${value}))`;
}

/** One field as a condition on the row `az`; null when it cannot be told. */
function field(kind: KindColumns, name: string, value: unknown): Sql | null {
  const list = texts(value);
  switch (name) {
    case 'id':
      return list && sql`az.id::text = any(${list})`;
    case 'name':
      return list && matches(trusted('az.name'), list);
    case 'namespace':
      return list && kind.namespace && matches(kind.namespace, list);
    case 'types':
    case 'type':
      return list && kind.type ? matches(trusted('az.type'), list) : null;
    case 'statuses':
      return list && kind.type && kind.agent ? matches(trusted('az.status'), list) : null;
    case 'agent':
      return kind.agent ? agentIs(value) : null;
    case 'labels':
    case 'labelSelector':
      return contains(kind.labels, value);
    case 'tags':
    case 'tagSelector':
      return contains(kind.tags, value);
    default:
      return null;
  }
}

const WITHOUT_MEANING = new Set(['cache', 'limit', 'includeDeleted']);

/**
 * A selector of a kind as a condition on the row `az` of the kind's table. A selector without fields fits nothing. Null
 * when it has a field that cannot be told: then it must not widen what a caller sees, nor narrow too little.
 */
export function selectorCondition(kind: GuardedKind, selector: StoredSelector): Sql | null {
  const columns = KINDS[kind];
  const fields = Object.entries(selector).filter(
    ([name, value]) => !WITHOUT_MEANING.has(name) && value !== null && value !== undefined && !isEmptyList(value),
  );
  if (fields.length === 0) return trusted('false');
  const parts: Sql[] = [];
  for (const [name, value] of fields) {
    const part = field(columns, name, value);
    if (part === null) return null;
    parts.push(sql`(${part})`);
  }
  return join(parts, ' and ');
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
