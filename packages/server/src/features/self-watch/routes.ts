import type { Platform } from '../../platform/index.ts';
import type { SelfWatch } from './service.ts';

/** Declares what the product's watch over itself reads. */
export function registerSelfWatchRoutes(http: Platform['http'], selfWatch: SelfWatch): void {
  http.route({
    method: 'GET',
    url: '/api/self',
    access: { object: 'database.monitor', resource: 'database', action: 'read' },
    handler: () => selfWatch.report(),
  });
}
