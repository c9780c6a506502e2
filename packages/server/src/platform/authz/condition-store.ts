import type { GuardedKind, RelationAccess } from '@quarterdeck/contract';
import { join, type RowColumn, type Sql, sql, trusted } from '@quarterdeck/restql';
import { attributesFit } from './attribute-store.ts';
import { isNarrowable, itemFits, type Link, linksOf, namesNothing } from './links-store.ts';
import { selectorCondition } from './selector-store.ts';
import type { Decision, RuleCondition, StoredSelector } from './types.ts';

/**
 * An allowing rule must fit all that a row names of a kind, a denying one any of it: a relationship is seen by who may
 * see both of its ends, and hidden from whom one end is hidden.
 */
type Mode = 'allow' | 'deny';

/** Dates in selectors are counted from `nowMs`. */
interface Judging {
  mode: Mode;
  nowMs: number;
}

const either = (parts: readonly Sql[]) => sql`(${join(parts, ' or ')})`;
const both = (parts: readonly Sql[]) => sql`(${join(parts, ' and ')})`;

/** The items of a kind that a row names fit; null when it can name none. */
function kindFits(links: readonly Link[], kind: GuardedKind, fits: Sql, mode: Mode): Sql | null {
  const direct = links.filter(({ link }) => link === kind);
  const used = mode === 'allow' && direct.length > 0 ? direct : links;
  const parts = used.flatMap((link) => itemFits(link, kind, fits) ?? []);
  if (parts.length === 0) return null;
  return used === direct ? both(parts) : either(parts);
}

/** A selector that cannot be told fits nothing where it allows and everything where it denies. */
function selectorsFit(kind: GuardedKind, selectors: readonly StoredSelector[], judging: Judging): Sql {
  const unclear = trusted(judging.mode === 'deny' ? 'true' : 'false');
  return either(selectors.map((one) => selectorCondition(kind, one, judging) ?? unclear));
}

function attributeFits(links: readonly Link[], condition: RuleCondition, mode: Mode): Sql | null {
  const narrowable = links.filter(isNarrowable);
  const fitting = narrowable.flatMap((link) => attributesFit(link, condition) ?? []);
  if (fitting.length === 0) return null;
  if (mode === 'deny') return either(fitting);
  const each = narrowable.flatMap((link) => {
    const fits = attributesFit(link, condition);
    return fits === null ? [] : [either([namesNothing(link), fits])];
  });
  return both([...each, sql`not ${both(narrowable.map(namesNothing))}`]);
}

/** The rows that a rule is about; null when none of the relation can be. */
function ruleFits(links: readonly Link[], condition: RuleCondition, judging: Judging): Sql | null {
  const { mode } = judging;
  const parts: Sql[] = [];
  const ids = Object.entries(condition.ids) as [GuardedKind, string][];
  for (const [kind, id] of ids) {
    const fits = kindFits(links, kind, sql`az.id = ${id}`, mode);
    if (fits === null) return null;
    parts.push(fits);
  }
  const selectors = Object.entries(condition.selectors) as [GuardedKind, readonly StoredSelector[]][];
  for (const [kind, list] of selectors) {
    const fits = kindFits(links, kind, selectorsFit(kind, list, judging), mode);
    if (fits === null) return null;
    parts.push(fits);
  }
  if (condition.agents.length > 0 || Object.keys(condition.tags).length > 0) {
    const fits = attributeFits(links, condition, mode);
    if (fits === null) return null;
    parts.push(fits);
  }
  return both(parts);
}

/**
 * The rows of a relation that a decision leaves: `all`, `none`, or a condition (contract access §6.4, §6.5). Rules about
 * items say nothing about relations that name no items; sums over items are then empty, because they would tell of what
 * is hidden.
 */
export function rowsOf(
  decision: Decision,
  { carries = {}, aggregate }: Pick<RelationAccess, 'carries' | 'aggregate'>,
  now: () => number,
): 'all' | 'none' | ((row: RowColumn) => Sql) {
  if (decision.kind !== 'rows') return decision.kind;
  const { base, allow, deny } = decision;
  if (aggregate) return base === 'all' ? 'all' : () => trusted('false');
  const probe = linksOf(carries, () => trusted('x'));
  const isUnguarded = base === 'unguarded' && !probe.some(isNarrowable);
  const judging = (mode: Mode): Judging => ({ mode, nowMs: now() });
  const useful = allow.filter((condition) => ruleFits(probe, condition, judging('allow')) !== null);
  const binding = deny.filter((condition) => ruleFits(probe, condition, judging('deny')) !== null);
  const isAll = base === 'all' || isUnguarded;
  if (isAll && binding.length === 0) return 'all';
  if (base === 'nothing' && useful.length === 0) return 'none';
  return (row) => {
    const links = linksOf(carries, row);
    const allowed = isAll
      ? []
      : [
          ...(base === 'unguarded' ? [both(links.filter(isNarrowable).map(namesNothing))] : []),
          ...useful.flatMap((condition) => ruleFits(links, condition, judging('allow')) ?? []),
        ];
    const denied = binding.flatMap((condition) => ruleFits(links, condition, judging('deny')) ?? []);
    return both([...(isAll ? [trusted('true')] : [either(allowed)]), ...denied.map((fits) => sql`not ${fits}`)]);
  };
}
