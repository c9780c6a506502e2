import type { FlowKind, FlowMessage, FlowState } from '@quarterdeck/contract';
import type { Queryable } from '../database.ts';

/** What a form shows again. */
export interface FlowForm {
  /** The method that was tried last. */
  active?: string;
  /** Values that are no secrets. */
  values?: Record<string, string>;
  /** Texts on the form, or on the node of a name. */
  messages?: { node?: string; message: FlowMessage }[];
}

/** A self-service flow as it is stored. */
export interface StoredFlow {
  id: string;
  kind: FlowKind;
  state: FlowState;
  /** Whose flow: of settings always, of others once it is known. */
  identityId: string | null;
  /** Null: any browser may go on with it. */
  csrfHash: Buffer | null;
  requestUrl: string;
  returnTo: string | null;
  aal: 1 | 2;
  refresh: boolean;
  form: FlowForm;
  /** What methods hold until it is confirmed, by method; sealed where it is a secret. */
  secrets: Record<string, unknown>;
  issuedAt: Date;
  expiresAt: Date;
  updatedAt: Date;
  /** When it was used up. */
  doneAt: Date | null;
}

interface FlowRow {
  id: string;
  kind: FlowKind;
  state: FlowState;
  identity_id: string | null;
  csrf_hash: Buffer | null;
  request_url: string;
  return_to: string | null;
  aal: number;
  refresh: boolean;
  form: FlowForm;
  secrets: Record<string, unknown>;
  issued_at: Date;
  expires_at: Date;
  updated_at: Date;
  done_at: Date | null;
}

/** Adds a flow. */
export async function addFlow(
  db: Queryable,
  flow: Omit<StoredFlow, 'id' | 'updatedAt' | 'doneAt'>,
): Promise<StoredFlow> {
  const { rows } = await db.query<FlowRow>(
    `insert into identity_flows (kind, state, identity_id, csrf_hash, request_url, return_to, aal, refresh, form, secrets,
       issued_at, expires_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11) returning *`,
    [
      flow.kind,
      flow.state,
      flow.identityId,
      flow.csrfHash,
      flow.requestUrl,
      flow.returnTo,
      flow.aal,
      flow.refresh,
      JSON.stringify(flow.form),
      JSON.stringify(flow.secrets),
      flow.issuedAt,
      flow.expiresAt,
    ],
  );
  const [row] = rows;
  if (!row) throw new Error('the flow was not added');
  return fromRow(row);
}

/** Reads a flow of a kind; locked until the transaction ends when told. */
export async function findFlow(
  db: Queryable,
  kind: FlowKind,
  id: string,
  options: { lock?: boolean } = {},
): Promise<StoredFlow | null> {
  const { rows } = await db.query<FlowRow>(
    `select * from identity_flows where id = $1 and kind = $2${options.lock ? ' for update' : ''}`,
    [id, kind],
  );
  return rows[0] ? fromRow(rows[0]) : null;
}

/** Writes how a flow stands. What methods keep in it is written apart: tries are counted there at the same time. */
export async function saveFlow(db: Queryable, flow: StoredFlow, nowMs: number): Promise<void> {
  await db.query(
    `update identity_flows set state = $2, identity_id = $3, form = $4, updated_at = $5, done_at = $6, return_to = $7
     where id = $1`,
    [flow.id, flow.state, flow.identityId, JSON.stringify(flow.form), new Date(nowMs), flow.doneAt, flow.returnTo],
  );
}

function fromRow(row: FlowRow): StoredFlow {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    identityId: row.identity_id,
    csrfHash: row.csrf_hash,
    requestUrl: row.request_url,
    returnTo: row.return_to,
    aal: row.aal === 2 ? 2 : 1,
    refresh: row.refresh,
    form: row.form,
    secrets: row.secrets,
    issuedAt: new Date(row.issued_at),
    expiresAt: new Date(row.expires_at),
    updatedAt: new Date(row.updated_at),
    doneAt: row.done_at === null ? null : new Date(row.done_at),
  };
}

/** Replaces what methods keep in a flow. */
export async function saveSecrets(db: Queryable, { id, secrets }: Pick<StoredFlow, 'id' | 'secrets'>): Promise<void> {
  await db.query('update identity_flows set secrets = $2 where id = $1', [id, JSON.stringify(secrets)]);
}

/**
 * Keeps what a method needs until it is confirmed, unless it keeps something already: of two who look at a form at once
 * both see the same. Answers all that the flow keeps.
 */
export async function keepOnce(
  db: Queryable,
  flowId: string,
  method: string,
  value: unknown,
): Promise<Record<string, unknown>> {
  const { rows } = await db.query<{ secrets: Record<string, unknown> }>(
    `update identity_flows set secrets = jsonb_build_object($2::text, $3::jsonb) || jsonb_strip_nulls(secrets)
     where id = $1 returning secrets`,
    [flowId, method, JSON.stringify(value)],
  );
  return rows[0]?.secrets ?? {};
}

/** Counts one try of a code in a flow before it is compared. False: all tries are spent. */
export async function spendTry(db: Queryable, flowId: string, tries: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update identity_flows set secrets = secrets || jsonb_build_object('tries', coalesce((secrets ->> 'tries')::int, 0) + 1)
     where id = $1 and coalesce((secrets ->> 'tries')::int, 0) < $2`,
    [flowId, tries],
  );
  return rowCount === 1;
}
