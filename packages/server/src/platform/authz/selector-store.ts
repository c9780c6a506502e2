import type { GuardedKind } from '@quarterdeck/contract';
import type { Sql } from '@quarterdeck/restql';
import { compileSelector, readSelector, relationOf, type SelectorKind } from '@quarterdeck/selectors';
import type { StoredSelector } from './types.ts';

/** What selectors call the items of a kind, also in permission rows. */
export const SELECTOR_OF: Readonly<Record<GuardedKind, SelectorKind>> = {
  config: 'configs',
  component: 'components',
  check: 'checks',
  canary: 'canaries',
  playbook: 'playbooks',
  connection: 'connections',
};

/** The table that holds items of a kind. */
export function tableOf(kind: GuardedKind): string {
  return relationOf(SELECTOR_OF[kind]);
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
    return compileSelector(SELECTOR_OF[kind], meant, { nowMs, includeDeleted: true, column }).where;
  } catch {
    return null;
  }
}
