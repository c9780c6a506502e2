import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { joinDatabase } from './join.ts';

let dataDir: string;
const opened: Database[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'qd-join-'));
});
afterEach(async () => {
  for (const database of opened.splice(0).reverse()) await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function opens(open: typeof openDatabase): Promise<Database> {
  const database = await open({ dataDir, log: silentLog, clock: systemClock });
  opened.push(database);
  return database;
}

const systemOf = async ({ pool }: Database): Promise<string> =>
  (await pool.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')).rows[0]?.id ?? '';

describe('joinDatabase', () => {
  it('works in the database of a server that runs, and leaves it running', async () => {
    const server = await opens(openDatabase);
    const beside = await opens(joinDatabase);
    expect(await systemOf(beside)).toBe(await systemOf(server));
    await beside.transaction((db) => db.query(`insert into properties (name, value) values ('a', 'b')`));
    await beside.stop();
    expect(await server.isUp()).toBe(true);
    expect((await server.pool.query(`select value from properties where name = 'a'`)).rows).toEqual([{ value: 'b' }]);
  });

  it('opens the database itself where no server runs', async () => {
    const first = await opens(joinDatabase);
    const system = await systemOf(first);
    await first.stop();
    expect(await systemOf(await opens(joinDatabase))).toBe(system);
  });
});
