import type { GuardedKind } from '@quarterdeck/contract';
import type { Sql } from '@quarterdeck/restql';
import { compileSelector, readSelector, type SelectorKind } from '@quarterdeck/selectors';
import type { StoredSelector } from './types.ts';

/** Where items of a kind are, and what selectors call the kind. */
const KINDS: Readonly<Record<GuardedKind, { table: string; selector: SelectorKind }>> = {
  config: { table: 'config_items', selector: 'configs' },
  component: { table: 'components', selector: 'components' },
  check: { table: 'checks', selector: 'checks' },
  canary: { table: 'canaries', selector: 'canaries' },
  playbook: { table: 'playbooks', selector: 'playbooks' },
  connection: { table: 'connections', selector: 'connections' },
};

/** The table that holds items of a kind. */
export function tableOf(kind: GuardedKind): string {
  return KINDS[kind].table;
}

/** Names a column of an item. */
export type ItemColumn = (name: string) => Sql;

/**
 * A selector of a kind as a condition on a row of the kind's table; deleted rows are meant too. Null when it
 * cannot be understood. Without `agent` a selector means local items where it allows, and those of all agents where it
 * denies.
 */
export function selectorCondition(
  kind: GuardedKind,
  selector: StoredSelector,
  column: ItemColumn,
  { mode, nowMs }: { mode: 'allow' | 'deny'; nowMs: number },
): Sql | null {
  try {
    const read = readSelector(selector);
    const isEmpty = Object.keys(read).length === 0;
    const meant = mode === 'deny' && read.agent === undefined && !isEmpty ? { ...read, agent: 'all' } : read;
    return compileSelector(KINDS[kind].selector, meant, { nowMs, includeDeleted: true, column }).where;
  } catch {
    return null;
  }
}
