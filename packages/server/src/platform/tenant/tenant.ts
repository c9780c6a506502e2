import { createHash } from 'node:crypto';
import { createHttpClient, createTokenCache, type Egress } from '@quarterdeck/checks';
import {
  AppError,
  KEY_SET_PATH,
  MEMBERSHIP_PATH,
  type MembershipQuestion,
  type OrganizationRole,
  organizationRoles,
} from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import type { Clock, Log } from '@quarterdeck/kit';
import type { FastifyRequest } from 'fastify';
import type { JSONWebKeySet } from 'jose';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { Caller, Identify } from '../http/types.ts';
import { createKeySet } from './key-set.ts';
import { createMembership, type RoleOfOwner } from './membership.ts';
import { roleOfMember } from './membership-store.ts';
import { keepPerson } from './person-store.ts';
import { noteSignIn } from './session-store.ts';
import { createVerifier } from './verify.ts';

const TIMEOUT_MS = 5000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** As many proven tokens are remembered at most, each until it ends. */
const MAX_REMEMBERED = 10_000;

export interface TenantOptions {
  config: Pick<Config, 'tenantIssuer' | 'tenantKeySetUrl' | 'tenantOrganization' | 'tenantAllowedOrigins'>;
  database: Pick<Database, 'pool' | 'transaction'>;
  clock: Clock;
  log: Log;
  egress: Egress;
}

/** How people are known in hosted mode: by short-lived tokens of the control plane. */
export interface Tenant {
  /** Who calls, by the bearer. Cookies are never read. Throws `UNAUTHENTICATED` for a token that does not hold. */
  identify: Identify;
  /** What the owner of an API token is in the organisation, which only the control plane knows. */
  roleOfOwner: RoleOfOwner;
  /** Origins of the console that may call from a page. */
  allowedOrigins: readonly string[];
}

/** Makes the check of a backend that serves one organisation. Throws `CONFIG_INVALID` when it is not told which. */
export function createTenant({ config, database, clock, log, egress }: TenantOptions): Tenant {
  const issuer = new URL(required(config.tenantIssuer, 'QD_TENANT_ISSUER', 'the address of the control plane')).origin;
  const organizationId = required(config.tenantOrganization, 'QD_TENANT_ORG_ID', 'the id of an organisation');
  const allowedOrigins = config.tenantAllowedOrigins.length > 0 ? config.tenantAllowedOrigins : [issuer];
  const client = createHttpClient({ egress, clock, tokens: createTokenCache() });
  const keySetUrl = config.tenantKeySetUrl ?? new URL(KEY_SET_PATH, issuer).href;
  const keys = createKeySet({ fetchKeys: () => fetchKeys(client, keySetUrl), clock, log });
  const verify = createVerifier({ keys, issuer, organizationId, allowedOrigins, clock });
  const membershipUrl = new URL(MEMBERSHIP_PATH, keySetUrl).href;
  const roleOfOwner = createMembership({
    db: database.pool,
    clock,
    log,
    issuer,
    organizationId,
    ask: (question) => askMembership(client, membershipUrl, question),
  });
  /** Sessions whose sign-in is written down for sure. */
  const noted = new Set<string>();
  const remembered = new Map<string, Caller & { untilMs: number }>();

  async function prove(token: string, request: FastifyRequest): Promise<Caller & { untilMs: number }> {
    const claims = await verify(token);
    const person = await keepPerson(database, {
      externalId: `${issuer}|${claims.sub}`,
      name: claims.name,
      email: claims.email,
      picture: claims.picture,
      membership: { role: claims.org_role, proof: claims.membership_proof, asOfMs: claims.iat * 1000 },
    });
    if (person === null) throw new AppError('UNAUTHENTICATED');
    const { name, email, org_role: role, sid: session, exp, client_ip: source } = claims;
    const caller = { id: person, name, email, roles: [roleOfMember(role)], session, untilMs: exp * 1000 };
    const known = source === undefined ? caller : { ...caller, source };
    await noteSession(known, request);
    return known;
  }

  async function noteSession({ id, email, session, source }: Caller & { session: string }, request: FastifyRequest) {
    if (noted.has(session)) return;
    const userAgent = request.headers['user-agent'] ?? '';
    const from = { source: source ?? request.ip, userAgent };
    await noteSignIn(database.pool, { session, personId: id, email, provider: issuer, ...from });
    if (noted.size >= MAX_REMEMBERED) noted.clear();
    noted.add(session);
  }

  return {
    allowedOrigins,
    roleOfOwner,
    async identify(request) {
      const { headers } = request;
      const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
      if (headers.authorization === undefined) return null;
      if (token === undefined) throw new AppError('UNAUTHENTICATED');
      // By the whole token: what was proven of one says nothing of another of the same session.
      const key = createHash('sha256').update(token).digest('base64');
      const known = remembered.get(key);
      if (known !== undefined && known.untilMs > clock.now()) return known;
      const caller = await prove(token, request);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(key, caller);
      return caller;
    },
  };
}

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) });

async function fetchKeys(client: ReturnType<typeof createHttpClient>, url: string): Promise<JSONWebKeySet> {
  const { status, body } = await client.request({
    url,
    timeoutMs: TIMEOUT_MS,
    maxRedirects: 0,
    maxBytes: MAX_ANSWER_BYTES,
  });
  if (status !== 200) throw new AppError('INTERNAL', { message: `the control plane answered ${status}` });
  return keySetSchema.parse(JSON.parse(body.toString('utf8')));
}

const answerSchema = z.object({ role: z.enum(organizationRoles).nullable() });

async function askMembership(
  client: ReturnType<typeof createHttpClient>,
  url: string,
  question: MembershipQuestion,
): Promise<OrganizationRole | null> {
  const { status, body } = await client.request({
    url,
    method: 'POST',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(question),
    timeoutMs: TIMEOUT_MS,
    maxRedirects: 0,
    maxBytes: MAX_ANSWER_BYTES,
  });
  if (status !== 200) throw new AppError('INTERNAL', { message: `the control plane answered ${status}` });
  return answerSchema.parse(JSON.parse(body.toString('utf8'))).role;
}

function required(value: string | null, name: string, expected: string): string {
  if (value !== null && value !== '') return value;
  throw new AppError('CONFIG_INVALID', {
    message: `${name}: expected ${expected}, because QD_MODE is hosted`,
    details: { problems: [{ name, value: null, expected }] },
  });
}
