import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AppError, type BackendState, parseDirectFlag } from '@quarterdeck/contract';
import { createCipher } from '@quarterdeck/identity';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { type Config, createEgress } from '@quarterdeck/server';
import { commandLine, createAuditTrail, loadKeys, runAs, withActor } from '@quarterdeck/server/parts';
import { createHubAuditStore } from './audit/audit-store.ts';
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

/** What of the audit trail an operator reads, as texts of the command line. */
export interface AuditRequest {
  /** An organisation by id or slug; nothing: all that was written down, whomever it concerns. */
  organization: string | undefined;
  format: string;
  from: string | undefined;
  to: string | undefined;
}

/** What operators do, beside a control plane that runs or without one: by the database, which owners cannot reach. */
export interface Operator {
  organizations(): Promise<PlacedOrganization[]>;
  /** Throws `ORGANIZATION_NOT_FOUND`, `REQUEST_INVALID`, `EGRESS_DENIED` (an address that may not be called). */
  place(idOrSlug: string, placement: Placement): Promise<PlacedOrganization>;
  /** The audit trail as text, piece by piece. Throws `ORGANIZATION_NOT_FOUND`, `REQUEST_INVALID`, `AUDIT_EXPORT_TOO_LARGE`. */
  audit(request: AuditRequest): AsyncGenerator<string>;
  /** Replaces the key that signs tokens; answers when the new one begins to. */
  rotateKeys(): Promise<Date>;
  stop(): Promise<void>;
}

/** Opens the control plane's database for an operator. Throws what the database throws. */
export async function openOperator(config: Config): Promise<Operator> {
  const database = withActor(await joinHubDatabase(config, silentLog, systemClock));
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

  async function find(idOrSlug: string): Promise<string> {
    const id = await registry.find(idOrSlug);
    if (id !== null) return id;
    throw new AppError('ORGANIZATION_NOT_FOUND', { message: `There is no organisation ${idOrSlug}` });
  }

  return {
    organizations: registry.list,
    async *audit({ organization, ...query }) {
      const organizationId = organization === undefined ? undefined : await find(organization);
      const { id: actorId, name: actorName, source, userAgent } = commandLine();
      const trail = createAuditTrail(database, { people: '"user"', ...(organizationId && { organizationId }) });
      const { text } = await trail.export({
        query: Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)),
        nowMs: systemClock.now(),
        record: (format) =>
          createHubAuditStore(database).write({
            actorId,
            actorName,
            organizationId: organizationId ?? null,
            action: 'audit.export',
            result: 'ok',
            source,
            userAgent,
            details: { format },
          }),
      });
      yield* text;
    },
    async place(idOrSlug, { backendUrl, direct, state }) {
      const id = await find(idOrSlug);
      const address = backendUrl === null ? null : await checked(backendUrl);
      const backend = { backendUrl: address, direct: readFlag(direct), state };
      await runAs(commandLine(), () => registry.put(id, backend));
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
