import { tmpdir } from 'node:os';
import { CANARY_SPEC_FILE, CHECK_FORMS_FILE, type CheckForm } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../container.ts';

let server: RunningServer;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = {
    PORT: '0',
    QD_MODE: 'standalone',
    DATABASE_URL: database.url,
    QD_DATA_DIR: tmpdir(),
    QD_EXEC: 'all',
  };
  server = await startServer(loadConfig(settings, {}, tmpdir(), false), { log: silentLog, consoleDir: null });
});

afterAll(async () => {
  await server.stop();
  await database.drop();
});

const ask = (file: string) => fetch(`${server.url.origin}/api/schemas/${file}`);

it('a running server answers the schema of a spec and the forms, as it is set', async () => {
  const schema = await ask(CANARY_SPEC_FILE);
  expect(schema.headers.get('content-type')).toContain('application/json');
  expect(await schema.json()).toMatchObject({ title: 'Canary spec', properties: { http: { type: 'array' } } });
  const forms = (await (await ask(CHECK_FORMS_FILE)).json()) as CheckForm[];
  expect(forms.find(({ id }) => id === 'exec')?.fields?.map(({ kind }) => kind)).toEqual(['code', 'one-of']);
});

it('and a problem for any other file', async () => {
  const answer = await ask('topology.spec.schema.json');
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'ROUTE_NOT_FOUND' });
});
