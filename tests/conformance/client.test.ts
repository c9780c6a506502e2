import { tmpdir } from 'node:os';
import { FULL_WORLD_SIZE, loadWorld, scaleWorld } from '@quarterdeck/db';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { silentLog } from '@quarterdeck/kit';
import { loadConfig, type RunningServer, startServer } from '@quarterdeck/server';
import { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The public client for JavaScript, as somebody would use it against the base path of a running server. */
let database: TestDatabase;
let server: RunningServer;
let db: PostgrestClient;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadWorld(database.database.pool, scaleWorld(FULL_WORLD_SIZE, 0.001), Date.now());
  const config = loadConfig(
    { PORT: '0', QD_MODE: 'standalone', DATABASE_URL: database.url, QD_DATA_DIR: tmpdir() },
    {},
    tmpdir(),
    false,
  );
  server = await startServer(config, { log: silentLog, consoleDir: null });
  db = new PostgrestClient(new URL('/api/db', server.url).href);
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

describe('reading', () => {
  test('select, filters, order and a page', async () => {
    const { data, error, status } = await db
      .from('config_items')
      .select('id,name,type,kind:config_class')
      .not('type', 'is', null)
      .ilike('name', '%a%')
      .order('name', { ascending: false, nullsFirst: false })
      .order('id')
      .limit(5);
    expect(error).toBeNull();
    expect(status).toBe(200);
    expect(data).toHaveLength(5);
    const names = (data ?? []).map(({ name }) => String(name));
    expect(names.every((name) => name.toLowerCase().includes('a'))).toBe(true);
    expect(Object.keys(data?.[0] ?? {})).toEqual(['id', 'name', 'type', 'kind']);
  });

  test('lists, trees, patterns and negation', async () => {
    const types = await db.from('config_items').select('type').limit(2000);
    const [first, second] = [...new Set((types.data ?? []).map(({ type }) => String(type)))];
    const { data, error } = await db
      .from('config_items')
      .select('id,type')
      .in('type', [first, second, 'a "quoted", one'])
      .or(`type.eq.${first},and(type.eq.${second},name.not.is.null)`)
      .neq('type', 'nothing');
    expect(error).toBeNull();
    expect(new Set((data ?? []).map(({ type }) => type))).toEqual(new Set([first, second]));
  });

  test('embedding in both directions, with filters within', async () => {
    const { data, error } = await db
      .from('incidents')
      .select('id,title,created_by(id,name),hypotheses!inner(id,type,evidences(id))')
      .eq('hypotheses.type', 'root')
      .order('id')
      .limit(3);
    expect(error).toBeNull();
    expect(data?.length).toBeGreaterThan(0);
    for (const { hypotheses } of data ?? []) {
      const rows = hypotheses as unknown as { type: string; evidences: unknown[] }[];
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every(({ type, evidences }) => type === 'root' && Array.isArray(evidences))).toBe(true);
    }
  });

  test('a count, with rows and without', async () => {
    const page = await db.from('config_items').select('id', { count: 'exact' }).order('id').range(2, 4);
    const { rows } = await database.database.pool.query('select count(*)::int as count from config_items');
    expect(page).toMatchObject({ status: 206, count: rows[0]?.count });
    expect(page.data).toHaveLength(3);
    const head = await db.from('config_items').select('*', { count: 'exact', head: true });
    expect(head).toMatchObject({ data: null, count: rows[0]?.count });
  });

  test('one row, perhaps one row, CSV, and leaving out nulls', async () => {
    const { data: one } = await db.from('people').select('id,name').order('id').limit(1).single();
    const same = await db.from('people').select('name').eq('id', one?.id).maybeSingle();
    expect(same.data).toEqual({ name: one?.name });
    const none = await db.from('people').select('name').eq('name', 'nobody at all').maybeSingle();
    expect(none).toMatchObject({ data: null, error: null });
    const csv = await db.from('people').select('id,name').eq('id', one?.id).csv();
    expect(csv.data).toContain(`id,name\n${one?.id},`);
    const bare = await db.from('config_items').select('id,deleted_at').is('deleted_at', null).limit(1).stripNulls();
    expect(Object.keys(bare.data?.[0] ?? {})).toEqual(['id']);
  });
});

describe('writing', () => {
  const name = 'conformance.client';

  test('insert, upsert, update, delete', async () => {
    const made = await db.from('properties').insert({ name, value: 'one' }).select('name,value').single();
    expect(made).toMatchObject({ status: 201, data: { name, value: 'one' } });
    const merged = await db.from('properties').upsert({ name, value: 'two' }, { onConflict: 'name' }).select('value');
    expect(merged.data).toEqual([{ value: 'two' }]);
    const kept = await db
      .from('properties')
      .upsert({ name, value: 'three' }, { onConflict: 'name', ignoreDuplicates: true })
      .select('value');
    expect(kept.data).toEqual([]);
    const changed = await db.from('properties').update({ value: 'four' }, { count: 'exact' }).eq('name', name);
    expect(changed).toMatchObject({ status: 204, count: 1, error: null });
    const gone = await db.from('properties').delete().eq('name', name).select('value');
    expect(gone.data).toEqual([{ value: 'four' }]);
  });

  test('many rows with different members', async () => {
    const rows = [
      { name: `${name}.a`, value: 'a' },
      { name: `${name}.b`, value: 'b', deleted_at: null },
    ];
    const made = await db.from('properties').insert(rows, { defaultToNull: false }).select('name');
    expect(made.error).toBeNull();
    expect(made.data).toHaveLength(2);
    const gone = await db.from('properties').delete({ count: 'exact' }).like('name', `${name}.%`);
    expect(gone.count).toBe(2);
  });
});

describe('functions', () => {
  test('by POST and by GET, with a filter and an order of what they return', async () => {
    const { data: item } = await db.from('config_items').select('id').order('id').limit(1).single();
    const named = { config_id: item?.id };
    const posted = await db.rpc('related_configs_recursive', named);
    const got = await db.rpc('related_configs_recursive', named, { get: true }).order('id').not('id', 'is', null);
    expect(posted.error).toBeNull();
    expect(got.error).toBeNull();
    expect(Array.isArray(got.data)).toBe(true);
  });

  test('with an argument that it does not have', async () => {
    expect(await db.rpc('related_configs_recursive', { a: 1 })).toMatchObject({
      status: 404,
      data: null,
      error: { code: 'PGRST202' },
    });
  });
});

describe('errors', () => {
  test('have a code, a message, details and a hint', async () => {
    const { error, status, data } = await db.from('config_items').select('nope');
    expect({ status, data }).toEqual({ status: 400, data: null });
    expect(error).toMatchObject({ code: '42703' });
    expect(Object.keys(error ?? {})).toEqual(expect.arrayContaining(['code', 'details', 'hint', 'message']));
  });

  test('several rows where one was asked for; a missing relationship; a duplicate; a wrong value', async () => {
    const many = await db.from('config_items').select('id').single();
    expect(many).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    const unrelated = await db.from('config_items').select('id,properties(name)');
    expect(unrelated).toMatchObject({ status: 400, error: { code: 'PGRST200' } });
    const wrong = await db.from('config_items').select('id').eq('id', 'no uuid');
    expect(wrong).toMatchObject({ status: 400, error: { code: '22P02' } });
    const { data: person } = await db.from('people').select('id,name').limit(1).single();
    expect(await db.from('people').insert({ id: person?.id, name: 'again' })).toMatchObject({
      status: 409,
      error: { code: '23505' },
    });
  });
});
