import type { AccessAction, DecisionTarget, GuardedKind, Role } from '@quarterdeck/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TokenLimits } from '../authz/types.ts';

/** Who is calling. `roles`: what the sign-in says; roles by membership come on top. */
export interface Caller {
  id: string;
  name: string;
  email: string;
  roles: readonly Role[];
  /**
   * Whether the sign-in is so recent that access may be changed (contract identity §6.4); never with a token. Absent:
   * nobody signs in here.
   */
  isPrivileged?: boolean;
  /** The token that acts for its owner, with its bounds; absent for people. */
  token?: TokenLimits;
  /** When what the caller was known by ends, and with it streams that are open; absent: it does not end by itself. */
  untilMs?: number;
  /** From where the call comes, where somebody who is trusted passed it on; absent: from where the connection does. */
  source?: string;
  /** The session of the sign-in; absent with a token, and where nobody signs in. */
  session?: string;
  /** An administrator looks at the product as this caller: reads only, and never more than the administrator. */
  viewing?: Viewing;
}

/** Who views as a caller, as what, and until when. */
export interface Viewing {
  by: Caller;
  as: 'person' | 'role';
  untilMs: number;
}

/** Finds out who is calling; null: nobody who is known. */
export type Identify = (request: FastifyRequest) => Caller | null | Promise<Caller | null>;

/**
 * Who may call a route: everyone, everyone who is signed in, or whoever may do the action with the target. For callers
 * whom a rule about single items concerns, a route says which item it is about (`item`), or that it answers or changes
 * only what `platform.authz` lets the caller (`byRow`); any other route refuses them.
 */
export type RouteAccess = 'public' | 'login' | GuardedAccess;

export interface GuardedAccess extends DecisionTarget {
  action: AccessAction;
  item?: (request: FastifyRequest) => { kind: GuardedKind; id: string } | null;
  byRow?: true;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before any handler of a route runs. */
    caller: Caller;
  }
  interface FastifyContextConfig {
    access?: RouteAccess;
    whileViewing?: boolean;
    /** The answer is never compressed or given an entity tag: event streams. */
    raw?: boolean;
    /** The body is handed over as it was sent, whatever its type. */
    text?: boolean;
    /** Pages of other sites may send people here by a form. */
    crossSite?: boolean;
    /** Pages of other sites are refused, whatever vouches for the call. */
    ownPages?: boolean;
    /** A GET that changes something. */
    changes?: boolean;
  }
}

/**
 * One route. `url` is the path on the health server (contract http-calls §1.1): `/api/summary` also answers at
 * `/canary/api/summary` and `/api/canary/api/summary`; `/about` also at `/api/about`, `/canary/about` and
 * `/api/canary/about`.
 */
export interface RouteDefinition {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  url: `/${string}`;
  access: RouteAccess;
  /** Also a call that is no read is taken from who views as another: it changes nothing, or ends the view. */
  whileViewing?: true;
  /** The answer is a stream of its own. */
  raw?: boolean;
  /** The body is handed over as it was sent, also JSON. */
  text?: boolean;
  /** Pages of other sites may send people here by a form: it changes nothing by itself. */
  crossSite?: boolean;
  /** Pages of other sites are refused also where an `Authorization` header vouches for the call (MCP, Streamable HTTP). */
  ownPages?: boolean;
  /**
   * A GET that changes something: no link of another site may lead to it, the audit trail is told who acts, and nobody does
   * it who views as another.
   */
  changes?: boolean;
  /** The body is handed over as a stream, of whatever length, as it comes. */
  streamed?: boolean;
  /** Largest body in bytes; default 1 MiB. */
  bodyLimit?: number;
  /** What it returns is sent as JSON (a string as text). A thrown `AppError` becomes a problem body. */
  handler: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** Where features declare their routes. */
export interface Routes {
  route(definition: RouteDefinition): void;
}
