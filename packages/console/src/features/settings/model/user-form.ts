import { EMAIL_PATTERN, type FormSchema, personRoles, type Role } from '@quarterdeck/contract';
import { HttpError } from '../../../data/http-error.ts';
import type { User } from './users.ts';

/** What each role may do, in short (spec 000 §6). */
const ROLE_HINTS: Readonly<Record<Role, string>> = {
  admin: 'everything',
  editor: 'all but connections, users and roles',
  viewer: 'reads',
  guest: 'reads, perhaps narrowed',
  commander: 'reads, and writes incidents',
  responder: 'reads, and writes incidents',
};

/**
 * The fields of a person; texts of refusals are fixed by contract screens §11.3. `email`: the address that somebody has,
 * which stays good even where it is of no host on the network (`admin@local`).
 */
export function userFields({ isSelf, email = '' }: { isSelf: boolean; email?: string }): FormSchema {
  const isLocal = email !== '' && !EMAIL_PATTERN.test(email);
  return [
    {
      kind: 'text',
      path: 'firstName',
      label: 'First name',
      required: true,
      requiredText: 'Please provide valid first name',
    },
    {
      kind: 'text',
      path: 'lastName',
      label: 'Last name',
      required: true,
      requiredText: 'Please provide valid last name',
    },
    {
      kind: 'text',
      path: 'email',
      label: 'Email',
      required: true,
      requiredText: 'Please provide valid email',
      ...(isLocal ? {} : { pattern: EMAIL_PATTERN.source, patternText: 'Entered value does not match email format' }),
    },
    {
      kind: 'select',
      path: 'role',
      label: 'Role',
      required: true,
      requiredText: 'Please select a role',
      placeholder: 'Select role',
      readOnly: isSelf,
      options: personRoles.map((role) => ({ value: role, label: `${role} (${ROLE_HINTS[role]})` })),
      ...(isSelf ? { hint: 'Another administrator changes your own role.' } : {}),
    },
  ];
}

/** What the form of somebody stored begins with. */
export function userValue({ firstName, lastName, email }: User, role: Role | ''): Record<string, string> {
  return { firstName, lastName, email, ...(role === '' ? {} : { role }) };
}

const TOLD: Readonly<Record<string, string>> = {
  LAST_ADMIN: 'This is the last administrator who can sign in. Make somebody else an administrator first.',
  PERSON_EXISTS: 'Somebody with this address has an account already.',
  INVITE_LIMIT: 'You sent as many invitations as one may in a day. Another administrator can go on.',
  ACCOUNTS_ELSEWHERE: 'Names, addresses and invitations are kept by the identity service that signs people in here.',
  PERSON_NOT_FOUND: 'The account is not there any more.',
};

/** A refused act with what the person can do about it. */
export function toldRefusal(error: unknown): unknown {
  const told = error instanceof HttpError ? TOLD[error.code] : undefined;
  return told === undefined ? error : new Error(told, { cause: error });
}
