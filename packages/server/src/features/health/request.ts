import type { FastifyRequest } from 'fastify';
import { refuseField } from '../../platform/index.ts';

/** Parameters of the address by name, in their order; one that is given more than once has several entries. */
function parametersOf(request: FastifyRequest): [string, string][] {
  const start = request.url.indexOf('?');
  return start < 0 ? [] : [...new URLSearchParams(request.url.slice(start + 1))].filter(([name]) => name !== '');
}

/** Parameters of the address; of one that is given more than once the last. */
export function queryOf(request: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(parametersOf(request));
}

/** A member of the path. */
export function pathParameter(request: FastifyRequest, name: string): string {
  const { params } = request;
  const value =
    typeof params === 'object' && params !== null ? Object.entries(params).find(([key]) => key === name) : null;
  return typeof value?.[1] === 'string' ? value[1] : '';
}

/** A plain object whose keys are in lower case; anything else is refused. */
export function lowerKeys(body: unknown, name: string): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuseField(name, 'expected an object');
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value]));
}
