import type { Database } from '@quarterdeck/db';
import type { JWK } from 'jose';

/** A key pair that signs tokens for some time; the private half is sealed. */
export interface StoredKey {
  id: string;
  publicKey: JWK;
  sealedPrivateKey: string;
  signsFrom: Date;
  signsUntil: Date;
}

/** The key pairs of the control plane. */
export interface KeyStore {
  list(): Promise<StoredKey[]>;
  /** Runs `plan` with the keys while no other node does, then keeps what it answers: keys to add, and the end of others. */
  change(plan: (keys: StoredKey[]) => Promise<KeyChange>): Promise<void>;
  /** Removes the keys that ended before a moment. */
  removeEnded(before: Date): Promise<void>;
}

export interface KeyChange {
  add: StoredKey | null;
  /** The keys that sign now end at this moment. */
  endOthersAt?: Date;
}

const COLUMNS = `id, public_key as "publicKey", sealed_private_key as "sealedPrivateKey", signs_from as "signsFrom",
  signs_until as "signsUntil"`;

/** Makes the store. */
export function createKeyStore({ pool, transaction }: Pick<Database, 'pool' | 'transaction'>): KeyStore {
  return {
    async list() {
      return (await pool.query<StoredKey>(`select ${COLUMNS} from signing_keys order by signs_from`)).rows;
    },
    change: (plan) =>
      transaction(async (client) => {
        await client.query('lock table signing_keys in share row exclusive mode');
        const { rows } = await client.query<StoredKey>(`select ${COLUMNS} from signing_keys order by signs_from`);
        const { add, endOthersAt } = await plan(rows);
        if (endOthersAt !== undefined) {
          await client.query('update signing_keys set signs_until = $1 where signs_until > $1', [endOthersAt]);
        }
        if (add === null) return;
        await client.query(
          `insert into signing_keys (id, public_key, sealed_private_key, signs_from, signs_until)
           values ($1, $2, $3, $4, $5)`,
          [add.id, add.publicKey, add.sealedPrivateKey, add.signsFrom, add.signsUntil],
        );
      }),
    async removeEnded(before) {
      await pool.query('delete from signing_keys where signs_until < $1', [before]);
    },
  };
}
