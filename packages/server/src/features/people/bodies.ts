import {
  AppError,
  EMAIL_PATTERN,
  type InviteRequest,
  isRole,
  isUuid,
  type PersonUpdate,
  personRoles,
} from '@quarterdeck/contract';

/** Names and addresses are no longer than this. */
const LONGEST = 320;
const ROLES = `one of ${personRoles.join(', ')}`;

type Rule = (value: unknown) => { value: unknown } | { expected: string };

const text: Rule = (value) => {
  const expected = `a text of at most ${LONGEST} characters`;
  if (typeof value !== 'string') return { expected };
  const trimmed = value.trim();
  return trimmed === '' || trimmed.length > LONGEST ? { expected } : { value: trimmed };
};
const email: Rule = (value) => {
  const found = text(value);
  return 'value' in found && EMAIL_PATTERN.test(String(found.value)) ? found : { expected: 'an e-mail address' };
};
const role: Rule = (value) => (typeof value === 'string' && isRole(value) ? { value } : { expected: ROLES });
const id: Rule = (value) => (typeof value === 'string' && isUuid(value) ? { value } : { expected: 'a UUID' });
const flag: Rule = (value) => (typeof value === 'boolean' ? { value } : { expected: 'true or false' });

/** Reads the body of an invitation: all four are needed. Throws `REQUEST_INVALID` with what is wrong at each field. */
export function readInvite(body: unknown): InviteRequest {
  const rules = { firstName: text, lastName: text, email, role };
  return read(body, rules, Object.keys(rules)) as unknown as InviteRequest; // the rules make its members
}

/**
 * Reads what is to be changed of a person. Any text is an address here: whether it is one matters where it is not the
 * one that the account has. Throws `REQUEST_INVALID` with what is wrong at each field.
 */
export function readUpdate(body: unknown): PersonUpdate {
  const rules = { id, firstName: text, lastName: text, email: text, role, active: flag };
  return read(body, rules, ['id']) as unknown as PersonUpdate; // the rules make its members
}

/** Refuses an address that is none. */
export function checkAddress(address: string): void {
  read({ email: address }, { email }, []);
}

function read(body: unknown, rules: Readonly<Record<string, Rule>>, needed: readonly string[]) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuse([['body', 'an object']]);
  const given = new Map<string, unknown>(Object.entries(body));
  const faults: [string, string][] = [];
  const values: Record<string, unknown> = {};
  for (const [field, rule] of Object.entries(rules)) {
    if (given.get(field) === undefined && !needed.includes(field)) continue;
    const found = rule(given.get(field));
    if ('value' in found) values[field] = found.value;
    else faults.push([field, found.expected]);
  }
  if (faults.length > 0) throw refuse(faults);
  return values;
}

function refuse(faults: readonly [string, string][]): AppError {
  const problems = faults.map(([field, expected]) => ({ field, message: `Expected ${expected}` }));
  const [first] = faults;
  return new AppError('REQUEST_INVALID', {
    message: faults.map(([field, expected]) => `${field}: expected ${expected}`).join('; '),
    details: { field: first?.[0], expected: first?.[1], problems },
  });
}
