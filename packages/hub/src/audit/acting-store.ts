import { actingNow } from '@quarterdeck/server/parts';
import type pg from 'pg';

const NAME_ACTOR = "select set_config('quarterdeck.actor', $1, false)";

/**
 * The pool for a library that knows nothing of the audit trail: a connection that is taken while somebody acts names them
 * until it is given back, so that whatever is written over it is written down as theirs.
 */
export function actingPool(pool: pg.Pool): pg.Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return () => connect(target);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  const actor = actingNow();
  if (actor === undefined) return client;
  // The pool makes a new one for each taking.
  const { release } = client;
  const name = (text: string) => client.query(NAME_ACTOR, [text]);
  try {
    await name(JSON.stringify(actor));
  } catch (error) {
    release(true);
    throw error;
  }
  client.release = (broken) => {
    name('').then(
      () => release(broken),
      () => release(true),
    );
  };
  return client;
}
