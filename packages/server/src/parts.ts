/** A third door, for the control plane of hosted mode: what it is built of as this server is. */
export { findConsole } from './container.ts';
export { sendAuditExport } from './features/audit/routes.ts';
export { createAuditTrail } from './features/audit/service.ts';
export { createSmtp, type Deliver } from './features/mail/sender.ts';
export { type Actor, actingNow, commandLine, runAs, withActor } from './platform/audit/actor.ts';
export { type Console, openConsole } from './platform/http/console.ts';
export { createForwarder, type Forwarder, handedBack, passedOn } from './platform/http/forward.ts';
export { createCookieGuard, createLinkGuard, type Guard } from './platform/http/guards.ts';
export { createHttpServer, type HttpServer } from './platform/http/server.ts';
export { createShutdown, untilCrash, untilSignal } from './platform/shutdown/shutdown.ts';
export { createBreachRange } from './platform/sign-in/breach.ts';
export { loadKeys } from './platform/sign-in/key.ts';
export { publicUrl } from './platform/sign-in/sign-in.ts';
export { createTelemetry } from './platform/telemetry/telemetry.ts';
