import type { IdentityTraits } from '@quarterdeck/contract';
import type { IdentityContext } from '../../context.ts';
import type { Queryable } from '../../database.ts';
import { message } from '../../flows/messages.ts';
import { input, methodButton } from '../../flows/nodes.ts';
import { comparable, findIdentityByAddress, type StoredIdentity } from '../../people/identity-store.ts';
import { deviceCookie, knownDevice } from '../../sessions/device.ts';
import { limits, sourceBucket } from '../../throttle/throttle.ts';
import { credentialsOf, saveCredential } from '../credential-store.ts';
import type { LoginOutcome, Method, PlacedMessage, SettingsOutcome, SettingsSubmit, SubmitInput } from '../types.ts';
import { passwordFault } from './rules.ts';

interface PasswordConfig {
  /** PHC string. */
  hash: string;
}

/** The id of no identity: what is asked of an unknown one costs what it costs of another. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

const isPassword = (values: Readonly<Record<string, string>>): boolean => values.method === 'password';

/** Sign-in by address and password (contract identity §3.1, §6.1, §6.2). */
export const passwordMethod: Method = {
  group: 'password',
  login: {
    step: 1,
    accepts: isPassword,
    nodes: ({ flow, kinds }) =>
      flow.refresh && !kinds.has('password')
        ? []
        : [
            input('password', 'password', 'password', {
              required: true,
              autocomplete: 'current-password',
              label: message(1070001),
            }),
            methodButton('password', message(1010022)),
          ],
    submit: signIn,
  },
  registration: {
    accepts: isPassword,
    nodes: () => [newPassword(), methodButton('password', message(1040001))],
    check: (given, traits) => faults(given.context, given.values.password ?? '', traits),
    async attach(db, { context, values }, identity) {
      await setPassword(context, db, identity, values.password ?? '');
      return { method: 'password' };
    },
  },
  settings: {
    accepts: isPassword,
    isPrivileged: () => true,
    nodes: () => [newPassword(), methodButton('password', message(1070003))],
    submit: changePassword,
  },
};

function newPassword() {
  return input('password', 'password', 'password', {
    required: true,
    autocomplete: 'new-password',
    label: message(1070001),
  });
}

/** The same work and the same words, whether the address is known or not. */
async function signIn({ context, visit, flow, identity, values }: SubmitInput): Promise<LoginOutcome> {
  const typed = identity?.traits.email ?? values.identifier ?? values.password_identifier ?? '';
  const password = values.password ?? '';
  const missing: PlacedMessage[] = [
    ...(typed === '' ? [required('identifier')] : []),
    ...(password === '' ? [required('password')] : []),
  ];
  if (missing.length > 0) return { kind: 'refused', messages: missing, values: { identifier: typed } };

  const address = comparable(typed);
  const device = knownDevice(context, visit.request, address);
  const byAddress = device === null ? `sign-in ${address}` : `sign-in device ${device}`;
  const bySource = `sign-in ${sourceBucket(visit.request.source)}`;
  await context.throttle.admit([byAddress, bySource]);
  const found = identity ?? (await findIdentityByAddress(context.db.pool, address));
  const [credential] = await credentialsOf<PasswordConfig>(context.db.pool, found?.id ?? NOBODY, 'password');
  const isRight = await context.hasher.verify(credential?.config.hash ?? null, password);
  if (found !== null && credential && isRight) {
    await context.throttle.forget([byAddress]);
    if (context.hasher.isWeak(credential.config.hash)) await setPassword(context, context.db.pool, found, password);
    visit.setCookie(deviceCookie(context, address));
    return { kind: 'proven', identity: found, method: { method: 'password' } };
  }
  await visit.audit(context.db.pool, {
    action: flow.refresh ? 'sign_in.confirm' : 'sign_in',
    result: 'failed',
    actorId: found?.id ?? null,
    actorName: address.slice(0, 320),
    details: { method: 'password' },
  });
  const closed = await context.throttle.note(byAddress, limits.signInByAddress);
  await context.throttle.note(bySource, limits.signInBySource);
  if (closed !== 'open') {
    await visit.audit(context.db.pool, {
      action: 'sign_in.pause',
      result: 'refused',
      actorName: address.slice(0, 320),
    });
  }
  return { kind: 'refused', messages: [{ message: message(4000006) }], values: { identifier: typed } };
}

async function changePassword({ context, db, identity, values }: SettingsSubmit): Promise<SettingsOutcome> {
  const password = values.password ?? '';
  const messages = await faults(context, password, identity.traits);
  const [credential] = await credentialsOf<PasswordConfig>(db, identity.id, 'password');
  if (credential && (await context.hasher.verify(credential.config.hash, password))) {
    messages.push({ node: 'password', message: message(4000039) });
  }
  if (messages.length > 0) return { kind: 'refused', messages };
  await setPassword(context, db, identity, password);
  return { kind: 'saved', action: 'password.change', endOthers: true };
}

async function faults(context: IdentityContext, password: string, traits: IdentityTraits): Promise<PlacedMessage[]> {
  if (password === '') return [required('password')];
  const fault = passwordFault(password, traits, context.settings);
  if (fault !== null) return [{ node: 'password', message: fault }];
  return (await context.isBreached(password)) ? [{ node: 'password', message: message(4000034) }] : [];
}

/** Hashes and keeps a password. */
export async function setPassword(
  { hasher }: Pick<IdentityContext, 'hasher'>,
  db: Queryable,
  identity: Pick<StoredIdentity, 'id' | 'traits'>,
  password: string,
): Promise<void> {
  const config: PasswordConfig = { hash: await hasher.hash(password) };
  await saveCredential(db, {
    identityId: identity.id,
    kind: 'password',
    identifier: comparable(identity.traits.email),
    config,
  });
}

function required(node: string): PlacedMessage {
  return { node, message: message(4000002, { property: node }) };
}
