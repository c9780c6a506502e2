import { USE_OF_MCP } from '@quarterdeck/contract';
import type { Rest } from '@quarterdeck/restql';
import type { FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/index.ts';
import type { HealthService } from '../health/service.ts';
import type { SearchService } from '../search/service.ts';
import type { Endpoint } from './endpoint.ts';

/** What the endpoint for assistants is made of. */
export interface McpRoutesOptions {
  platform: Pick<Platform, 'http' | 'authz' | 'log' | 'version'>;
  rest: Rest;
  search: SearchService;
  health: Pick<HealthService, 'runNow'>;
}

/** The protocol and the tools are loaded when somebody asks for them. */
async function load({ platform, rest, search, health }: McpRoutesOptions): Promise<Endpoint> {
  const { authz, log, version } = platform;
  const [{ createEndpoint }, { createReads }, { catalogTools }, { healthTools }, { otherTools }] = await Promise.all([
    import('./endpoint.ts'),
    import('./reads.ts'),
    import('./catalog-tools.ts'),
    import('./health-tools.ts'),
    import('./other-tools.ts'),
  ]);
  const reads = createReads(authz, rest, search);
  const tools = [...catalogTools(reads), ...healthTools({ reads, authz, health }), ...otherTools(reads)];
  return createEndpoint({ tools, reads, version, log });
}

/**
 * Declares POST /mcp, the endpoint for assistants (contract playbooks §8; MCP, Streamable HTTP). It asks for the right
 * to `mcp`, which administrators have by their role; each tool then asks for what it needs.
 */
export function registerMcpRoutes(options: McpRoutesOptions): void {
  let endpoint: Promise<Endpoint> | undefined;
  options.platform.http.route({
    method: 'POST',
    url: '/mcp',
    // The resource is for the roles: who may change access may use it, and no other role.
    access: { ...USE_OF_MCP, resource: 'rbac' },
    ownPages: true,
    text: true,
    handler: async (request, reply) => {
      endpoint ??= load(options).catch((error: unknown) => {
        endpoint = undefined;
        throw error;
      });
      const answer = await (await endpoint)(request.caller, {
        contentType: request.headers['content-type'],
        protocolVersion: headerOf(request, 'mcp-protocol-version'),
        body: typeof request.body === 'string' ? request.body : '',
      });
      const text = await answer.text();
      reply.code(answer.status).header('cache-control', 'no-store');
      return text === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(text);
    },
  });
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
