import type { FlowNode } from '@quarterdeck/contract';
import { message } from '../../flows/messages.ts';
import { input } from '../../flows/nodes.ts';
import { credentialsOf } from '../credential-store.ts';
import type {
  LoginOutcome,
  MethodInput,
  SettingsInput,
  SettingsOutcome,
  SettingsSubmit,
  SubmitInput,
} from '../types.ts';
import { openChallenge } from './challenge.ts';
import { keyMethod } from './key-method.ts';
import { addKey, keysOf, newKeyOptions, removalNodes, removeKey } from './key-settings.ts';
import type { KeyConfig } from './keys.ts';
import { requestOptions } from './options.ts';
import { proveByKey } from './prove.ts';

const MAX_NAME = 64;
const NAME = 'webauthn_register_displayname';
const ANSWER = 'webauthn_register';

/** Security keys as the second step (contract identity §3.3, §3.6, §6.10). */
export const securityKeyMethod = keyMethod('webauthn', {
  newKey: ANSWER,
  login: { step: 2, nodes: loginNodes, submit: proveKey },
  settings: { nodes: settingsNodes, submit: changeKeys },
});

async function loginNodes(given: MethodInput): Promise<FlowNode[]> {
  const { context, identity, kinds } = given;
  if (identity === null || !kinds.has('webauthn')) return [];
  const keys = await credentialsOf<KeyConfig>(context.db.pool, identity.id, 'webauthn');
  const publicKey = requestOptions(context.settings, 'webauthn', await openChallenge(given, 'webauthn'), keys);
  return [
    input('default', 'identifier', 'hidden', { value: identity.traits.email }),
    input('webauthn', 'webauthn_login_trigger', 'button', {
      value: JSON.stringify({ publicKey }),
      onclickTrigger: 'oryWebAuthnLogin',
      label: message(1010008),
    }),
    input('webauthn', 'webauthn_login', 'hidden', { value: '' }),
  ];
}

async function proveKey(given: SubmitInput): Promise<LoginOutcome> {
  const { kinds, values } = given;
  if (!kinds.has('webauthn')) return { kind: 'refused', messages: [{ message: message(4000013) }] };
  return proveByKey(given, 'webauthn', values.webauthn_login ?? '');
}

async function settingsNodes(given: SettingsInput): Promise<FlowNode[]> {
  const keys = await keysOf(given, 'webauthn');
  const options = await newKeyOptions(given, 'webauthn', keys);
  const label = message(1050012);
  return [
    input('webauthn', NAME, 'text', { required: true, maxlength: MAX_NAME, label: message(1050013) }),
    options === null
      ? input('webauthn', 'webauthn_register_trigger', 'submit', { value: 'true', label })
      : input('webauthn', 'webauthn_register_trigger', 'button', {
          value: options,
          onclickTrigger: 'oryWebAuthnRegistration',
          label,
        }),
    input('webauthn', ANSWER, 'hidden', { value: '' }),
    ...removalNodes('webauthn', keys),
  ];
}

async function changeKeys(given: SettingsSubmit): Promise<SettingsOutcome> {
  const { webauthn_remove = '', [ANSWER]: text = '', webauthn_register_trigger = '' } = given.values;
  if (webauthn_remove !== '') return removeKey(given, 'webauthn', webauthn_remove);
  // Pressed on a form from before the confirmation: it is shown again with what a key is made by.
  if (text === '' && webauthn_register_trigger !== '') return { kind: 'shown' };
  const name = (given.values[NAME] ?? '').trim();
  if (name === '') return refuseName(4000002, { property: NAME });
  if ([...name].length > MAX_NAME) return refuseName(4000017);
  return addKey(given, 'webauthn', { name, text });
}

function refuseName(id: number, context?: Record<string, unknown>): SettingsOutcome {
  return { kind: 'refused', messages: [{ node: NAME, message: message(id, context) }] };
}
