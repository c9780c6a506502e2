import type { Platform } from '../../platform/index.ts';
import type { PreferenceService } from './preferences.ts';

/** Declares PATCH /preferences: a person changes what is kept of their own choices. They are read with whoami. */
export function registerPreferenceRoutes(http: Pick<Platform['http'], 'route'>, preferences: PreferenceService): void {
  http.route({
    method: 'PATCH',
    url: '/preferences',
    access: 'login',
    handler: ({ caller, body }) => preferences.change(caller.id, body),
  });
}
