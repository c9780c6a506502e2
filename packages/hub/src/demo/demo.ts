import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OrganizationRole } from '@quarterdeck/contract';
import { type Config, type RunningServer, startServer } from '@quarterdeck/server';
import { type HubOptions, type RunningHub, startHub } from '../hub.ts';
import { keepDemoOrganization, keepDemoPerson } from './demo-store.ts';

/** Who is in the demonstration. */
const PEOPLE = [
  { name: 'Ada Owner', email: 'ada@example.test' },
  { name: 'Bob Member', email: 'bob@example.test' },
] as const;

/** The organisations, each with a backend of its own. `direct`: the console calls it itself. */
const ORGANIZATIONS = [
  {
    name: 'Harbour',
    slug: 'harbour',
    direct: false,
    roles: { 'ada@example.test': 'owner', 'bob@example.test': 'member' },
  },
  { name: 'Meridian', slug: 'meridian', direct: true, roles: { 'ada@example.test': 'owner' } },
] as const;

/** The whole of hosted mode on one machine. */
export interface RunningDemo {
  hub: RunningHub;
  backends: readonly RunningServer[];
  stop(): Promise<boolean>;
}

/**
 * Starts a control plane and two organisations with a backend each, all on loopback, in one process, and says who may sign
 * in. What it keeps lies below `QD_DATA_DIR`; passwords are new at each start. Throws as `startHub` and `startServer` do.
 */
export async function startHostedDemo(config: Config, options: HubOptions): Promise<RunningDemo> {
  const dataDir = join(config.dataDir, 'hosted-demo');
  const common = {
    ...config,
    host: '127.0.0.1',
    publicEndpoint: null,
    databaseUrl: null,
    egressPrivate: 'allow',
  } as const;
  const hub = await startHub({ ...common, dataDir, egressAllow: [...config.egressAllow, '127.0.0.1'] }, options);
  const backends: RunningServer[] = [];
  const stop = async (): Promise<boolean> => {
    const ended = await Promise.all([hub.stop(), ...backends.map((backend) => backend.stop())]);
    return ended.every((inOrder) => inOrder);
  };
  try {
    const password = randomBytes(12).toString('base64url');
    const people = new Map<string, string>();
    for (const person of PEOPLE) {
      const passwordHash = await hub.hasher.hash(password);
      people.set(person.email, await keepDemoPerson(hub.database, { ...person, passwordHash }));
    }
    for (const organization of ORGANIZATIONS) {
      const { name, slug, direct } = organization;
      const id = await keepDemoOrganization(hub.database, {
        name,
        slug,
        members: membersOf(organization.roles, people),
      });
      const folder = join(dataDir, slug);
      const backend = await startServer(
        {
          ...common,
          mode: 'hosted',
          demo: false,
          port: 0,
          dataDir: folder,
          configDir: writeFirstCheck(folder, slug, hub.url),
          tenantIssuer: hub.url.origin,
          tenantOrganization: id,
          tenantKeySetUrl: null,
          tenantAllowedOrigins: [],
        },
        { log: options.log, consoleDir: null },
      );
      backends.push(backend);
      await hub.registry.put(id, { backendUrl: `${backend.url.origin}/api`, direct, state: 'ready' });
      options.say(
        `${name} (${slug}) has its backend at ${backend.url.href}${direct ? ', which the console calls itself' : ''}`,
      );
    }
    for (const { email } of PEOPLE) options.say(`Sign in as ${email} with the password ${password}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { hub, backends, stop };
}

function membersOf(
  roles: Readonly<Partial<Record<string, OrganizationRole>>>,
  people: ReadonlyMap<string, string>,
): Map<string, OrganizationRole> {
  const found = new Map<string, OrganizationRole>();
  for (const [email, id] of people) {
    const role = roles[email];
    if (role !== undefined) found.set(id, role);
  }
  return found;
}

/** Something to see: each backend watches the control plane, under its own name. */
function writeFirstCheck(folder: string, slug: string, hub: URL): string {
  const configDir = join(folder, 'checks');
  mkdirSync(configDir, { recursive: true });
  const document = {
    apiVersion: 'canaries.flanksource.com/v1',
    kind: 'Canary',
    metadata: { name: slug, namespace: 'demo' },
    spec: { schedule: '@every 30s', http: [{ name: `${slug}-console`, url: new URL('/healthz', hub).href }] },
  };
  writeFileSync(join(configDir, 'console.json'), `${JSON.stringify(document, null, 2)}\n`);
  return configDir;
}
