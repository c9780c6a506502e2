import type { FlowNode } from '@quarterdeck/contract';
import { toDataURL } from 'qrcode';
import { keepOnce } from '../../flows/flow-store.ts';
import { message } from '../../flows/messages.ts';
import { input, methodButton, node } from '../../flows/nodes.ts';
import { credentialsOf, removeCredentials, saveCredential } from '../credential-store.ts';
import type { LoginOutcome, Method, SettingsInput, SettingsOutcome, SettingsSubmit, SubmitInput } from '../types.ts';
import { newTotpSecret, stepOf, totpUri } from './codes.ts';
import { takeStep } from './totp-store.ts';

const QR_PX = 256;

interface TotpConfig {
  /** Sealed. */
  secret: string;
  /** The last time step that was accepted: none up to it counts again. */
  lastStep: number;
}

const placeOf = (identityId: string): string => `totp:${identityId}`;

/** Codes of an authenticator app as the second step (contract identity §3.3, §3.6, §6.8). */
export const totpMethod: Method = {
  group: 'totp',
  login: {
    step: 2,
    accepts: ({ method }) => method === 'totp',
    nodes: ({ kinds }) =>
      kinds.has('totp') ? [codeField(message(1010006)), methodButton('totp', message(1010009))] : [],
    submit: proveCode,
  },
  settings: {
    accepts: ({ method, totp_unlink }) => method === 'totp' || totp_unlink === 'true',
    isPrivileged: () => true,
    nodes: settingsNodes,
    submit: changeTotp,
  },
};

function codeField(label: ReturnType<typeof message>): FlowNode {
  return input('totp', 'totp_code', 'text', { required: true, autocomplete: 'one-time-code', label });
}

async function proveCode({ context, identity, values }: SubmitInput): Promise<LoginOutcome> {
  const { db, cipher, clock } = context;
  const [credential] = identity === null ? [] : await credentialsOf<TotpConfig>(db.pool, identity.id, 'totp');
  if (identity === null || !credential) return { kind: 'refused', messages: [{ message: message(4000011) }] };
  const code = values.totp_code ?? '';
  if (code === '') return missing();
  const step = stepOf(cipher.open(placeOf(identity.id), credential.config.secret), code, clock.now());
  if (step === null || !(await takeStep(db.pool, identity.id, step))) return wrong();
  return { kind: 'proven', identity, method: { method: 'totp' } };
}

/** Until it is confirmed the secret lives in the flow, sealed; afterwards nothing shows it again. */
async function settingsNodes({ context, flow, identity, kinds }: SettingsInput): Promise<FlowNode[]> {
  if (kinds.has('totp')) return [input('totp', 'totp_unlink', 'submit', { value: 'true', label: message(1050004) })];
  const secret = await pendingSecret({ context, flow, identity });
  const uri = totpUri(secret, context.settings.issuer, identity.traits.email);
  return [
    node(
      'totp',
      {
        node_type: 'img',
        id: 'totp_qr',
        src: await toDataURL(uri, { width: QR_PX, margin: 2 }),
        width: QR_PX,
        height: QR_PX,
      },
      message(1050005),
    ),
    node('totp', { node_type: 'text', id: 'totp_secret_key', text: message(1050006, { secret }) }, message(1050017)),
    codeField(message(1070006)),
    methodButton('totp', message(1070003)),
  ];
}

async function pendingSecret({ context, flow, identity }: Pick<SettingsInput, 'context' | 'flow' | 'identity'>) {
  const { cipher, db } = context;
  const kept = flow.secrets.totp;
  if (typeof kept === 'string') return cipher.open(placeOf(identity.id), kept);
  const secret = newTotpSecret();
  flow.secrets = await keepOnce(db.pool, flow.id, 'totp', cipher.seal(placeOf(identity.id), secret));
  const first = flow.secrets.totp;
  return typeof first === 'string' ? cipher.open(placeOf(identity.id), first) : secret;
}

async function changeTotp({ context, db, flow, identity, kinds, values }: SettingsSubmit): Promise<SettingsOutcome> {
  const { cipher, clock } = context;
  if (values.totp_unlink === 'true') {
    await removeCredentials(db, identity.id, 'totp');
    return { kind: 'saved', action: 'totp.remove', endOthers: true };
  }
  if (kinds.has('totp'))
    return {
      kind: 'refused',
      messages: [{ message: message(4000001, { reason: 'An authenticator app is set up already.' }) }],
    };
  const code = values.totp_code ?? '';
  if (code === '') return missing();
  const kept = flow.secrets.totp;
  const secret = typeof kept === 'string' ? cipher.open(placeOf(identity.id), kept) : null;
  const step = secret === null ? null : stepOf(secret, code, clock.now());
  if (secret === null || step === null) return wrong();
  const config: TotpConfig = { secret: cipher.seal(placeOf(identity.id), secret), lastStep: step };
  await saveCredential(db, { identityId: identity.id, kind: 'totp', identifier: '', config });
  flow.secrets = { ...flow.secrets, totp: null };
  return { kind: 'saved', action: 'totp.add', proven: { method: 'totp' } };
}

function missing() {
  const text = message(4000002, { property: 'totp_code' });
  return { kind: 'refused' as const, messages: [{ node: 'totp_code', message: text }] };
}

function wrong() {
  return { kind: 'refused' as const, failed: true, messages: [{ node: 'totp_code', message: message(4000008) }] };
}
