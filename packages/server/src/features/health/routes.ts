import type { CheckId } from '@quarterdeck/contract';
import { AppError, isUuid } from '@quarterdeck/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/index.ts';
import { isAway, refuseField, sendJsonText, sendPacked } from '../../platform/index.ts';
import type { HistoryStore } from './history-store.ts';
import { parsePush } from './push.ts';
import { pathParameter, queryOf } from './request.ts';
import type { HealthService } from './service.ts';
import type { Summary } from './summary.ts';
import { parseSummaryRequest } from './summary.ts';
import type { SummaryFilter } from './summary-store.ts';
import { onlyVisible, onlyVisibleSummary } from './visible.ts';
import { webhookDetail } from './webhook.ts';

export interface HealthRoutesOptions {
  platform: Pick<Platform, 'http' | 'clock' | 'version' | 'authz'>;
  summary: Summary;
  service: HealthService;
  history: HistoryStore;
}

const HEALTH = { object: 'canaries', resource: 'canaries' } as const;
const READ_ROWS = { ...HEALTH, action: 'read', byRow: true } as const;

/** Reading the check that a parameter of the query names. */
function readCheck(parameter: string) {
  const item = (request: FastifyRequest) => ({ kind: 'check' as const, id: queryOf(request)[parameter] ?? '' });
  return { ...HEALTH, action: 'read', item } as const;
}

function checkIdOf(text: string | undefined, parameter: string): CheckId {
  if (text === undefined || !isUuid(text)) throw refuseField(parameter, 'expected the id of a check');
  return text;
}

/** While the database is away the last good answer is sent, with its age (RFC 9111 §5.1), so that it stays readable. */
async function sendSummary(
  { summary, platform: { authz } }: HealthRoutesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  filter: SummaryFilter,
): Promise<FastifyReply> {
  const packed = await summary.answer(filter).catch(async (error) => {
    const last = isAway(error) ? await summary.lastGood(filter) : null;
    if (!last) throw error;
    return last;
  });
  const seen = await onlyVisibleSummary(authz, request.caller, packed);
  if (Buffer.isBuffer(seen)) return sendPacked(request, reply, seen);
  return sendJsonText(seen.ageSeconds === null ? reply : reply.header('age', seen.ageSeconds), seen.text);
}

/** The health server's addresses (contract checks §3.6–3.10) and the console's reads (contract http-calls §7). */
export function registerHealthRoutes(options: HealthRoutesOptions): void {
  const { summary, service, history } = options;
  const { http, clock, version } = options.platform;

  http.route({
    method: 'GET',
    url: '/api/summary',
    access: READ_ROWS,
    handler: (request, reply) => sendSummary(options, request, reply, parseSummaryRequest(null)),
  });
  http.route({
    method: 'POST',
    url: '/api/summary',
    access: READ_ROWS,
    handler: (request, reply) => sendSummary(options, request, reply, parseSummaryRequest(request.body)),
  });
  http.route({
    method: 'GET',
    url: '/api/recent',
    access: READ_ROWS,
    handler: async (request) => {
      const { recent } = await summary.recent(queryOf(request).ids ?? '');
      const visible = await onlyVisible(options.platform.authz, request.caller, Object.keys(recent));
      return { recent: Object.fromEntries(Object.entries(recent).filter(([id]) => visible.has(id))) };
    },
  });
  http.route({
    method: 'GET',
    url: '/api',
    access: readCheck('check'),
    handler: async (request, reply) =>
      sendJsonText(reply, await summary.evidence(checkIdOf(queryOf(request).check, 'check'))),
  });
  http.route({
    method: 'GET',
    url: '/api/graph',
    access: readCheck('check'),
    handler: (request) => {
      const query = queryOf(request);
      return service.graph(checkIdOf(query.check, 'check'), query);
    },
  });
  http.route({
    method: 'GET',
    url: '/about',
    access: 'public',
    handler: () => ({ Timestamp: new Date(clock.now()).toISOString(), Version: version }),
  });
  http.route({
    method: 'GET',
    url: '/api/details',
    access: readCheck('key'),
    handler: async (request, reply) => {
      const { key, time } = queryOf(request);
      if (!key || !time) {
        const message = 'key and time are required parameters';
        throw new AppError('REQUEST_INVALID', { message, details: { field: key ? 'time' : 'key' } });
      }
      if (Number.isNaN(Date.parse(time))) throw refuseField('time', 'expected a time');
      const details = await history.details(checkIdOf(key, 'key'), new Date(time).toISOString());
      if (details === null) throw new AppError('CHECK_NOT_FOUND', { message: 'no result at that time' });
      return sendJsonText(reply, details);
    },
  });
  http.route({
    method: 'POST',
    url: '/run/check/:id',
    access: {
      ...HEALTH,
      action: 'run',
      item: (request) => ({ kind: 'check', id: pathParameter(request, 'id') }),
    },
    handler: async (request, reply) => {
      const id = pathParameter(request, 'id');
      if (!isUuid(id)) throw new AppError('CHECK_NOT_FOUND', { message: `check (${id}) was not found` });
      const answer = await service.runNow(id);
      return answer ?? reply.code(200).send('');
    },
  });
  http.route({
    method: 'POST',
    url: '/webhook/:name',
    access: 'public',
    handler: async (request) => {
      const header = request.headers['webhook-token'];
      const token = queryOf(request).token ?? (typeof header === 'string' ? header : '');
      await service.webhook(pathParameter(request, 'name'), token, webhookDetail(request.headers, request.body));
      return { message: 'ok' };
    },
  });
  http.route({
    method: 'POST',
    url: '/api/push',
    access: { ...HEALTH, action: 'update' },
    handler: async (request, reply) => {
      await service.push(parsePush(request.body, clock.now()));
      return reply.code(201).send('');
    },
  });
}
