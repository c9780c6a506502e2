import type { FlowNode } from '@quarterdeck/contract';
import { type InputNode, isButton, isInput } from './form-nodes.ts';

/** What a button asks a key for (contract identity §3.6): data, never code. */
export interface Ceremony {
  kind: 'create' | 'get';
  /** What the browser is asked by, with bytes in base64url. */
  publicKey: Record<string, unknown>;
  /** Name of the hidden field that takes the answer. */
  result: string;
}

interface Trigger {
  /** The name that the server gives the ceremony, or the button itself where it gives none. */
  trigger: string;
  button: string;
  kind: Ceremony['kind'];
  /** The field with the options; null: the button has them. */
  data: string | null;
  result: string;
}

const triggers: readonly Trigger[] = [
  {
    trigger: 'oryWebAuthnRegistration',
    button: 'webauthn_register_trigger',
    kind: 'create',
    data: null,
    result: 'webauthn_register',
  },
  { trigger: 'oryWebAuthnLogin', button: 'webauthn_login_trigger', kind: 'get', data: null, result: 'webauthn_login' },
  {
    trigger: 'oryPasskeyLogin',
    button: 'passkey_login_trigger',
    kind: 'get',
    data: 'passkey_challenge',
    result: 'passkey_login',
  },
  {
    trigger: 'oryPasskeySettingsRegistration',
    button: 'passkey_register_trigger',
    kind: 'create',
    data: 'passkey_create_data',
    result: 'passkey_settings_register',
  },
  {
    trigger: 'oryPasskeyRegistration',
    button: 'passkey_register_trigger',
    kind: 'create',
    data: 'passkey_create_data',
    result: 'passkey_register',
  },
];

/** Names of fields that only carry the options of a ceremony. */
const DATA_FIELDS: ReadonlySet<string> = new Set(triggers.flatMap(({ data }) => data ?? []));

/** The ceremony that a button begins; null for every other button. `nodes`: the form that it is of. */
export function ceremonyOf(nodes: readonly FlowNode[], button: FlowNode | undefined): Ceremony | null {
  if (button === undefined || !isInput(button) || button.attributes.type !== 'button') return null;
  const { name, onclickTrigger, value } = button.attributes;
  const found = triggers.find(
    (one) =>
      (onclickTrigger === undefined ? one.button === name : one.trigger === onclickTrigger) &&
      fieldOf(nodes, one.result) !== undefined,
  );
  if (!found) return null;
  const publicKey = readOptions(found.data === null ? value : fieldOf(nodes, found.data)?.attributes.value);
  return publicKey === null ? null : { kind: found.kind, publicKey, result: found.result };
}

/** The button of the ceremony that a browser may offer while a field is filled in. */
export function offeredPasskey(nodes: readonly FlowNode[]): InputNode | undefined {
  return nodes.filter(isInput).find(({ attributes }) => attributes.onloadTrigger === 'oryPasskeyLoginAutocompleteInit');
}

/** What is sent with the answer of a key: the form's fields, without what was only there to ask by. */
export function answeredValues(
  nodes: readonly FlowNode[],
  values: Readonly<Record<string, string | boolean>>,
  { result }: Ceremony,
  answer: string,
): Record<string, string | boolean> {
  const sent: Record<string, string | boolean> = {};
  for (const node of nodes) {
    if (!isInput(node) || isButton(node) || DATA_FIELDS.has(node.attributes.name)) continue;
    sent[node.attributes.name] = values[node.attributes.name] ?? '';
  }
  return { ...sent, [result]: answer };
}

/** For how many milliseconds the options are good once they are received; null: they do not say. */
export function lifeOf({ publicKey }: Ceremony): number | null {
  return typeof publicKey.timeout === 'number' ? publicKey.timeout : null;
}

function fieldOf(nodes: readonly FlowNode[], name: string): InputNode | undefined {
  return nodes.filter(isInput).find((node) => !isButton(node) && node.attributes.name === name);
}

/** Options are `{publicKey}`, or within `credentialOptions` where a service sends more beside them. */
function readOptions(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'string') return null;
  try {
    const json: unknown = JSON.parse(value);
    const options = isRecord(json) && isRecord(json.credentialOptions) ? json.credentialOptions : json;
    return isRecord(options) && isRecord(options.publicKey) ? options.publicKey : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
