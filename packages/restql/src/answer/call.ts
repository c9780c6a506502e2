import { parseBody } from '../parse/body.ts';
import { parseQuery } from '../parse/query.ts';
import { parseRange } from '../parse/range.ts';
import { type CallInput, findRoutine, parameterNames, planCall } from '../plan/call.ts';
import type { RoutineResult } from '../schema/model.ts';
import type { RestAnswer } from '../types.ts';
import { contentRange, planPage, rangeStatus } from './range.ts';
import { runRead } from './read.ts';
import { bodyText, chooseStyle, inTransaction, notOneRow, toAnswer, type Work } from './work.ts';

/** Answers GET, HEAD and POST of a function. A function that may write is called in a transaction that only reads by GET. */
export async function answerCall(work: Work, name: string): Promise<RestAnswer> {
  const { request, context, preferences, nowMs } = work;
  context.access.routine(name);
  const { media, format, stripNulls } = chooseStyle(work);
  const isRead = request.method !== 'POST';
  const argumentNames = parameterNames(context.schema.routines.get(name) ?? []);
  const query = parseQuery(request.query, { isRoutine: isRead, argumentNames, nowMs });
  const input: CallInput = isRead
    ? { kind: 'query', values: query.argumentValues }
    : {
        kind: 'body',
        body: parseBody(request.body, request.headers['content-type'], { isRoutine: true, columns: true }),
        params: preferences.params,
      };
  const routine = findRoutine(context, name, input);
  const { result } = routine;
  const isSet = result.kind !== 'void' && result.set;
  const range = request.method === 'GET' ? parseRange(request.headers.range) : null;
  const page = planPage(query.scopes.get(''), range, isSet ? context.maxRows : null);
  const one = format === 'array' && isOneRow(result) ? 'object' : format;
  const { count, tx, handling, timezone, params } = preferences;
  const plan = planCall(context, routine, input, query, { style: { format: one, stripNulls }, page, count });
  const readOnly = isRead && routine.volatility === 'volatile';
  const options = { readOnly, rollback: tx === 'rollback', timezone };
  const act = async (run: Work['database']['run']) => {
    const row = await runRead(work, run, plan);
    if (format === 'object' && isSet && row.n !== 1) throw notOneRow(row.n);
    return row;
  };
  const needsTransaction = readOnly || options.rollback || timezone !== null || (!isRead && format === 'object');
  const row = needsTransaction ? await inTransaction(work, options, act) : await act(work.database.run);
  const headers = { 'content-range': contentRange(page.offset, row.n, row.total) };
  const applied = { params: isRead ? null : params, count, tx, handling, timezone };
  if (result.kind === 'void') return toAnswer(204, null, headers, applied);
  const text = one === 'object' && row.body === null && request.method !== 'HEAD' ? 'null' : bodyText(row, plan.header);
  const status = rangeStatus(page.offset, row.n, row.total);
  return toAnswer(status, text, { 'content-type': media.contentType, ...headers }, applied);
}

/** A function that returns one row answers an object. */
function isOneRow(result: RoutineResult): boolean {
  return result.kind === 'rows' && !result.set;
}
