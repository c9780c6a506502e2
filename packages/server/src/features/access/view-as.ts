import { AppError, isRole, isUuid, roles, type ViewingAs } from '@quarterdeck/contract';
import type { FastifyRequest } from 'fastify';
import { endView, findView, type Platform, recordAudit, startView } from '../../platform/index.ts';

/** A view ends by itself after this long, so that nobody forgets that they are in it. */
const VIEW_MS = 30 * 60_000;

/**
 * Declares how an administrator sees the product as a person or a role, and leaves that. Who may begin is asked twice: the
 * right to change roles, and the role of an administrator, whose rights the view narrows.
 */
export function registerViewAsRoutes({ http, authz, database, clock }: ViewAsPlatform): void {
  http.route({
    method: 'POST',
    url: '/auth/view-as',
    access: { object: 'rbac', resource: 'rbac', action: 'update' },
    handler: async (request): Promise<{ message: string; payload: ViewingAs }> => {
      const { caller, body } = request;
      const { type, id } = readTarget(body);
      if (!authz.rolesOf(caller).includes('admin')) throw new AppError('ACCESS_DENIED');
      if (caller.session === undefined) throw new AppError('VIEW_UNAVAILABLE');
      const { session } = caller;
      const nowMs = clock.now();
      const untilMs = nowMs + VIEW_MS;
      const found = await database.transaction(async (db) => {
        await startView(db, session, { viewer: caller.id, type, id, untilMs }, nowMs);
        const view = await findView(db, session, nowMs);
        if (view === null || (type === 'person' && view.name === '')) throw new AppError('PERSON_NOT_FOUND');
        await recordAudit(db, request, {
          action: 'view_as.start',
          target: type === 'person' ? view.name : `role ${id}`,
          result: 'ok',
          ...(type === 'person' ? { aboutId: id } : {}),
          details: { type, id, until: new Date(untilMs).toISOString() },
        });
        return view;
      });
      const by = { id: caller.id, name: caller.name };
      return { message: 'success', payload: { type, id, name: found.name || id, by, untilMs } };
    },
  });
  http.route({
    method: 'DELETE',
    url: '/auth/view-as',
    access: 'login',
    whileViewing: true,
    handler: async (request) => {
      await leave(database, request);
      return { message: 'success' };
    },
  });
}

type ViewAsPlatform = Pick<Platform, 'http' | 'authz' | 'database' | 'clock'>;

async function leave(database: ViewAsPlatform['database'], request: FastifyRequest): Promise<void> {
  const { id, name, viewing } = request.caller;
  const session = viewing?.by.session;
  if (viewing === undefined || session === undefined) return;
  const isPerson = viewing.as === 'person';
  await database.transaction(async (db) => {
    await endView(db, session);
    await recordAudit(db, request, {
      action: 'view_as.end',
      target: isPerson ? name : `role ${name}`,
      result: 'ok',
      ...(isPerson ? { aboutId: id } : {}),
    });
  });
}

function readTarget(body: unknown): { type: 'person' | 'role'; id: string } {
  const given = typeof body === 'object' && body !== null ? body : {};
  const type = 'type' in given ? given.type : undefined;
  const id = 'id' in given ? given.id : undefined;
  if (type !== 'person' && type !== 'role') throw refuse('type', 'person or role');
  if (type === 'person' && typeof id === 'string' && isUuid(id)) return { type, id: id.toLowerCase() };
  if (type === 'role' && typeof id === 'string' && isRole(id)) return { type, id };
  throw refuse('id', type === 'role' ? `one of ${roles.join(', ')}` : 'the id of a person');
}

function refuse(field: string, expected: string): AppError {
  return new AppError('REQUEST_INVALID', { message: `${field}: expected ${expected}`, details: { field, expected } });
}
