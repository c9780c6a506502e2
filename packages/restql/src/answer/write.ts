import type { ParsedQuery } from '../ast.ts';
import { RestError } from '../errors.ts';
import { parseBody, type RowsBody } from '../parse/body.ts';
import { parseQuery } from '../parse/query.ts';
import { isKeyFilter } from '../plan/key-filter.ts';
import {
  payloadMismatch,
  planDelete,
  planInsert,
  planPut,
  planUpdate,
  type WritePlan,
  type WriteRequest,
} from '../plan/write.ts';
import type { Relation } from '../schema/model.ts';
import type { RestAnswer, RunStatement } from '../types.ts';
import { contentRange } from './range.ts';
import { bodyText, chooseStyle, inTransaction, notOneRow, type Row, runForRow, toAnswer, type Work } from './work.ts';

/** A write that is under way. */
interface Writing {
  work: Work;
  write: WriteRequest;
  query: ParsedQuery;
  contentType: string;
}

/** Answers POST, PUT, PATCH and DELETE of a relation. */
export async function answerWrite(work: Work, relation: Relation): Promise<RestAnswer> {
  const { request, preferences, nowMs } = work;
  const { media, format, stripNulls } = chooseStyle(work);
  const query = parseQuery(request.query, { nowMs });
  const style = { format: preferences.return === 'representation' ? format : ('none' as const), stripNulls };
  const write: WriteRequest = { relation, query, preferences, style };
  const writing: Writing = { work, write, query, contentType: media.contentType };
  if (request.method === 'POST') return answerInsert(writing);
  if (request.method === 'PUT') return answerPut(writing);
  if (request.method === 'PATCH') return answerUpdate(writing);
  return answerDelete(writing);
}

function readRows({ work, query }: Writing): RowsBody {
  const { body, headers } = work.request;
  const parsed = parseBody(body, headers['content-type'], { columns: query.columns !== null });
  if (parsed.kind === 'rows') return parsed;
  throw new RestError('PGRST102', { details: 'the body holds no rows' });
}

async function answerInsert(writing: Writing): Promise<RestAnswer> {
  const { work, write } = writing;
  const body = readRows(writing);
  const plan = planInsert(work.context, write, body);
  const row = body.count === 0 ? nothingWritten(write) : await runWrite(writing, plan);
  const { count, tx, handling, missing, resolution, timezone } = work.preferences;
  const merges = resolution === 'merge-duplicates' && write.relation.isPlain;
  const hasKey = write.relation.primaryKey.length > 0 || write.query.onConflict !== null;
  const status = merges && Number(row.inserted ?? 0) === 0 ? 200 : 201;
  const location = locationOf(write.relation, row);
  return representation(writing, row, plan, status, {
    ...(location === null ? {} : { location }),
    'content-range': `*/${count === 'exact' ? row.n : '*'}`,
    applied: { resolution: hasKey ? resolution : null, count, tx, missing, handling, timezone },
  });
}

async function answerPut(writing: Writing): Promise<RestAnswer> {
  const { work, write } = writing;
  const scope = write.query.scopes.get('');
  if (scope !== undefined && (scope.limit !== null || scope.offset !== null)) {
    throw new RestError('PGRST114', { message: 'limit/offset querystring parameters are not allowed for PUT' });
  }
  if (!isKeyFilter(write.relation, scope?.conditions ?? [])) {
    throw new RestError('PGRST105', {
      message: "Filters must include all and only primary key columns with 'eq' operators",
    });
  }
  const plan = planPut(work.context, write, readRows(writing));
  const row = await runWrite(writing, plan, ({ n }) => {
    if (n !== 1) throw payloadMismatch();
  });
  const { count, tx, handling, missing, timezone } = work.preferences;
  return representation(writing, row, plan, 204, { applied: { count, tx, handling, missing, timezone } });
}

