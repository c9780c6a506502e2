import type { Database } from '@quarterdeck/db';
import type { IdentityService } from '@quarterdeck/identity';
import type { Clock, Log } from '@quarterdeck/kit';
import type { Config } from '../config.ts';
import type { Authz } from './authz/types.ts';
import type { DatabaseContact } from './contact/types.ts';
import type { Documents } from './documents/types.ts';
import type { GuardedEgress } from './egress/types.ts';
import type { Routes } from './http/types.ts';
import type { Live } from './live/types.ts';
import type { Properties } from './properties/types.ts';
import type { Connections, ValueSources } from './secrets/types.ts';
import type { Shutdown } from './shutdown/types.ts';
import type { IdentityUpstream } from './sign-in/upstream.ts';
import type { Telemetry } from './telemetry/types.ts';

export { auditedTables, isActing, runUnnamed } from './audit/actor.ts';
export { type AuditAct, recordAudit } from './audit/record.ts';
export { describeCondition } from './authz/describe.ts';
export { effectOf } from './authz/explain.ts';
export type { Authz, Subject } from './authz/types.ts';
export { isAway } from './contact/contact.ts';
export type { DatabaseContact } from './contact/types.ts';
export type { DocumentSet, Documents, OtherDocument } from './documents/types.ts';
export type { GuardedEgress } from './egress/types.ts';
export { requirePrivileged } from './http/access.ts';
export { sendJsonText } from './http/encode.ts';
export { LAST_ADMINISTRATOR, refuseField, toAppError } from './http/errors.ts';
export { createForwarder, type Forwarder, handedBack, passedOn } from './http/forward.ts';
export { packJson, sendPacked, unpackJson } from './http/packed.ts';
export type { Caller, Identify, RouteAccess, RouteDefinition, Routes, Viewing } from './http/types.ts';
export type { Live } from './live/types.ts';
export type { Properties } from './properties/types.ts';
export type { Connections, ValueSources } from './secrets/types.ts';
export type { Shutdown } from './shutdown/types.ts';
export { callerOfToken } from './sign-in/by-token.ts';
export { publicUrl } from './sign-in/sign-in.ts';
export { newToken } from './sign-in/token-text.ts';
export type { IdentityUpstream } from './sign-in/upstream.ts';
export type { UpstreamAdmin } from './sign-in/upstream-admin.ts';
export type { CheckMetricLabels, CheckMetrics, CheckRun, CustomMetric, Telemetry } from './telemetry/types.ts';
export { givenRoles } from './tenant/membership-store.ts';
export { endView, findView, startView } from './view-as/view-store.ts';

/** All that a feature may build on. Made by `container.ts`, handed to `registerFeatures`. */
export interface Platform {
  readonly config: Config;
  readonly clock: Clock;
  /** 0 <= value < 1. */
  readonly random: () => number;
  readonly log: Log;
  readonly database: Database;
  /** Whether the database can be reached. */
  readonly contact: DatabaseContact;
  readonly telemetry: Telemetry;
  readonly authz: Authz;
  /** The identity service; null in standalone mode, and where another one is used. */
  readonly signIn: IdentityService | null;
  /** The identity service elsewhere that is used instead; null without `QD_IDENTITY_URL`. */
  readonly upstream: IdentityUpstream | null;
  /** The `Authorization` header of the product's calls of itself; null where nobody signs in. Never logged or stored. */
  readonly ownAuthorization: string | null;
  readonly egress: GuardedEgress;
  readonly live: Live;
  readonly properties: Properties;
  readonly values: ValueSources;
  readonly connections: Connections;
  readonly documents: Documents;
  readonly http: Routes;
  readonly shutdown: Pick<Shutdown, 'onStop' | 'stopping'>;
  /** The address of this server, once it listens. */
  readonly address: () => URL | null;
  readonly version: string;
}

/**
 * What `registerFeatures(platform)` hands back: it declares routes and adds its stops while it is called; `start` runs
 * once the server listens, after the documents were read once.
 */
export interface Features {
  start(): Promise<void>;
}
