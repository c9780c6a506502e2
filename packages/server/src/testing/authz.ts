import { silentLog, systemClock } from '@quarterdeck/kit';
import { type AuthzOptions, createAuthz } from '../platform/authz/authz.ts';
import type { Authz } from '../platform/authz/types.ts';

/** Access control of one node over a test's database; `set` changes a property as a row would. */
export interface TestAuthz extends Authz {
  set(name: string, value: string): void;
}

/** Makes and starts it. Stop it before the database is dropped. */
export async function startTestAuthz(
  database: AuthzOptions['database'],
  more: Partial<AuthzOptions> = {},
): Promise<TestAuthz> {
  const values = new Map<string, string>();
  const listeners = new Set<(current: ReadonlyMap<string, string>) => void>();
  const properties: AuthzOptions['properties'] = {
    current: () => values,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const authz = createAuthz({ database, properties, clock: systemClock, log: silentLog, ...more });
  await authz.start();
  return {
    ...authz,
    set(name, value) {
      values.set(name, value);
      for (const listener of listeners) listener(values);
    },
  };
}