async function answerUpdate(writing: Writing): Promise<RestAnswer> {
  const { work, write } = writing;
  const body = readRows(writing);
  const plan = planUpdate(work.context, write, body);
  const row = plan === null || body.count === 0 ? nothingWritten(write) : await runWrite(writing, plan);
  const { count, tx, handling, missing, maxAffected, timezone } = work.preferences;
  return representation(writing, row, plan, 204, {
    'content-range': contentRange(0, row.n, count === 'exact' ? row.n : null),
    applied: { count, tx, handling, missing, maxAffected, timezone },
  });
}

async function answerDelete(writing: Writing): Promise<RestAnswer> {
  const { work, write } = writing;
  const plan = planDelete(work.context, write);
  const row = await runWrite(writing, plan);
  const { count, tx, handling, maxAffected, timezone } = work.preferences;
  return representation(writing, row, plan, 204, {
    'content-range': `*/${count === 'exact' ? row.n : '*'}`,
    applied: { count, tx, handling, maxAffected, timezone },
  });
}

function nothingWritten({ style }: WriteRequest): Row {
  return { body: style.format === 'array' ? '[]' : null, n: 0, total: null };
}

/** Runs a write. What it may be refused for after the rows are written is looked at before they are committed. */
async function runWrite(
  { work, write }: Writing,
  plan: WritePlan,
  check: (row: Row) => void = () => undefined,
): Promise<Row> {
  const { tx, handling, maxAffected, timezone } = work.preferences;
  const bound = handling === 'strict' ? maxAffected : null;
  const isBounded = bound !== null && (work.request.method === 'PATCH' || work.request.method === 'DELETE');
  const isSingle = write.style.format === 'object';
  const act = async (run: RunStatement): Promise<Row> => {
    const row = await runForRow(work, run, plan.statement);
    check(row);
    if (isSingle && row.n !== 1) throw notOneRow(row.n);
    if (isBounded && row.n > bound) {
      throw new RestError('PGRST124', {
        message: 'Query result exceeds max-affected preference constraint',
        details: `The query affects ${row.n} rows`,
      });
    }
    if (Number(row.refused ?? 0) > 0) {
      throw new RestError('42501', {
        status: 403,
        message: `new row violates row-level security policy for table "${write.relation.name}"`,
      });
    }
    if (Number(row.changed ?? 0) > 0) {
      throw new RestError('428C9', {
        message: `column "${plan.fixed[0] ?? ''}" can only be updated to DEFAULT`,
        details: `The value of "${plan.fixed.join('", "')}" is made by the database.`,
      });
    }
    return row;
  };
  const needsTransaction =
    plan.mayRefuse || isSingle || isBounded || tx === 'rollback' || timezone !== null || work.request.method === 'PUT';
  return needsTransaction
    ? inTransaction(work, { rollback: tx === 'rollback', timezone }, act)
    : act(work.database.run);
}

interface Told {
  location?: string;
  'content-range'?: string;
  applied: Parameters<typeof toAnswer>[3];
}

/** The answer of a write: the rows where they are asked for, else `bare` and nothing. */
function representation(
  { work, write, contentType }: Writing,
  row: Row,
  plan: WritePlan | null,
  bare: number,
  { applied, ...headers }: Told,
): RestAnswer {
  const full = { ...applied, return: work.preferences.return };
  if (write.style.format === 'none') return toAnswer(bare, null, headers, full);
  const isNew = work.request.method === 'PUT' && Number(row.inserted ?? 0) > 0;
  const status = isNew ? 201 : bare === 204 ? 200 : bare;
  return toAnswer(status, bodyText(row, plan?.header ?? null), { 'content-type': contentType, ...headers }, full);
}

/** Where the one row that was written is: a filter on each column of its key. */
function locationOf({ name, primaryKey }: Relation, { location }: Row): string | null {
  if (typeof location !== 'string') return null;
  const values = JSON.parse(location) as (string | null)[];
  const filters = primaryKey.map((column, index) => {
    const value = values[index];
    return `${encodeURIComponent(column)}=${value == null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`;
  });
  return `/${encodeURIComponent(name)}?${filters.join('&')}`;
}
