import { AppError, personRoles } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress, readInvite, readUpdate } from './bodies.ts';

const ID = '0199aaaa-0000-7000-8000-000000000001';
const whole = { firstName: ' Ada ', lastName: 'L', email: ' ada@example.test ', role: 'editor' };

/** The fields that a body is refused for. */
function faultsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'REQUEST_INVALID') throw error;
    return (error.details.problems as { field: string }[]).map(({ field }) => field);
  }
}

describe('the body of an invitation', () => {
  it('is read trimmed, and nothing else of it', () => {
    expect(readInvite({ ...whole, id: ID, active: true })).toEqual({
      firstName: 'Ada',
      lastName: 'L',
      email: 'ada@example.test',
      role: 'editor',
    });
    for (const role of personRoles) expect(readInvite({ ...whole, role }).role).toBe(role);
  });

  it.each([null, undefined, 'text', 7, [], [whole]])('that is %j is none', (body) => {
    expect(faultsOf(() => readInvite(body))).toEqual(['body']);
  });

  it.each(['ada', 'ada@host', '@host.test', 'a b@host.test', 'ada@host.', 'ada@.test', 'a@b@c.test', ''])(
    'with the address %j is refused',
    (email) => expect(faultsOf(() => readInvite({ ...whole, email }))).toEqual(['email']),
  );

  it('is read or refused by field, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const faults = faultsOf(() => readInvite(body));
        expect(faults.every((field) => ['body', 'firstName', 'lastName', 'email', 'role'].includes(field))).toBe(true);
      }),
    );
  });
});

describe('the body of a change', () => {
  it('needs an id alone; what is left out stays', () => {
    expect(readUpdate({ id: ID })).toEqual({ id: ID });
    expect(readUpdate({ id: ID, active: false, role: 'guest' })).toEqual({ id: ID, active: false, role: 'guest' });
    expect(readUpdate({ id: ID, email: 'admin@local' })).toEqual({ id: ID, email: 'admin@local' });
    expect(faultsOf(() => readUpdate({ firstName: 'Ada' }))).toEqual(['id']);
  });

  it('is refused for each field that is wrong', () => {
    const wrong = { id: 'x', firstName: '', lastName: 7, email: null, role: 'everyone', active: 'true' };
    expect(faultsOf(() => readUpdate(wrong))).toEqual(['id', 'firstName', 'lastName', 'email', 'role', 'active']);
  });
});

it('an address that is new has a host with a dot', () => {
  expect(faultsOf(() => checkAddress('ada@example.test'))).toEqual([]);
  expect(faultsOf(() => checkAddress('admin@local'))).toEqual(['email']);
});
