import { allTypes, parseDocuments } from '@quarterdeck/checks';
import { CANARY_SPEC_FILE, CHECK_FORMS_FILE, type CheckForm } from '@quarterdeck/contract';
import { describe, expect, it } from 'vitest';
import type { RouteDefinition } from '../../platform/index.ts';
import { registerSchemaRoutes } from './routes.ts';
import { createSchemaService } from './service.ts';

const service = createSchemaService({ exec: 'config-dir' });
const formsOf = async (exec: 'config-dir' | 'all' | 'off') =>
  (await createSchemaService({ exec }).read(CHECK_FORMS_FILE)) as CheckForm[];

interface SchemaLike {
  $ref?: string;
  description?: string;
  items?: SchemaLike;
  allOf?: SchemaLike[];
  properties?: Record<string, SchemaLike>;
  definitions?: Record<string, SchemaLike>;
}

describe('the JSON schema of a spec', () => {
  it('knows every type, and its references lead somewhere', async () => {
    const schema = (await service.read(CANARY_SPEC_FILE)) as SchemaLike;
    for (const { key } of allTypes) expect(schema.properties, key).toHaveProperty(key);
    const refs = [...JSON.stringify(schema).matchAll(/"#\/definitions\/(\w+)"/g)].map(([, name]) => name);
    expect(refs.length).toBeGreaterThan(allTypes.length);
    for (const name of refs) expect(schema.definitions).toHaveProperty(name ?? '');
  });

  it('says what fields are for', async () => {
    const { definitions = {} } = (await service.read(CANARY_SPEC_FILE)) as SchemaLike;
    const own = definitions.httpCheck?.allOf?.find(({ properties }) => properties);
    expect(own?.properties?.responseCodes?.description).toContain('2xx');
  });
});

describe('the forms of checks', () => {
  it('are those of the types, and a spec that is begun by one can be read', async () => {
    for (const { keys, initial = {}, fields } of await formsOf('all')) {
      if (fields) continue;
      const { errors } = parseDocuments(JSON.stringify({ [keys[0]]: [{ name: 'a', ...initial }] }), { fileName: 'a' });
      expect(errors).toEqual([]);
    }
  });

  it('say when scripts of the console do not run, and only of scripts', async () => {
    const notes = async (exec: 'config-dir' | 'all' | 'off') =>
      (await formsOf(exec)).filter(({ fields = [] }) => fields.some(({ kind }) => kind === 'note')).map(({ id }) => id);
    expect(await notes('config-dir')).toEqual(['exec']);
    expect(await notes('off')).toEqual(['exec']);
    expect(await notes('all')).toEqual([]);
  });
});

describe('GET /api/schemas/{file}', () => {
  const routes: RouteDefinition[] = [];
  registerSchemaRoutes({ route: (route: RouteDefinition) => void routes.push(route) } as never, service);
  const ask = async (file: string) => routes[0]?.handler({ params: { file } } as never, undefined as never);

  it('is for everyone who is signed in', () => {
    expect(routes).toMatchObject([{ method: 'GET', url: '/api/schemas/:file', access: 'login' }]);
  });

  it('answers its files and no others', async () => {
    expect(await ask(CANARY_SPEC_FILE)).toMatchObject({ title: 'Canary spec' });
    for (const file of ['topology.spec.schema.json', '__proto__', 'constructor', '']) {
      await expect(ask(file)).rejects.toMatchObject({ code: 'ROUTE_NOT_FOUND' });
    }
  });
});
