import { z } from 'zod';
import { sanitiseEndpoint } from '../engine/result.ts';
import type { CheckContext, CheckOutcome } from '../engine/types.ts';
import { clientErrorText, hydrateConnection, isConnectionReference } from '../http-client/index.ts';
import { checkBaseShape, inlineConnectionShape, textField } from './fields.ts';

/** Fields of the SQL checks (contract checks §2.6), shared by postgres and mysql. */
export const sqlSchema = z.object({
  ...checkBaseShape,
  ...inlineConnectionShape,
  /** Default `SELECT 1`. */
  query: textField.optional(),
  /** Least number of rows. */
  results: z.number().int().min(0).optional(),
  /** Seconds; default 60. */
  timeout: z.number().positive().optional(),
});

export type SqlSpec = z.output<typeof sqlSchema>;

/** One row: column to value. */
export type SqlRow = Record<string, unknown>;

/** What a driver is given: the address with all values filled in, and the query. */
export interface SqlRequest {
  url: string;
  query: string;
  timeoutMs: number;
}

/** A driver's part of the check: connects, asks once, closes. Throws {@link SqlFailure}. */
export type SqlDriver = (context: CheckContext<SqlSpec>, request: SqlRequest) => Promise<SqlRow[]>;

/** Tells a failed connection from a failed query; the cause keeps the client's error. */
export class SqlFailure extends Error {
  constructor(stage: 'connect' | 'query', kind: string, cause: unknown) {
    const text = clientErrorText(cause);
    super(stage === 'connect' ? `failed to connect to ${kind} db: ${text}` : `failed to query db: ${text}`, { cause });
    this.name = 'SqlFailure';
  }
}

const DEFAULT_TIMEOUT_SECONDS = 60;

/** A text in which credentials stand percent-encoded; the Go form `user:pass@tcp(…)` takes them as they are. */
function isUrl(text: string): boolean {
  return /^\w+:\/\//.test(text) && !/@(?:tcp|unix)\(/.test(text);
}

async function readRequest(context: CheckContext<SqlSpec>): Promise<SqlRequest> {
  const { spec } = context;
  const connection = await hydrateConnection(context, spec);
  const { username, password, variables } = connection;
  // A connection that is no reference is the address itself (contract checks §1.5).
  const written = connection.url || (isConnectionReference(spec.connection) ? '' : (spec.connection ?? ''));
  const url = await context.render(written, isUrl(written) ? variables : { ...variables, username, password });
  const query = spec.query || 'SELECT 1';
  const templated = context.canary.metadata.annotations.template !== 'false';
  return {
    url,
    query: templated ? await context.render(query) : query,
    timeoutMs: (spec.timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
  };
}

/** Runs a SQL check with a driver and judges the number of rows: at least `results`, and any with `markFailOnEmpty`. */
export async function runSql(context: CheckContext<SqlSpec>, driver: SqlDriver): Promise<CheckOutcome> {
  const request = await readRequest(context);
  let rows: SqlRow[];
  try {
    rows = await driver(context, request);
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (!(error instanceof SqlFailure)) throw error;
    return { pass: false, errors: [error.message], cause: error.cause };
  }
  const detail = { rows: rows.length > 0 ? rows : null, count: rows.length };
  const expected = context.spec.results ?? 0;
  if (rows.length === 0 && context.spec.markFailOnEmpty) {
    return { pass: false, errors: ['Query returned empty result'], detail };
  }
  if (rows.length < expected) {
    return { pass: false, errors: [`Query returned ${rows.length} rows, expected ${expected}`], detail };
  }
  return { pass: true, detail };
}

/** What is shown as endpoint: the name, else the description, else the address without credentials. */
export function sqlEndpoint(spec: SqlSpec): string {
  const address = spec.url ?? (isConnectionReference(spec.connection) ? '' : spec.connection) ?? '';
  return spec.name || spec.description || sanitiseEndpoint(address);
}
