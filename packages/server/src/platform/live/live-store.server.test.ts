import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heldEvents, insertEvent, LIVE_CHANNEL, readEvents, trimEvents } from './live-store.ts';
import { eventFrames } from './stream.ts';

let test: TestDatabase;
const pool = () => test.database.pool;

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(() => test.drop());

beforeEach(() => pool().query('truncate live_events'));

async function insert(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await insertEvent(pool(), 'resync', `{"n":${index}}`);
}

describe('insertEvent', () => {
  it('tells the nodes the id at commit, and nobody of a rollback', async () => {
    const heard: string[] = [];
    const unlisten = await test.database.listen(LIVE_CHANNEL, (payload) => void heard.push(payload));
    const rolledBack = test.database.transaction(async (client) => {
      await insertEvent(client, 'resync', '{}');
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await insert(1);
    const { newest } = await heldEvents(pool());
    await expect.poll(() => heard).toEqual([String(newest)]);
    await unlisten();
  });

  it('lets a later id become visible only after every earlier one', async () => {
    const first = await pool().connect();
    await first.query('begin');
    await insertEvent(first, 'resync', '{"n":1}');
    let isSecondDone = false;
    const second = insertEvent(pool(), 'resync', '{"n":2}').then(() => {
      isSecondDone = true;
    });
    await expect
      .poll(async () => {
        const { rows } = await pool().query("select 1 from pg_locks where locktype = 'advisory' and not granted");
        return rows.length;
      })
      .toBe(1);
    expect(isSecondDone).toBe(false);
    expect(await readEvents(pool(), 0, 10)).toEqual([]);
    await first.query('commit');
    first.release();
    await second;
    expect((await readEvents(pool(), 0, 10)).map(({ payload }) => JSON.parse(payload).n)).toEqual([1, 2]);
  });
});

describe('readEvents', () => {
  it('reads what follows an id, oldest first, up to a limit', async () => {
    await insert(5);
    const all = await readEvents(pool(), 0, 10);
    expect(all.map(({ payload }) => JSON.parse(payload).n)).toEqual([0, 1, 2, 3, 4]);
    expect(await readEvents(pool(), all[1]?.id ?? 0, 2)).toEqual(all.slice(2, 4));
    expect(await readEvents(pool(), all[4]?.id ?? 0, 2)).toEqual([]);
  });
});

describe('trimEvents', () => {
  it('removes what is old and always keeps the newest', async () => {
    expect(await heldEvents(pool())).toEqual({ oldest: 0, newest: 0 });
    await insert(3);
    expect(await trimEvents(pool())).toBe(0);
    await pool().query("update live_events set created_at = now() - interval '11 minutes'");
    expect(await trimEvents(pool())).toBe(2);
    const { oldest, newest } = await heldEvents(pool());
    expect(oldest).toBe(newest);
    expect(newest).toBeGreaterThan(0);
  });
});

describe('eventFrames', () => {
  it('writes events as server-sent events, each with its id', async () => {
    await insertEvent(pool(), 'checks.removed', JSON.stringify({ ids: ['line\nbreak'] }));
    const events = await readEvents(pool(), 0, 1);
    const text = eventFrames(events).toString();
    expect(text).toBe(`id: ${events[0]?.id}\nevent: checks.removed\ndata: {"ids": ["line\\nbreak"]}\n\n`);
  });
});
