import type { GuardedKind, RelationAccess } from '@quarterdeck/contract';
import { join, type RowColumn, type Sql, sql, trusted } from '@quarterdeck/restql';
import { attributesFit } from './attribute-store.ts';
import { type Fits, isNarrowable, itemFits, type Link, linksOf, namesNothing } from './links-store.ts';
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
  /** Rows that fit are looked for; else each row is asked whether it fits. */
  isSought?: boolean;
}

const either = (parts: readonly Sql[]) => sql`(${join(parts, ' or ')})`;
const both = (parts: readonly Sql[]) => sql`(${join(parts, ' and ')})`;

/** What fits when any of its parts does. */
type Any = readonly Sql[];

/** The items of a kind that a row names fit; null when it can name none. */
function kindFits(
  links: readonly Link[],
  kind: GuardedKind,
  fits: Fits,
  { mode, isSought = false }: Judging,
): Any | null {
  const direct = links.filter(({ link }) => link === kind);
  const used = mode === 'allow' && direct.length > 0 ? direct : links;
  const parts = used.flatMap((link) => itemFits(link, kind, fits, isSought) ?? []);
  if (parts.length === 0) return null;
  return used === direct ? [both(parts)] : parts;
}

/** A selector that cannot be told fits nothing where it allows and everything where it denies. */
function selectorsFit(kind: GuardedKind, selectors: readonly StoredSelector[], judging: Judging): Fits {
  const unclear = trusted(judging.mode === 'deny' ? 'true' : 'false');
  return (column) => either(selectors.map((one) => selectorCondition(kind, one, column, judging) ?? unclear));
}

function attributeFits(
  links: readonly Link[],
  condition: RuleCondition,
  { mode, isSought = false }: Judging,
): Any | null {
  const narrowable = links.filter(isNarrowable);
  const fitting = narrowable.flatMap((link) => attributesFit(link, condition, isSought) ?? []);
  if (fitting.length === 0) return null;
  if (mode === 'deny') return fitting;
  const each = narrowable.flatMap((link) => {
    const fits = attributesFit(link, condition, isSought);
    return fits === null ? [] : [either([namesNothing(link), fits])];
  });
  return [both([...each, sql`not ${both(narrowable.map(namesNothing))}`])];
}

/** The rows that a rule is about, of which all must fit; null when none of the relation can be. */
function ruleFits(links: readonly Link[], condition: RuleCondition, judging: Judging): readonly Any[] | null {
  const ids = Object.entries(condition.ids) as [GuardedKind, string][];
  const selectors = Object.entries(condition.selectors) as [GuardedKind, readonly StoredSelector[]][];
  const hasAttributes = condition.agents.length > 0 || Object.keys(condition.tags).length > 0;
  const parts = [
    ...ids.map(([kind, id]) => kindFits(links, kind, (column) => sql`${column('id')} = ${id}`, judging)),
    ...selectors.map(([kind, list]) => kindFits(links, kind, selectorsFit(kind, list, judging), judging)),
    ...(hasAttributes ? [attributeFits(links, condition, judging)] : []),
  ];
  const known = parts.filter((part) => part !== null);
  return known.length === parts.length ? known : null;
}

const all = (parts: readonly Any[]): Sql => both(parts.map(either));

/** Each by itself, so that PostgreSQL can look up the few items of a page instead of gathering all that are denied. */
function noneOf(parts: readonly Any[]): readonly Sql[] {
  const [only] = parts;
  if (only === undefined || parts.length > 1) return [sql`not ${all(parts)}`];
  return only.map((part) => sql`not ${part}`);
}

/**
 * The rows of a relation that a decision leaves: `all`, `none`, or a condition (contract access §6.4, §6.5). Rules about
 * items say nothing about relations that name no items; sums over items are then empty, because they would tell of what
 * is hidden.
 */
export function rowsOf(
  decision: Decision,
  access: Pick<RelationAccess, 'carries' | 'aggregate' | 'itself'>,
  now: () => number,
): 'all' | 'none' | ((row: RowColumn) => Sql) {
  if (decision.kind !== 'rows') return decision.kind;
  const { base, allow, deny } = decision;
  if (access.aggregate) return base === 'all' ? 'all' : () => trusted('false');
  const probe = linksOf(access, () => trusted('x'));
  const isUnguarded = base === 'unguarded' && !probe.some(isNarrowable);
  const judging = (mode: Mode): Judging => ({ mode, nowMs: now() });
  const useful = allow.filter((condition) => ruleFits(probe, condition, judging('allow')) !== null);
  const binding = deny.filter((condition) => ruleFits(probe, condition, judging('deny')) !== null);
  const isAll = base === 'all' || isUnguarded;
  if (isAll && binding.length === 0) return 'all';
  if (base === 'nothing' && useful.length === 0) return 'none';
  return (row) => {
    const links = linksOf(access, row);
    const allowed = isAll
      ? []
      : [
          ...(base === 'unguarded' ? [both(links.filter(isNarrowable).map(namesNothing))] : []),
          ...useful.map((condition) => all(ruleFits(links, condition, judging('allow')) ?? [])),
        ];
    const denied = binding.flatMap((condition) => noneOf(ruleFits(links, condition, judging('deny')) ?? []));
    return both([...(isAll ? [] : [either(allowed)]), ...denied]);
  };
}

/**
 * The rows that a decision takes away, where it does nothing else and one rule takes them in one way, so that they can be
 * found: {@link rowsOf} leaves those for which this does not hold or is unknown. Null for any other decision.
 */
export function hiddenOf(
  decision: Decision,
  access: Pick<RelationAccess, 'carries' | 'aggregate' | 'itself'>,
  now: () => number,
): ((row: RowColumn) => Sql) | null {
  if (decision.kind !== 'rows' || decision.base !== 'all' || access.aggregate) return null;
  const takenFrom = (row: RowColumn): Sql[] => {
    const judging: Judging = { mode: 'deny', nowMs: now(), isSought: true };
    return decision.deny.flatMap((condition) => {
      const fits = ruleFits(linksOf(access, row), condition, judging);
      return fits === null ? [] : fits.length === 1 ? (fits[0] ?? []) : [all(fits)];
    });
  };
  if (takenFrom(() => trusted('x')).length !== 1) return null;
  return (row) => both(takenFrom(row));
}
