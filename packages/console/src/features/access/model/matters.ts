import type { AccessResource, AccessTarget } from '@quarterdeck/contract';

/** Something that can be permitted, by both of its names, as a person reads it. */
export interface Matter extends AccessTarget {
  label: string;
}

/** What can be asked about. The first of a resource is the one that its pages are about. */
export const matters: readonly Matter[] = [
  { label: 'Health checks', object: 'canaries', resource: 'canaries' },
  { label: 'Catalog', object: 'catalog', resource: 'database' },
  { label: 'Catalog scrapers', object: 'database.config_scrapers', resource: 'config_scrapers' },
  { label: 'Topology', object: 'topology', resource: 'topologies' },
  { label: 'Incidents', object: 'incident', resource: 'incident' },
  { label: 'Evidence', object: 'incident', resource: 'evidences' },
  { label: 'Comments', object: 'incident', resource: 'comments' },
  { label: 'Responders', object: 'incident', resource: 'responder' },
  { label: 'Playbooks', object: 'playbooks', resource: 'playbooks' },
  { label: 'Playbook runs', object: 'playbooks', resource: 'playbook_runs' },
  { label: 'Notifications', object: 'notification', resource: 'notifications' },
  { label: 'Views', object: 'catalog', resource: 'views' },
  { label: 'Applications', object: 'application', resource: 'database' },
  { label: 'Artifacts', object: 'artifact', resource: 'database' },
  { label: 'Jobs and events', object: 'database.monitor', resource: 'database' },
  { label: 'Integrations', object: 'database.monitor', resource: 'integrations' },
  { label: 'Log backends', object: 'database.config_scrapers', resource: 'logging_backends' },
  { label: 'Feature flags', object: 'database.system', resource: 'properties' },
  { label: 'Connections', object: 'connection', resource: 'connections' },
  { label: 'Details of connections', object: 'connection-detail', resource: 'connections' },
  { label: 'Agents', object: 'database.public', resource: 'agents' },
  { label: 'People', object: 'people', resource: 'identities' },
  { label: 'Accounts', object: 'database.identities', resource: 'identities' },
  { label: 'Permissions', object: 'database.system', resource: 'permissions' },
  { label: 'Roles', object: 'rbac', resource: 'rbac' },
];

/** The key of a matter in a list of choices. */
export function matterKey({ object, resource }: AccessTarget): string {
  return `${object} ${resource}`;
}

/** What the pages of a resource are about. */
export function matterOf(resource: AccessResource | string): Matter | undefined {
  return matters.find((matter) => matter.resource === resource);
}
