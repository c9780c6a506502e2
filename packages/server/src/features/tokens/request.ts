import {
  AppError,
  accessActions,
  accessObjects,
  accessResources,
  type DeniedPermission,
  isUuid,
  LONGEST_TOKEN_NAME,
  readPermissionKey,
} from '@quarterdeck/contract';
import { parseDuration } from '@quarterdeck/kit';
import { z } from 'zod';
import { refuseField } from '../../platform/index.ts';

/** A body of POST /auth/create_token that was read. */
export interface TokenRequest {
  name: string;
  /** Null: never. Absent: the property `access_token.default_expiry` tells. */
  lifeMs?: number | null;
  denied: DeniedPermission[];
}

const LONGEST_LIFE = '10y';
const MOST_DENIED = 2000;
const OBJECTS: ReadonlySet<string> = new Set(['*', ...accessObjects, ...accessResources]);
const ACTIONS: ReadonlySet<string> = new Set(['*', ...accessActions]);

const permission = z.looseObject({
  object: z.string(),
  action: z.string(),
  deny: z.boolean().nullish(),
  condition: z.string().nullish(),
  id: z.string().nullish(),
});

const body = z.object({
  name: z.string(),
  expiry: z.string().nullish(),
  deny_permissions: z
    .array(z.union([permission, z.string()]))
    .max(MOST_DENIED)
    .nullish(),
});

/** Reads the body. Throws `REQUEST_INVALID` with the field. */
export function readTokenRequest(given: unknown): TokenRequest {
  const read = body.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = issue?.path.join('.') || 'body';
    if (field === 'name') throw nameRequired();
    throw refuseField(field, issue?.message ?? 'is not understood');
  }
  const { name, expiry, deny_permissions: denied } = read.data;
  const life = expiry === undefined || expiry === null ? undefined : lifeOf(expiry);
  return {
    name: nameOf(name),
    ...(life === undefined ? {} : { lifeMs: life }),
    // A rule that denies holds for a token anyway.
    denied: (denied ?? []).flatMap((one, index) =>
      typeof one === 'object' && one.deny ? [] : [deniedOf(one, `deny_permissions.${index}`)],
    ),
  };
}

/** How long a token lives, in milliseconds; null: for ever. Throws `REQUEST_INVALID`. */
export function lifeOf(text: string): number | null {
  if (text.trim() === 'never') return null;
  const ms = parseDuration(text);
  if (ms === null || ms < 1000 || ms > (parseDuration(LONGEST_LIFE) ?? 0)) {
    throw refuseField('expiry', `expected never, or a duration such as 30d, of at most ${LONGEST_LIFE}`);
  }
  return ms;
}

function nameRequired(): AppError {
  return new AppError('REQUEST_INVALID', { message: 'Name is required', details: { field: 'name' } });
}

function nameOf(given: string): string {
  const name = given.trim();
  if (name === '') throw nameRequired();
  if ([...name].length > LONGEST_TOKEN_NAME || /\p{Cc}/u.test(name)) {
    throw refuseField('name', `expected at most ${LONGEST_TOKEN_NAME} characters, without line breaks`);
  }
  return name;
}

function deniedOf(given: z.infer<typeof permission> | string, field: string): DeniedPermission {
  const read = typeof given === 'string' ? readPermissionKey(given) : given;
  if (read === null) throw refuseField(field, 'expected a permission, or its key');
  const { object, action } = read;
  const condition = read.condition || undefined;
  const id = read.id || undefined;
  if (!OBJECTS.has(object)) throw refuseField(`${field}.object`, 'expected an object of a permission');
  if (!ACTIONS.has(action) && !action.startsWith('mcp:')) throw refuseField(`${field}.action`, 'expected an action');
  // What is said in words alone cannot be taken away: the rule must be named.
  if (condition !== undefined && !isUuid(id ?? ''))
    throw refuseField(`${field}.id`, 'expected the id of the permission');
  return { object, action, ...(condition === undefined ? {} : { condition }), ...(id === undefined ? {} : { id }) };
}
