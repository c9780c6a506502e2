import type { FlowNode } from '@quarterdeck/contract';
import { newCode } from '../../crypto/secrets.ts';
import { message } from '../../flows/messages.ts';
import { input, methodButton, node } from '../../flows/nodes.ts';
import { factorMail } from '../../mail/texts.ts';
import { credentialsOf, removeCredentials, saveCredential } from '../credential-store.ts';
import type {
  LoginOutcome,
  Method,
  Refusal,
  SettingsInput,
  SettingsOutcome,
  SettingsSubmit,
  SubmitInput,
} from '../types.ts';
import { useBackupCode } from './backup-code-store.ts';

const COUNT = 12;
const LENGTH = 8;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const FEW = 3;

interface BackupCode {
  code: string;
  used_at?: string;
}

interface BackupConfig {
  /** Sealed one by one: they can be shown again. */
  codes: BackupCode[];
}

const placeOf = (identityId: string): string => `lookup_secret:${identityId}`;
const isPressed = (value: string | undefined): boolean => value === 'true';

/** Codes on paper, each good for one second step (contract identity §3.6, §6.9). */
export const backupCodesMethod: Method = {
  group: 'lookup_secret',
  login: {
    step: 2,
    accepts: ({ method }) => method === 'lookup_secret',
    nodes: ({ kinds }) =>
      kinds.has('lookup_secret')
        ? [
            input('lookup_secret', 'lookup_secret', 'text', {
              required: true,
              autocomplete: 'one-time-code',
              label: message(1010007),
            }),
            methodButton('lookup_secret', message(1010010)),
          ]
        : [],
    submit: proveCode,
  },
  settings: {
    accepts: (values) =>
      ['reveal', 'regenerate', 'confirm', 'disable'].some((act) => isPressed(values[`lookup_secret_${act}`])),
    isPrivileged: () => true,
    nodes: settingsNodes,
    submit: change,
  },
};

async function proveCode({ context, visit, identity, values }: SubmitInput): Promise<LoginOutcome> {
  const { db, cipher, clock, mailer } = context;
  const [credential] =
    identity === null ? [] : await credentialsOf<BackupConfig>(db.pool, identity.id, 'lookup_secret');
  if (identity === null || !credential) return { kind: 'refused', messages: [{ message: message(4000014) }] };
  const typed = (values.lookup_secret ?? '').replace(/[\s-]/g, '').toLowerCase();
  if (typed === '') return refuse(4000002, false);
  const { codes } = credential.config;
  const index = codes.findIndex(({ code }) => cipher.open(placeOf(identity.id), code) === typed);
  const found = codes[index];
  if (!found) return refuse(4000016, true);
  if (
    found.used_at !== undefined ||
    !(await useBackupCode(db.pool, identity.id, index, new Date(clock.now()).toISOString()))
  ) {
    return refuse(4000012, true);
  }
  const left = codes.filter(({ used_at }) => used_at === undefined).length - 1;
  await mailer.queue(
    db.pool,
    factorMail(context.settings, identity, { kind: 'backup-code-used', left, few: left <= FEW }),
  );
  await visit.audit(db.pool, {
    action: 'backup_code.use',
    result: 'ok',
    actorId: identity.id,
    actorName: identity.traits.email,
    details: { left },
  });
  return { kind: 'proven', identity, method: { method: 'lookup_secret' } };
}

async function settingsNodes({ context, flow, identity, kinds }: SettingsInput): Promise<FlowNode[]> {
  const open = (code: string) => context.cipher.open(placeOf(identity.id), code);
  const button = (name: string, id: number) =>
    input('lookup_secret', `lookup_secret_${name}`, 'submit', { value: 'true', label: message(id) });
  const pending = flow.secrets.lookup_secret;
  if (Array.isArray(pending)) {
    const codes = pending.filter((code) => typeof code === 'string').map((code) => ({ code: open(code) }));
    return [codesNode(codes), button('confirm', 1050011)];
  }
  if (!kinds.has('lookup_secret')) return [button('regenerate', 1050008)];
  if (flow.secrets.lookup_secret !== 'shown') return [button('reveal', 1050007), button('disable', 1050016)];
  const [credential] = await credentialsOf<BackupConfig>(context.db.pool, identity.id, 'lookup_secret');
  const codes = (credential?.config.codes ?? []).map(({ code, ...rest }) => ({ ...rest, code: open(code) }));
  return [codesNode(codes), button('regenerate', 1050008), button('disable', 1050016)];
}

function codesNode(codes: readonly BackupCode[]): FlowNode {
  const secrets = codes.map(({ code, used_at }) =>
    used_at === undefined ? message(1050009, { secret: code }) : message(1050014, { secret: code, used_at }),
  );
  return node(
    'lookup_secret',
    { node_type: 'text', id: 'lookup_secret_codes', text: message(1050015, { secrets }) },
    message(1050010),
  );
}

async function change({ context, db, flow, identity, values }: SettingsSubmit): Promise<SettingsOutcome> {
  const { cipher } = context;
  const set = (value: unknown) => {
    flow.secrets = { ...flow.secrets, lookup_secret: value };
  };
  if (isPressed(values.lookup_secret_regenerate)) {
    set(Array.from({ length: COUNT }, () => cipher.seal(placeOf(identity.id), newCode(LENGTH, ALPHABET))));
    return { kind: 'shown' };
  }
  if (isPressed(values.lookup_secret_reveal)) {
    set('shown');
    return { kind: 'shown' };
  }
  if (isPressed(values.lookup_secret_disable)) {
    await removeCredentials(db, identity.id, 'lookup_secret');
    set(null);
    return { kind: 'saved', action: 'backup_codes.remove', endOthers: true };
  }
  const pending = flow.secrets.lookup_secret;
  if (!Array.isArray(pending)) return refuse(4000014, false);
  const config: BackupConfig = { codes: pending.map((code) => ({ code: String(code) })) };
  await saveCredential(db, { identityId: identity.id, kind: 'lookup_secret', identifier: '', config });
  set(null);
  return { kind: 'saved', action: 'backup_codes.add', proven: { method: 'lookup_secret' } };
}

function refuse(id: number, failed: boolean): Refusal {
  return { kind: 'refused', failed, messages: [{ node: 'lookup_secret', message: message(id) }] };
}
