import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { createManualClock } from '@quarterdeck/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createConnections, fillUrl } from './connections.ts';
import { fakeDocuments, other } from './testing/documents.ts';
import type { Connections } from './types.ts';
import { createValueSources } from './values.ts';

const STORED_ID = '11111111-1111-4111-8111-111111111111';
const WRITTEN_ID = '22222222-2222-4222-8222-222222222222';
const notFound = { code: 'CONNECTION_NOT_FOUND' };
const clock = createManualClock(0);
let test: TestDatabase;
let documents: ReturnType<typeof fakeDocuments>;
let connections: Connections;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.pool.query(
    `insert into connections (id, name, namespace, type, url, username, password, insecure_tls, properties, deleted_at) values
     ($1, 'stored', 'default', 'postgres', ' postgres://$(username):$(password)@h/{{.name}} ', 'me', 'secret://db/pw', false, '{"region":"eu"}', null),
     (default, 'stored', 'team', 'mysql', 'mysql://h', null, null, true, null, null),
     (default, 'gone', 'default', 'http', 'http://h', null, null, true, null, now())`,
    [STORED_ID],
  );
});

afterAll(() => test.drop());

beforeEach(() => {
  documents = fakeDocuments([
    other('Secret', 'db', { stringData: { pw: 'p/w@1' } }),
    other('Secret', 'db', { stringData: { pw: 'team' } }, 'team'),
    other('Connection', 'web', {
      metadata: { name: 'web', uid: WRITTEN_ID },
      spec: {
        type: 'http',
        url: { value: 'https://h/$(namespace)' },
        username: 'u@corp.test',
        password: { valueFrom: { secretKeyRef: { name: 'db', key: 'pw' } } },
        insecureTLS: true,
        properties: { region: 'eu', key: { valueFrom: { secretKeyRef: { name: 'db', key: 'pw' } } } },
      },
    }),
    other('Connection', 'web', { spec: { type: 'http', url: 'https://team' } }, 'team'),
    other('Connection', 'broken', { spec: { url: [] } }),
    other('Connection', 'unresolved', { spec: { password: 'secret://none/pw' } }),
  ]);
  const values = createValueSources({ documents, secretsDir: null, clock });
  connections = createConnections({ documents, values, database: test.database, clock });
});

describe('connection', () => {
  it('resolves a document with its values', async () => {
    expect(await connections.connection('connection://web', 'default')).toEqual({
      id: WRITTEN_ID,
      name: 'web',
      namespace: 'default',
      type: 'http',
      url: 'https://h/default',
      username: 'u@corp.test',
      password: 'p/w@1',
      certificate: '',
      insecureTls: true,
      properties: { region: 'eu', key: 'p/w@1' },
    });
  });

  it('resolves a row of the table, with its URL filled and escaped', async () => {
    expect(await connections.connection('connection://stored', 'default')).toMatchObject({
      id: STORED_ID,
      url: 'postgres://me:p%2Fw%401@h/stored',
      password: 'p/w@1',
      insecureTls: false,
      properties: { region: 'eu' },
    });
  });

  it.each([
    ['connection://web', 'team', 'team/web'],
    ['connection://team/web', 'default', 'team/web'],
    ['connection://http/web', 'default', 'default/web'],
    ['connection://HTTP/web', 'team', 'team/web'],
    ['connection://http/web', 'elsewhere', 'default/web'],
    ['connection://http/team/web', 'default', 'team/web'],
    ['connection://mysql/stored', 'default', 'team/stored'],
    ['connection://default/stored', 'team', 'default/stored'],
    [STORED_ID, 'team', 'default/stored'],
    [WRITTEN_ID, 'team', 'default/web'],
    [`connection://${STORED_ID}`, 'team', 'default/stored'],
  ])('finds %s from the namespace %s', async (reference, namespace, expected) => {
    const found = await connections.connection(reference, namespace);
    expect(`${found.namespace}/${found.name}`).toBe(expected);
  });

  it.each([
    'connection://none',
    'connection://gone',
    'connection://team/none',
    'connection://mysql/team/web',
    'connection://broken',
    'connection://',
    'connection://a/b/c/d',
    'connection://a//b',
    'web',
    '33333333-3333-4333-8333-333333333333',
  ])('does not find %s', async (reference) => {
    await expect(connections.connection(reference, 'default')).rejects.toMatchObject(notFound);
    await expect(connections.connection(reference, 'default')).rejects.toThrow(`connection ${reference} not found`);
  });

  it('fails as the value source fails', async () => {
    const act = connections.connection('connection://unresolved', 'default');
    await expect(act).rejects.toMatchObject({ code: 'VALUE_NOT_FOUND' });
  });

  it('finds records of the product itself', async () => {
    const own = { ...(await connections.connection('connection://web', 'default')), name: 'self', url: 'http://self' };
    connections.add(own);
    expect(await connections.connection('connection://default/self', 'team')).toEqual(own);
    expect(await connections.connection('connection://self', 'default')).toEqual(own);
  });

  it('does without a database', async () => {
    const values = createValueSources({ documents, secretsDir: null, clock });
    const alone = createConnections({ documents, values, database: null, clock });
    expect((await alone.connection('connection://web', 'team')).url).toBe('https://team');
    await expect(alone.connection(STORED_ID, 'default')).rejects.toMatchObject(notFound);
  });
});

describe('cache', () => {
  it('holds what was found for 30 minutes, what was not for 5, and is flushed by a change of documents', async () => {
    await expect(connections.connection('connection://late', 'default')).rejects.toMatchObject(notFound);
    expect((await connections.connection('connection://team/stored', 'default')).url).toBe('mysql://h');
    await test.database.pool.query("insert into connections (name, type, url) values ('late', 'http', 'http://late')");
    await test.database.pool.query("update connections set url = 'mysql://new' where namespace = 'team'");
    clock.advance(299_000);
    await expect(connections.connection('connection://late', 'default')).rejects.toMatchObject(notFound);
    clock.advance(1000);
    expect((await connections.connection('connection://late', 'default')).url).toBe('http://late');
    expect((await connections.connection('connection://team/stored', 'default')).url).toBe('mysql://h');
    clock.advance(25 * 60_000);
    expect((await connections.connection('connection://team/stored', 'default')).url).toBe('mysql://new');
    documents.change([other('Connection', 'late', { spec: { url: 'http://written' } })]);
    expect((await connections.connection('connection://late', 'default')).url).toBe('http://written');
  });
});

describe('a flush', () => {
  it('forgets what was found, and what is being looked for', async () => {
    const insert = "insert into connections (name, type, url) values ('soon', 'http', 'http://soon')";
    await expect(connections.connection('connection://soon', 'default')).rejects.toMatchObject(notFound);
    connections.flush();
    const looking = connections.connection('connection://soon', 'default');
    connections.flush();
    await expect(looking).rejects.toMatchObject(notFound);
    await test.database.pool.query(insert);
    expect((await connections.connection('connection://soon', 'default')).url).toBe('http://soon');
  });
});

describe('fillUrl', () => {
  const record = { name: 'n', namespace: 's', username: 'a b@corp', password: '' };

  it.each([
    ['http://$(username)@h', 'http://a%20b%40corp@h'],
    ['http://{{.username}}@{{ .domain }}/{{- .name -}}', 'http://a%20b%40corp@corp/n'],
    ['http://$(password)@h/$(unknown)/{{.unknown}}', 'http://$(password)@h/$(unknown)/{{.unknown}}'],
    ['http://$(namespace)/', 'http://s/'],
  ])('%s is %s', (url, expected) => {
    expect(fillUrl(url, record)).toBe(expected);
  });
});
