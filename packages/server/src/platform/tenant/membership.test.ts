import type { Queryable } from '@quarterdeck/identity';
import { createManualClock, silentLog } from '@quarterdeck/kit';
import { expect, test, vi } from 'vitest';
import { createMembership } from './membership.ts';

const ISSUER = 'https://hub.example';

test('whoever looked before an answer was kept, and acts after it, does not ask again', async () => {
  const clock = createManualClock(10 * 60_000);
  let confirmedMs = 0;
  const held: (() => void)[] = [];
  let isHeld = false;
  const query = vi.fn(async (given: string | { name?: string }) => {
    if (typeof given === 'string') {
      confirmedMs = clock.now();
      return { rows: [], rowCount: 1 };
    }
    if (given.name !== 'hosted member') return { rows: [], rowCount: 0 };
    const rows = [{ externalId: `${ISSUER}|ada`, role: 'owner', proof: 'p', confirmedMs }];
    if (isHeld) await new Promise<void>((go) => held.push(go));
    return { rows, rowCount: 1 };
  });
  const ask = vi.fn(async () => 'owner' as const);
  const roleOf = createMembership({
    db: { query } as unknown as Queryable, // answers what the membership asks for alone
    clock,
    log: silentLog,
    issuer: ISSUER,
    organizationId: 'o',
    ask,
  });
  isHeld = true;
  const slow = roleOf('p1');
  isHeld = false;
  expect(await roleOf('p1')).toBe('admin');
  held[0]?.();
  expect(await slow).toBe('admin');
  expect(ask).toHaveBeenCalledTimes(1);
});
