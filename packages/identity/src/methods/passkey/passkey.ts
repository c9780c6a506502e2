import type { FlowNode } from '@quarterdeck/contract';
import { message } from '../../flows/messages.ts';
import { input } from '../../flows/nodes.ts';
import { comparable } from '../../people/identity-store.ts';
import { deviceCookie } from '../../sessions/device.ts';
import { limits, sourceBucket } from '../../throttle/throttle.ts';
import { type Credential, countFirstFactors, credentialsOf } from '../credential-store.ts';
import type {
  LoginOutcome,
  MethodInput,
  SettingsInput,
  SettingsOutcome,
  SettingsSubmit,
  SubmitInput,
} from '../types.ts';
import { openChallenge } from '../webauthn/challenge.ts';
import { keyMethod } from '../webauthn/key-method.ts';
import { addKey, keysOf, newKeyOptions, removalNodes, removeKey } from '../webauthn/key-settings.ts';
import type { KeyConfig } from '../webauthn/keys.ts';
import { requestOptions } from '../webauthn/options.ts';
import { proveByKey } from '../webauthn/prove.ts';

const ANSWER = 'passkey_settings_register';

/** Sign-in by a key that knows its account and makes sure who holds it, without a password (contract identity §3.1, §3.6, §6.10). */
export const passkeyMethod = keyMethod('passkey', {
  newKey: ANSWER,
  login: { step: 1, nodes: loginNodes, submit: signIn },
  settings: { nodes: settingsNodes, submit: changePasskeys },
});

/** The same for everyone, so that it tells nothing of accounts; on a confirmation the passkeys of who is signed in. */
async function loginNodes(given: MethodInput): Promise<FlowNode[]> {
  const { context, flow, identity, kinds } = given;
  const isKnown = flow.refresh && identity !== null;
  if (isKnown && !kinds.has('passkey')) return [];
  const keys = isKnown ? await credentialsOf<KeyConfig>(context.db.pool, identity.id, 'passkey') : [];
  const publicKey = requestOptions(context.settings, 'passkey', await openChallenge(given, 'passkey'), keys);
  return [
    input('passkey', 'passkey_challenge', 'hidden', { value: JSON.stringify({ publicKey }) }),
    input('passkey', 'passkey_login', 'hidden', { value: '' }),
    input('passkey', 'passkey_login_trigger', 'button', {
      onclickTrigger: 'oryPasskeyLogin',
      ...(isKnown ? {} : { onloadTrigger: 'oryPasskeyLoginAutocompleteInit' }),
      label: message(1010021),
    }),
  ];
}

async function signIn(given: SubmitInput): Promise<LoginOutcome> {
  const { context, visit, flow, identity, values } = given;
  const bySource = `sign-in ${sourceBucket(visit.request.source)}`;
  await context.throttle.admit([bySource]);
  const outcome = await proveByKey(given, 'passkey', values.passkey_login ?? '');
  if (outcome.kind === 'proven') {
    visit.setCookie(deviceCookie(context, comparable(outcome.identity.traits.email)));
    return outcome;
  }
  if (outcome.failed) {
    await context.throttle.note(bySource, limits.signInBySource);
    await visit.audit(context.db.pool, {
      action: flow.refresh ? 'sign_in.confirm' : 'sign_in',
      result: 'failed',
      actorId: identity?.id ?? null,
      actorName: identity?.traits.email ?? '',
      details: { method: 'passkey' },
    });
  }
  return outcome;
}

async function settingsNodes(given: SettingsInput): Promise<FlowNode[]> {
  const keys = await keysOf(given, 'passkey');
  const options = await newKeyOptions(given, 'passkey', keys);
  const isLast = (await countFirstFactors(given.context.db.pool, given.identity.id)) <= 1;
  const label = message(1050019);
  const register: FlowNode[] =
    options === null
      ? [input('passkey', 'passkey_register_trigger', 'submit', { value: 'true', label })]
      : [
          input('passkey', 'passkey_create_data', 'hidden', { value: options }),
          input('passkey', 'passkey_register_trigger', 'button', {
            onclickTrigger: 'oryPasskeySettingsRegistration',
            label,
          }),
        ];
  return [...register, input('passkey', ANSWER, 'hidden', { value: '' }), ...removalNodes('passkey', keys, isLast)];
}

async function changePasskeys(given: SettingsSubmit): Promise<SettingsOutcome> {
  const { passkey_remove = '', [ANSWER]: text = '', passkey_register_trigger = '' } = given.values;
  if (passkey_remove === '') {
    // Pressed on a form from before the confirmation: it is shown again with what a passkey is made by.
    if (text === '' && passkey_register_trigger !== '') return { kind: 'shown' };
    const name = freeName(await credentialsOf<KeyConfig>(given.db, given.identity.id, 'passkey'));
    return addKey(given, 'passkey', { name, text });
  }
  if ((await countFirstFactors(given.db, given.identity.id, { lock: true })) <= 1) {
    const reason = 'This is the only way to sign in. Please add another one first.';
    return { kind: 'refused', messages: [{ message: message(4000001, { reason }) }] };
  }
  return removeKey(given, 'passkey', passkey_remove);
}

/** The form asks for no name: they are numbered. */
function freeName(keys: readonly Credential<KeyConfig>[]): string {
  const taken = new Set(keys.map(({ config }) => config.name));
  let name = 'Passkey';
  for (let count = 2; taken.has(name); count += 1) name = `Passkey ${count}`;
  return name;
}
