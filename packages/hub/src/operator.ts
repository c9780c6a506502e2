import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AppError, type BackendState, parseDirectFlag } from '@quarterdeck/contract';
import { createCipher } from '@quarterdeck/identity';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { type Config, createEgress } from '@quarterdeck/server';
import { loadKeys } from '@quarterdeck/server/parts';
import { joinHubDatabase } from './database.ts';
import { parseBackendUrl } from './registry/address.ts';
import { createRegistryStore, type PlacedOrganization } from './registry/registry-store.ts';
import { createKeyStore } from './tokens/key-store.ts';
import { createSigningKeys } from './tokens/keys.ts';

/** Where an operator puts the backend of an organisation. */
export interface Placement {
  /** An address; nothing takes the backend away. */
  backendUrl: string | null;
  /** As it was written; see `parseDirectFlag`. */
  direct: unknown;
  state: BackendState;
}

/** What operators do, beside a control plane that runs or without one: by the database, which owners cannot reach. */
export interface Operator {
  organizations(): Promise<PlacedOrganization[]>;
  /** Throws `ORGANIZATION_NOT_FOUND`, `REQUEST_INVALID`, `EGRESS_DENIED` (an address that may not be called). */
  place(idOrSlug: string, placement: Placement): Promise<PlacedOrganization>;
  /** Replaces the key that signs tokens; answers when the new one begins to. */
  rotateKeys(): Promise<Date>;
  stop(): Promise<void>;
}

/** Opens the control plane's database for an operator. Throws what the database throws. */
export async function openOperator(config: Config): Promise<Operator> {
  const database = await joinHubDatabase(config, silentLog, systemClock);
  const registry = createRegistryStore(database);
  const egress = createEgress({
    settings: { privateRanges: 'deny', allow: config.egressAllow, deny: config.egressDeny },
    clock: systemClock,
  });

  async function checked(text: string): Promise<string> {
    const address = parseBackendUrl(text);
    const { hostname, protocol, port } = new URL(address);
    const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
    await egress.resolve(hostname.replace(/^\[|\]$/g, ''), number);
    return address;
  }

  return {
    organizations: registry.list,
    async place(idOrSlug, { backendUrl, direct, state }) {
      const id = await registry.find(idOrSlug);
      if (id === null) {
        throw new AppError('ORGANIZATION_NOT_FOUND', { message: `There is no organisation ${idOrSlug}` });
      }
      const address = backendUrl === null ? null : await checked(backendUrl);
      await registry.put(id, { backendUrl: address, direct: readFlag(direct), state });
      const placed = (await registry.list()).find((one) => one.id === id);
      if (placed === undefined) throw new AppError('ORGANIZATION_NOT_FOUND');
      return placed;
    },
    rotateKeys() {
      const keys = loadKeys(config.secretKeys, join(config.dataDir, 'hub'), config.databaseUrl !== null);
      const cipher = createCipher(keys);
      return createSigningKeys({
        store: createKeyStore(database),
        cipher,
        clock: systemClock,
        newId: randomUUID,
      }).rotate();
    },
    stop: database.stop,
  };
}

function readFlag(direct: unknown): boolean {
  try {
    return parseDirectFlag(direct);
  } catch (cause) {
    throw new AppError('REQUEST_INVALID', { message: 'Invalid boolean value', details: { field: 'direct' }, cause });
  }
}
