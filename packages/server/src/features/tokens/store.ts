import type { ApiToken, DeniedPermission, TokenPerson } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';

/** What is kept of a new token. */
export interface NewToken {
  id: string;
  name: string;
  hash: string;
  owner: string;
  held: readonly string[];
  denied: readonly DeniedPermission[];
  /** Null: never. */
  expiresAt: Date | null;
}

/** Tokens and the service identities that they act as. */
export interface TokenStore {
  /** `taken`: the owner has a token of this name. */
  add(token: NewToken): Promise<'added' | 'taken'>;
  /** Tokens of an owner, or of all, the newest first. */
  list(owner: string | null): Promise<ApiToken[]>;
  /** The owner of a token; undefined: there is no such token. */
  ownerOf(id: string): Promise<string | null | undefined>;
  /** Removes a token; its service identity stays for what refers to it. */
  remove(id: string): Promise<void>;
}

interface TokenRow extends Omit<ApiToken, 'deny_roles' | 'created_by'> {
  created_by: TokenPerson | null;
  deny_permissions: DeniedPermission[];
}

const UNIQUE_VIOLATION = '23505';
const LIMIT = 1000;

const person = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'avatar', ${alias}.avatar, 'properties', null)`;

const LIST = `
select t.id, t.name, t.created_at, t.expires_at, t.last_used_at, t.person_id, t.deny_permissions,
  ${person('p')} as person, case when o.id is not null then ${person('o')} end as created_by
from access_tokens t join people p on p.id = t.person_id left join people o on o.id = t.created_by
where $1::uuid is null or t.created_by = $1
order by t.created_at desc, t.id limit ${LIMIT}`;

const ADD_PERSON = `
insert into people (name, type, email)
select name || ' (Token)', 'access_token',
  case when email like '%_@_%' then regexp_replace(email, '@([^@]*)$', '') || '+token:' || $2::text || '@'
    || regexp_replace(email, '^.*@', '') end
from people where id = $1 and deleted_at is null returning id`;

/** Makes the store. */
export function createTokenStore({ pool, transaction }: Pick<Database, 'pool' | 'transaction'>): TokenStore {
  return {
    async add({ id, name, hash, owner, held, denied, expiresAt }) {
      try {
        await transaction(async (client) => {
          const { rows } = await client.query<{ id: string }>(ADD_PERSON, [owner, name]);
          await client.query(
            `insert into access_tokens (id, name, person_id, value, created_at, created_by, expires_at, deny_permissions,
               held)
             values ($1, $2, $3, $4, now(), $5, $6, $7, $8)`,
            [id, name, rows[0]?.id, hash, owner, expiresAt, JSON.stringify(denied), held],
          );
        });
        return 'added';
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return 'taken';
        throw error;
      }
    },
    async list(owner) {
      const { rows } = await pool.query<TokenRow>(LIST, [owner]);
      return rows.map(({ deny_permissions: denied, ...row }) => ({
        ...row,
        created_by: row.created_by ?? row.person,
        ...(denied.length === 0 ? {} : { deny_roles: denied.map(({ object, action }) => `${object}:${action}`) }),
      }));
    },
    async ownerOf(id) {
      const { rows } = await pool.query<{ created_by: string | null }>(
        'select created_by from access_tokens where id = $1',
        [id],
      );
      return rows[0]?.created_by;
    },
    remove: (id) =>
      transaction(async (client) => {
        const { rows } = await client.query<{ person_id: string }>(
          'delete from access_tokens where id = $1 returning person_id',
          [id],
        );
        await client.query(
          `update people set deleted_at = now() where id = $1 and type = 'access_token' and deleted_at is null`,
          [rows[0]?.person_id ?? null],
        );
      }),
  };
}
