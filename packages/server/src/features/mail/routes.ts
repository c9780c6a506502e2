import type { Outbox } from '@quarterdeck/contract';
import type { Routes } from '../../platform/index.ts';
import type { MailStore } from './store.ts';

const LIMIT = 100;

/** Declares the outbox: what was mailed, for administrators; with its texts while there is no mail server. */
export function registerMailRoutes(http: Routes, store: Pick<MailStore, 'list'>, hasServer: boolean): void {
  http.route({
    method: 'GET',
    url: '/outbox',
    // The texts hold codes that sign in.
    access: { object: 'rbac', resource: 'rbac', action: 'update' },
    handler: async (): Promise<Outbox> => ({ has_server: hasServer, payload: await store.list(LIMIT, !hasServer) }),
  });
}
