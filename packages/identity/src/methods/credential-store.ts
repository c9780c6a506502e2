import type { Queryable } from '../database.ts';

export type CredentialKind = 'password' | 'totp' | 'lookup_secret' | 'webauthn' | 'passkey' | 'oidc';

/** One credential; `config` is of its kind's own shape. */
export interface Credential<Config> {
  identityId: string;
  kind: CredentialKind;
  identifier: string;
  config: Config;
  createdAt: Date;
}

interface CredentialRow<Config> {
  identity_id: string;
  kind: CredentialKind;
  identifier: string;
  config: Config;
  created_at: Date;
}

const COLUMNS = 'identity_id, kind, identifier, config, created_at';

/** The credentials of one kind that an identity has, oldest first. */
export async function credentialsOf<Config>(
  db: Queryable,
  identityId: string,
  kind: CredentialKind,
): Promise<Credential<Config>[]> {
  const { rows } = await db.query<CredentialRow<Config>>(
    `select ${COLUMNS} from identity_credentials where identity_id = $1 and kind = $2 order by created_at, identifier`,
    [identityId, kind],
  );
  return rows.map(fromRow);
}

/** The one credential of a kind with that identifier, whoever has it. */
export async function findCredential<Config>(
  db: Queryable,
  kind: CredentialKind,
  identifier: string,
): Promise<Credential<Config> | null> {
  const { rows } = await db.query<CredentialRow<Config>>(
    `select ${COLUMNS} from identity_credentials where kind = $1 and identifier = $2`,
    [kind, identifier],
  );
  return rows[0] ? fromRow(rows[0]) : null;
}

/** Which kinds an identity has. */
export async function credentialKindsOf(db: Queryable, identityId: string): Promise<Set<CredentialKind>> {
  const { rows } = await db.query<{ kind: CredentialKind }>(
    'select distinct kind from identity_credentials where identity_id = $1',
    [identityId],
  );
  return new Set(rows.map(({ kind }) => kind));
}

/** Adds or replaces a credential. */
export async function saveCredential(
  db: Queryable,
  { identityId, kind, identifier, config }: Omit<Credential<unknown>, 'createdAt'>,
): Promise<void> {
  await db.query(
    `insert into identity_credentials (identity_id, kind, identifier, config) values ($1, $2, $3, $4)
     on conflict (identity_id, kind, identifier) do update set config = excluded.config`,
    [identityId, kind, identifier, JSON.stringify(config)],
  );
}

/** Adds a credential. False: it exists, whoever has it. */
export async function addCredential(
  db: Queryable,
  { identityId, kind, identifier, config }: Omit<Credential<unknown>, 'createdAt'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into identity_credentials (identity_id, kind, identifier, config) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [identityId, kind, identifier, JSON.stringify(config)],
  );
  return rowCount === 1;
}

/** Kinds that a sign-in can begin with. */
const FIRST_FACTORS: readonly CredentialKind[] = ['password', 'passkey', 'oidc'];

/** How many ways to begin a sign-in an identity has. `lock`: none is added or removed until the transaction ends. */
export async function countFirstFactors(
  db: Queryable,
  identityId: string,
  options: { lock?: boolean } = {},
): Promise<number> {
  const { rowCount } = await db.query(
    `select 1 from identity_credentials where identity_id = $1 and kind = any ($2)
     order by kind, identifier${options.lock ? ' for update' : ''}`,
    [identityId, FIRST_FACTORS],
  );
  return rowCount ?? 0;
}

/** Removes a credential, or all of its kind. Answers how many. */
export async function removeCredentials(
  db: Queryable,
  identityId: string,
  kind: CredentialKind,
  identifier?: string,
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from identity_credentials where identity_id = $1 and kind = $2 and ($3::text is null or identifier = $3)`,
    [identityId, kind, identifier ?? null],
  );
  return rowCount ?? 0;
}

function fromRow<Config>(row: CredentialRow<Config>): Credential<Config> {
  return {
    identityId: row.identity_id,
    kind: row.kind,
    identifier: row.identifier,
    config: row.config,
    createdAt: new Date(row.created_at),
  };
}
