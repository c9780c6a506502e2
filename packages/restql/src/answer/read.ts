import { parseQuery } from '../parse/query.ts';
import { parseRange } from '../parse/range.ts';
import { planRead, type ReadPlan } from '../plan/read.ts';
import type { Relation } from '../schema/model.ts';
import { type Sql, toStatement } from '../sql.ts';
import type { RestAnswer, RunStatement } from '../types.ts';
import { contentRange, planPage, rangeStatus } from './range.ts';
import { bodyText, chooseStyle, inTransaction, notOneRow, type Row, runForRow, toAnswer, type Work } from './work.ts';

/** Answers GET and HEAD of a relation. */
export async function answerRead(work: Work, relation: Relation): Promise<RestAnswer> {
  const { request, context, preferences, nowMs } = work;
  const { media, format, stripNulls } = chooseStyle(work);
  const query = parseQuery(request.query, { nowMs });
  const range = request.method === 'GET' ? parseRange(request.headers.range) : null;
  const page = planPage(query.scopes.get(''), range, context.maxRows);
  const { count, tx, handling, timezone } = preferences;
  const plan = planRead(context, relation, query, { style: { format, stripNulls }, page, count });
  const row =
    timezone === null
      ? await runRead(work, work.database.run, plan)
      : await inTransaction(work, { timezone }, (run) => runRead(work, run, plan));
  if (media.format === 'object' && row.n !== 1) throw notOneRow(row.n);
  return toAnswer(
    rangeStatus(page.offset, row.n, row.total),
    bodyText(row, plan.header),
    {
      'content-type': media.contentType,
      'content-range': contentRange(page.offset, row.n, row.total),
    },
    { count, tx, handling, timezone },
  );
}

/** Runs a read and, where it is asked for, the estimate of its count. */
export async function runRead(work: Work, run: RunStatement, plan: ReadPlan): Promise<Row> {
  const row = await runForRow(work, run, plan.statement);
  if (plan.estimate === null) return row;
  const { maxRows } = work.context;
  const counted = row.total;
  if (counted !== null && maxRows !== null && counted <= maxRows) return row;
  const estimate = await runEstimate(run, plan.estimate);
  return { ...row, total: counted === null ? estimate : Math.max(counted, estimate) };
}

/** The rows that the planner of PostgreSQL expects. */
async function runEstimate(run: RunStatement, statement: Sql): Promise<number> {
  const { rows } = await run(toStatement(statement));
  const told = rows[0]?.['QUERY PLAN'];
  const plans: unknown = typeof told === 'string' ? JSON.parse(told) : told;
  const top: unknown = Array.isArray(plans) ? plans[0] : null;
  const plan = (top as { Plan?: { 'Plan Rows'?: unknown } } | null)?.Plan;
  return Number(plan?.['Plan Rows'] ?? 0);
}
