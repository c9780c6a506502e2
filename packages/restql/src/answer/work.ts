import type { Preferences } from '../ast.ts';
import { RestError } from '../errors.ts';
import { type Media, negotiate } from '../parse/media.ts';
import { appliedPreferences, parsePrefer } from '../parse/prefer.ts';
import type { PlanContext } from '../plan/context.ts';
import type { BodyFormat, Page } from '../plan/statement.ts';
import type { RestPolicy } from '../policy.ts';
import { type Sql, toStatement } from '../sql.ts';
import type { RestAnswer, RestDatabase, RestRequest, RunStatement } from '../types.ts';
import type { KeptPlans, Template } from './kept-plans.ts';
import type { NameStatement } from './names.ts';

/** One request that is being answered. */
export interface Work {
  request: RestRequest;
  context: PlanContext;
  database: RestDatabase;
  nameOf: NameStatement;
  policy: RestPolicy;
  /** Reads of relations that were planned before. */
  plans: KeptPlans<PreparedRead>;
  preferences: Preferences;
  /** For date math, in milliseconds since the epoch. */
  nowMs: number;
}

/** A read that is ready but for the values of its plain equalities. */
export interface PreparedRead extends Template {
  media: Media;
  page: Page;
  isNamed: boolean;
  /** First line of a CSV answer. */
  header: string | null;
}

/** What every statement of the dialect answers; `null` where a count was not asked for. */
export interface Row {
  body: string | null;
  n: number;
  total: number | null;
  /** Where the total is remembered: the writes that its tables have seen. */
  writes?: unknown;
  [more: string]: unknown;
}

/** Reads header `Prefer`; with `handling=strict` what is not understood is refused with `PGRST122`. */
export function readPreferences({ headers }: RestRequest): Preferences {
  const preferences = parsePrefer(headers.prefer);
  if (preferences.handling === 'strict' && preferences.invalid.length > 0) {
    throw new RestError('PGRST122', {
      message: 'Invalid preferences given with handling=strict',
      details: `Invalid preferences: ${preferences.invalid.join(', ')}`,
    });
  }
  return preferences;
}

/**
 * The schema that a request names in `Accept-Profile`, or in `Content-Profile` when it writes; null when it names none.
 * Throws `PGRST106` for another than the served one.
 */
export function readProfile({ method, headers }: RestRequest, schema: string): string | null {
  const writes = method === 'POST' || method === 'PATCH' || method === 'PUT' || method === 'DELETE';
  const profile = headers[writes ? 'content-profile' : 'accept-profile'];
  if (profile === undefined || profile === schema) return profile ?? null;
  throw new RestError('PGRST106', { message: `The schema must be one of the following: ${schema}` });
}

/** How the answer's rows are written. Throws `PGRST107`. */
export function chooseStyle({ request }: Work): { media: Media; format: BodyFormat; stripNulls: boolean } {
  const media = negotiate(request.headers.accept, ['array', 'object', 'csv']);
  const format = media.format === 'object' || media.format === 'csv' ? media.format : 'array';
  return { media, format: request.method === 'HEAD' ? 'none' : format, stripNulls: media.stripNulls };
}

/** Runs a statement that answers one row. */
export async function runForRow(work: Pick<Work, 'nameOf'>, run: RunStatement, statement: Sql): Promise<Row> {
  return runText(work, run, toStatement(statement));
}

/** Runs the text of such a statement. */
export async function runText(
  { nameOf }: Pick<Work, 'nameOf'>,
  run: RunStatement,
  { text, values }: { text: string; values: unknown[] },
): Promise<Row> {
  const name = nameOf(text);
  const { rows } = await run(name === undefined ? { text, values } : { text, values, name });
  const row = rows[0] ?? {};
  return {
    ...row,
    body: typeof row.body === 'string' ? row.body : null,
    n: Number(row.n ?? 0),
    total: row.total == null ? null : Number(row.total),
  };
}

/** Thrown out of a transaction to end it without its effects. */
class Undone<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('undone');
    this.result = result;
  }
}

/** What a transaction is for, besides keeping statements together. */
export interface TransactionOptions {
  readOnly?: boolean;
  /** Nothing of what is done stays. */
  rollback?: boolean;
  timezone?: string | null;
}

/** Runs work in a transaction of its own. */
export async function inTransaction<T>(
  { database }: Work,
  { readOnly = false, rollback = false, timezone = null }: TransactionOptions,
  work: (run: RunStatement) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(async (run) => {
      if (readOnly) await run({ text: 'set transaction read only', values: [] });
      if (timezone !== null) {
        // Postgres knows which zones there are; a name of none is left alone, as PostgREST does.
        const known = 'select set_config($1, name, true) from pg_timezone_names where name = $2';
        await run({ text: known, values: ['timezone', timezone] });
      }
      const result = await work(run);
      if (rollback) throw new Undone(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Undone) return error.result as T;
    throw error;
  }
}

/** The refusal of a result that should be one row and is not. */
export function notOneRow(rows: number): RestError {
  return new RestError('PGRST116', {
    message: 'JSON object requested, multiple (or no) rows returned',
    details: `The result contains ${rows} rows`,
  });
}

/** The text of the answer's body; a table has its line of names only when it has rows. */
export function bodyText({ body, n }: Row, header: string | null): string | null {
  return header === null ? body : `${n > 0 ? header : ''}\n${body ?? ''}`;
}

/** An answer with the preferences that were heeded. */
export function toAnswer(
  status: number,
  body: string | null,
  headers: Record<string, string>,
  applied: Partial<Preferences>,
): RestAnswer {
  const preference = appliedPreferences(applied);
  return { status, body, headers: preference === null ? headers : { ...headers, 'preference-applied': preference } };
}
