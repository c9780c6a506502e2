import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isRole, type Role } from '@quarterdeck/contract';
import type { AccessOptions } from '../platform/http/access.ts';
import type { Caller, Identify } from '../platform/index.ts';

const HEADER = 'x-test-caller';

/** Lets a test act as anybody: a header that is signed with a key of the test's own. No product code reads it. */
export interface TestCallers {
  /** For `StartOptions.identify`: without the header nobody is signed in. */
  identify: Identify;
  /** The headers of a call of this caller. */
  as(caller: Caller): Record<string, string>;
}

/** A caller with one role, and an id that no person has. */
export function callerOf(role: Role, more: Partial<Caller> = {}): Caller {
  return {
    id: '0199aaaa-0000-7000-8000-00000000000a',
    name: `A ${role}`,
    email: `${role}@example.test`,
    roles: [role],
    ...more,
  };
}

/** Makes the two ends of the signed header. */
export function createTestCallers(): TestCallers {
  const key = randomBytes(32);
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    as(caller) {
      const text = Buffer.from(JSON.stringify(caller)).toString('base64url');
      return { [HEADER]: `${text}.${sign(text).toString('base64url')}` };
    },
    identify(request) {
      const [text = '', signature = ''] = String(request.headers[HEADER] ?? '').split('.');
      const given = Buffer.from(signature, 'base64url');
      const right = sign(text);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const caller = JSON.parse(Buffer.from(text, 'base64url').toString()) as Caller; // signed by `as`
      return { ...caller, roles: caller.roles.filter(isRole) };
    },
  };
}

/** Access for tests that are not about it: every call is the local administrator's, who may do everything. */
export const openAccess: AccessOptions = {
  authz: {
    decide: () => ({ kind: 'all', rules: [] }),
    allows: async () => true,
    mayKnowRules: () => true,
  },
};
