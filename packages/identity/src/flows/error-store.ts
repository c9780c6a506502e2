import type { FlowErrorBody } from '@quarterdeck/contract';
import type { Queryable } from '../database.ts';

/** An error that a page shows, as `GET /self-service/errors` answers it. */
export interface StoredFlowError {
  id: string;
  csrfHash: Buffer | null;
  error: FlowErrorBody['error'];
  createdAt: Date;
}

/** Keeps an error for the page of the browser that met it. Answers its id. */
export async function addFlowError(db: Queryable, csrfHash: Buffer, error: FlowErrorBody['error']): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    'insert into identity_flow_errors (csrf_hash, error) values ($1, $2) returning id',
    [csrfHash, JSON.stringify(error)],
  );
  return rows[0]?.id ?? '';
}

/** Reads an error. */
export async function findFlowError(db: Queryable, id: string): Promise<StoredFlowError | null> {
  const { rows } = await db.query<{
    id: string;
    csrf_hash: Buffer | null;
    error: FlowErrorBody['error'];
    created_at: Date;
  }>('select id, csrf_hash, error, created_at from identity_flow_errors where id = $1', [id]);
  const [row] = rows;
  return row ? { id: row.id, csrfHash: row.csrf_hash, error: row.error, createdAt: new Date(row.created_at) } : null;
}
