import type { Platform } from '../../platform/index.ts';
import { readSearchRequest } from './request.ts';
import type { SearchService } from './service.ts';

/** Declares POST /resources/search (contract catalog §9.4). */
export function registerSearchRoutes(http: Platform['http'], search: SearchService): void {
  http.route({
    method: 'POST',
    url: '/resources/search',
    access: { object: 'catalog', resource: 'database', action: 'read', byRow: true },
    handler: ({ body, caller }) => search.find(caller, readSearchRequest(body)),
  });
}
