import { CANARY_API_VERSION } from '@quarterdeck/contract';
import type { WorldCanary } from './world.ts';

/** Source under which the canaries of a demo are stored. */
export const DEMO_SOURCE = 'Demo';

/** One canary document of the world, as JSON text (which is YAML too): each check asks the service at `baseUrl`. */
function worldDocument(canary: WorldCanary, baseUrl: string, schedule: string): string {
  return JSON.stringify({
    apiVersion: CANARY_API_VERSION,
    kind: 'Canary',
    metadata: { name: canary.name, namespace: canary.namespace, labels: canary.labels },
    spec: {
      schedule,
      severity: canary.severity,
      owner: canary.owner,
      http: canary.checks.map((check) => ({
        name: check.name,
        description: check.description,
        labels: check.labels,
        url: `${baseUrl}${check.path}`,
      })),
    },
  });
}

/** All documents of the world in one text. */
export function worldDocuments(world: readonly WorldCanary[], baseUrl: string, schedule: string): string {
  return world.map((canary) => worldDocument(canary, baseUrl, schedule)).join('\n---\n');
}
