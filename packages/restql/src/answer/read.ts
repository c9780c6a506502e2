import { decodeParameters, type Parameter } from '../parse/parameters.ts';
import { parseParameters } from '../parse/query.ts';
import { parseRange } from '../parse/range.ts';
import { planRead, type ReadPlan } from '../plan/read.ts';
import type { Relation } from '../schema/model.ts';
import { type Sql, toStatement } from '../sql.ts';
import type { RestAnswer, RunStatement } from '../types.ts';
import { shapeOf, toTemplate } from './kept-plans.ts';
import { contentRange, planPage, rangeStatus } from './range.ts';
import {
  bodyText,
  chooseStyle,
  inTransaction,
  notOneRow,
  type PreparedRead,
  type Row,
  runForRow,
  runText,
  toAnswer,
  type Work,
} from './work.ts';

const unnamed = () => undefined;

/** A longer query is planned each time. */
const MAX_KEPT_QUERY = 4000;

/** Answers GET and HEAD of a relation. */
export async function answerRead(work: Work, relation: Relation): Promise<RestAnswer> {
  const { request, preferences } = work;
  const parameters = decodeParameters(request.query);
  const { count, tx, handling, timezone } = preferences;
  const isKept = count === null && timezone === null && request.query.length <= MAX_KEPT_QUERY;
  const { media, page, header, row } = await (isKept
    ? readKept(work, relation, parameters)
    : readPlanned(work, relation, parameters));
  if (media.format === 'object' && row.n !== 1) throw notOneRow(row.n);
  return toAnswer(
    rangeStatus(page.offset, row.n, row.total),
    bodyText(row, header),
    {
      'content-type': media.contentType,
      'content-range': contentRange(page.offset, row.n, row.total),
    },
    { count, tx, handling, timezone },
  );
}

/** A read that was done. */
interface DoneRead extends Pick<PreparedRead, 'media' | 'page' | 'header'> {
  row: Row;
}

function planParameters(work: Work, relation: Relation, parameters: readonly Parameter[]) {
  const { request, context, preferences, nowMs } = work;
  const { media, format, stripNulls } = chooseStyle(work);
  const query = parseParameters(parameters, { nowMs });
  const range = request.method === 'GET' ? parseRange(request.headers.range) : null;
  const page = planPage(query.scopes.get(''), range, context.maxRows);
  const style = { format, stripNulls };
  return { media, page, plan: planRead(context, relation, query, { style, page, count: preferences.count }) };
}

async function readPlanned(work: Work, relation: Relation, parameters: readonly Parameter[]): Promise<DoneRead> {
  const { preferences, database } = work;
  const { media, page, plan } = planParameters(work, relation, parameters);
  const { timezone } = preferences;
  const row =
    timezone === null
      ? await runRead(work, database.run, plan)
      : await inTransaction(work, { timezone }, (run) => runRead(work, run, plan));
  return { media, page, header: plan.header, row };
}

/**
 * A read whose plan serves all of its shape: what differs are the values that columns are equal to. A plan is kept
 * unless a moment went into it: dates of `.filter`, conditions of the policy on rows.
 */
async function readKept(work: Work, relation: Relation, parameters: readonly Parameter[]): Promise<DoneRead> {
  const { request, context, database, plans, policy } = work;
  const { key, parameters: open, values } = shapeOf(parameters);
  const { accept = '', prefer = '', range = '' } = request.headers;
  const full = [request.method, relation.name, accept, prefer, range, key].join('\0');
  let prepared = plans.find(context.schema, policy, full);
  if (prepared === undefined) {
    const { media, page, plan } = planParameters(work, relation, open);
    const template = toTemplate(plan.statement);
    if (template === null) return readPlanned(work, relation, parameters);
    prepared = { ...template, media, page, header: plan.header, isNamed: plan.isNamed };
    const isLasting = !context.access.narrowsRows() && !parameters.some(({ name }) => name.endsWith('.filter'));
    if (isLasting) plans.keep(context.schema, policy, full, prepared);
  }
  const { media, page, header, text, isNamed } = prepared;
  const row = await runText({ nameOf: isNamed ? work.nameOf : unnamed }, database.run, {
    text,
    values: prepared.fill(values),
  });
  return { media, page, header, row };
}

/** Runs a read and, where it is asked for, the estimate of its count. */
export async function runRead(work: Work, run: RunStatement, plan: ReadPlan): Promise<Row> {
  const row = await runForRow({ nameOf: plan.isNamed ? work.nameOf : unnamed }, run, plan.statement);
  if (plan.remembered !== null && row.total !== null && row.writes != null) {
    work.context.counts?.keep(plan.remembered, { total: row.total, writes: Number(row.writes) });
  }
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
