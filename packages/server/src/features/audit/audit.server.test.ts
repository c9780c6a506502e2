import type { AuditPage, AuditRow } from '@quarterdeck/contract';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerForCallers, startForCallers } from '../../testing/for-callers.ts';
import { callerOf } from '../../testing/identify.ts';

const admin = callerOf('admin');
const ADA = '0199bbbb-0000-7000-8000-000000000001';
const BOB = '0199bbbb-0000-7000-8000-000000000002';
let test: TestDatabase;
let server: ServerForCallers['server'];
let callers: ServerForCallers['callers'];

const query = (text: string, values: unknown[] = []) => test.database.pool.query(text, values);
const get = (path: string, who = admin) => fetch(new URL(path, server.url), { headers: callers.as(who) });
const page = async (search: string) => (await (await get(`/api/audit?${search}`)).json()) as AuditPage;
const targets = async (search: string) => (await page(search)).payload.map(({ target }) => target);

beforeAll(async () => {
  test = await createTestDatabase();
  await query(
    "insert into people (id, name, email) values ($1, 'Ada', 'ada@example.test'), ($2, 'Bob', 'bob@example.test')",
    [ADA, BOB],
  );
  const rows: [string, string | null, string, string | null, string, string, string][] = [
    ['2026-01-01T10:00:00.000001Z', ADA, 'ada@example.test', null, 'sign_in', 'first', 'ok'],
    ['2026-01-01T10:00:00.000002Z', null, 'ada@example.test', null, 'sign_in', 'second', 'failed'],
    ['2026-01-02T10:00:00Z', ADA, 'ada@example.test', BOB, 'role.create', 'third', 'ok'],
    ['2026-01-03T10:00:00Z', BOB, 'bob@example.test', null, 'access.refused', 'fourth, "quoted"', 'refused'],
    ['2026-01-04T10:00:00Z', null, '100%_\\', null, 'sign_in', '=cmd()', 'failed'],
  ];
  for (const [at, actor, name, about, action, target, result] of rows) {
    await query(
      `insert into audit_log (at, actor_id, actor_name, about_id, action, target, result, source, user_agent)
       values ($1, $2, $3, $4, $5, $6, $7, '192.0.2.1', '@a browser')`,
      [at, actor, name, about, action, target, result],
    );
  }
  ({ server, callers } = await startForCallers(test, { env: { QD_MODE: 'standalone' } }));
});
afterAll(async () => {
  await server.stop();
  await test.drop();
});

describe('GET /api/audit', () => {
  it('answers the newest first, with who acted, who is concerned, and from where', async () => {
    const { payload, total } = await page('to=2026-02-01T00:00:00Z');
    expect(total).toBe(5);
    expect(payload.map(({ target }) => target)).toEqual(['=cmd()', 'fourth, "quoted"', 'third', 'second', 'first']);
    expect(payload[2]).toEqual({
      id: expect.any(String),
      at: '2026-01-02T10:00:00.000000Z',
      actor_id: ADA,
      actor_name: 'ada@example.test',
      about_id: BOB,
      about_name: 'Bob',
      action: 'role.create',
      target: 'third',
      result: 'ok',
      source: '192.0.2.1',
      user_agent: '@a browser',
      details: {},
    } satisfies Record<keyof AuditRow, unknown>);
  });

  it.each([
    [`person=${BOB}`, ['fourth, "quoted"', 'third']],
    ['person=ADA@', ['third', 'second', 'first']],
    ['person=100%25_%5C', ['=cmd()']],
    ['person=nobody', []],
    ['action=sign_in', ['=cmd()', 'second', 'first']],
    ['action=!sign_in,!access.refused', ['third']],
    ['action=sign_in&result=ok', ['first']],
    ['from=2026-01-02T00:00:00Z&to=2026-01-03T10:00:00Z', ['third']],
    ['limit=2&offset=1', ['fourth, "quoted"', 'third']],
  ])('finds by %s', async (search, found) => {
    expect(await targets(search.includes('to=') ? search : `${search}&to=2026-02-01T00:00:00Z`)).toEqual(found);
  });

  it.each([
    ['action=a%27b', 'action'],
    ['result=maybe', 'result'],
    ['from=yesterday', 'from'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['offset=-1', 'offset'],
    ['person=a&person=b', 'person'],
    [`person=${'x'.repeat(201)}`, 'person'],
  ])('refuses %s', async (search, field) => {
    const answer = await get(`/api/audit?${search}`);
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'REQUEST_INVALID', details: { field } }]);
  });

  it('is for administrators alone', async () => {
    for (const role of ['editor', 'commander', 'responder', 'viewer', 'guest'] as const) {
      for (const path of ['/api/audit', '/api/audit/actions', '/api/audit/export']) {
        expect([role, path, (await get(path, callerOf(role))).status]).toEqual([role, path, 403]);
      }
    }
    expect((await fetch(new URL('/api/audit', server.url))).status).toBe(401);
    expect((await get('/api/db/audit_log')).status).toBe(404);
  });
});

it('GET /api/audit/actions names what was ever done', async () => {
  const { payload } = (await (await get('/api/audit/actions')).json()) as { payload: string[] };
  expect(payload).toEqual(payload.toSorted());
  expect(payload).toEqual(expect.arrayContaining(['access.refused', 'role.create', 'sign_in']));
});

describe('GET /api/audit/export', () => {
  it('is CSV that a spreadsheet opens without running anything', async () => {
    const answer = await get('/api/audit/export?to=2026-02-01T00:00:00Z');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = (await answer.text()).split('\r\n');
    expect(lines).toHaveLength(7);
    expect(lines[0]).toMatch(/^at,actor_name,actor_id,action,target/);
    expect(lines[1]).toContain(",'=cmd(),");
    expect(lines[1]).toContain(",'@a browser,");
    expect(lines[2]).toContain(',"fourth, ""quoted""",');
    expect(lines[6]).toBe('');
  });

  it('is NDJSON of the same rows as the page', async () => {
    const answer = await get('/api/audit/export?format=ndjson&action=sign_in&to=2026-02-01T00:00:00Z');
    const rows = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditRow);
    expect(rows).toEqual((await page('action=sign_in&to=2026-02-01T00:00:00Z')).payload);
  });

  it('goes on over many rows of one moment, each once, and is written down itself', async () => {
    await query(`insert into audit_log (at, actor_name, action, result, target)
      select '2025-06-01T00:00:00Z', '', 'many', 'ok', n::text from generate_series(1, 2500) n`);
    const text = await (await get('/api/audit/export?format=ndjson&action=many')).text();
    const found = text
      .trim()
      .split('\n')
      .map((line) => Number((JSON.parse(line) as AuditRow).target));
    expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2500 }, (_, n) => n + 1));
    expect((await page('action=audit.export&limit=1')).payload[0]).toMatchObject({
      actor_name: admin.email,
      result: 'ok',
      details: { format: 'ndjson' },
    });
  });

  it('refuses another form', async () => {
    expect((await get('/api/audit/export?format=xml')).status).toBe(400);
  });
});
