import type { Condition, Filter, ParsedQuery, Preferences } from '../ast.ts';
import type { Relation } from '../schema/model.ts';
import { type Sql, sql, trusted } from '../sql.ts';
import { type PlanContext, relationSource, type Source } from './context.ts';
import type { Remembered } from './remembered-count.ts';
import { renderFiltered, renderLevel } from './render.ts';
import { type BodyStyle, type Page, type Plan, renderBody, renderTotal, renderWhole } from './statement.ts';
import { type Level, planTree } from './tree.ts';

/** What a read is asked for besides its query. */
export interface ReadOptions {
  style: BodyStyle;
  page: Page;
  count: Preferences['count'];
}

/** A read. */
export interface ReadPlan extends Plan {
  /** For counts that are estimated the query whose plan tells. */
  estimate: Sql | null;
  /** One plan serves all values, so that it may be kept under a name. */
  isNamed: boolean;
  /** The key under which the total is remembered; the statement answers `writes` as well. */
  remembered: string | null;
}

/** Plans the read of a relation. */
export function planRead(context: PlanContext, relation: Relation, query: ParsedQuery, options: ReadOptions): ReadPlan {
  return planRows(context, relationSource(context, relation), query, options);
}

/** Plans the read of any source of rows. */
export function planRows(
  context: PlanContext,
  source: Source,
  query: Pick<ParsedQuery, 'select' | 'scopes'>,
  { style, page, count }: ReadOptions,
): ReadPlan {
  const tree = planTree(context, source, query);
  const level: Level = { ...tree, scope: { ...tree.scope, offset: page.offset } };
  const rendered = renderLevel(context, level, page.limit);
  const { body, rows, header } = renderBody(context, rendered, style);
  const { total, remembered } = renderCounted(context, level, page, count);
  const writes = remembered === null ? sql`` : sql`, ${remembered.writes} as writes`;
  return {
    statement: sql`select ${body} as body, count(*) as n, ${total} as total${writes} from ${rows}`,
    header,
    remembered: remembered?.key ?? null,
    isNamed: !level.scope.conditions.some(isFoundByValue),
    estimate: count === 'planned' || count === 'estimated' ? renderEstimate(context, level) : null,
  };
}

const PATTERNS: ReadonlySet<Filter['operator']> = new Set<Filter['operator']>([
  'like',
  'ilike',
  'match',
  'imatch',
  'fts',
  'plfts',
  'phfts',
  'wfts',
  'cs',
  'cd',
  'ov',
]);

/** How many rows a pattern or a place in json fits differs too much by its value for one plan. */
function isFoundByValue(condition: Condition): boolean {
  if (condition.kind !== 'filter') return condition.members.some(isFoundByValue);
  return condition.field.json.length > 0 || PATTERNS.has(condition.operator);
}

/** An estimated count is exact up to the most rows of an answer. */
function renderCounted(
  context: PlanContext,
  level: Level,
  page: Page,
  count: Preferences['count'],
): { total: Sql; remembered: Remembered | null } {
  if (count === 'exact') {
    const { whole, remembered } = renderWhole(context, level);
    return { total: level.counts ? whole : renderTotal(whole, page), remembered };
  }
  const isBounded = count === 'estimated' && context.maxRows !== null;
  const total = isBounded
    ? sql`(select count(*) from (${renderMatches(context, level)} limit ${(context.maxRows ?? 0) + 1}) m)`
    : sql`null::int8`;
  return { total, remembered: null };
}

function renderEstimate(context: PlanContext, level: Level): Sql {
  return sql`explain (format json) ${renderMatches(context, level)}`;
}

function renderMatches(context: PlanContext, level: Level): Sql {
  return renderFiltered(context, level, trusted('1'));
}
