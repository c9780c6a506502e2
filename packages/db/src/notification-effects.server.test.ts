import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Row, type Rows, rowsOf } from './testing/rows.ts';

let test: TestDatabase;
let db: Rows;
let person: string;
let notification: string;
let item: string;

const send = (columns: Row = {}): Promise<Row & { id: string }> =>
  db.add('notification_send_history', {
    notification_id: notification,
    source_event: 'config.unhealthy',
    resource_id: item,
    payload: { id: item },
    ...columns,
  });
const changes = (): Promise<Row[]> =>
  db.all(
    'select change_type, source, severity, details from config_changes where config_id = $1 order by created_at, id',
    [item],
  );

beforeAll(async () => {
  test = await createTestDatabase();
  db = rowsOf(test.database);
  person = (await db.add('people', { name: 'Ann' })).id;
  notification = (await db.add('notifications', { events: ['config.unhealthy'] })).id;
});
beforeEach(async () => {
  item = (await db.add('config_items', { type: 'T', config_class: 'C' })).id;
});
afterAll(() => test.drop());

describe('what is sent about an item', () => {
  it.each([
    ['sent', 'NotificationSent', 'info'],
    ['attempting_fallback', 'NotificationAttempting_Fallback', 'medium'],
    ['error', 'NotificationError', 'high'],
    ['silenced', 'NotificationSilenced', 'info'],
    ['inhibited', 'NotificationInhibited', 'info'],
    ['grouped', 'NotificationGrouped', 'info'],
    ['repeat-interval', 'NotificationRepeat-Interval', 'info'],
  ])('with status %s is among its changes as %s', async (status, change_type, severity) => {
    await send({ status });
    expect(await changes()).toEqual([{ change_type, source: 'notification', severity, details: { id: item } }]);
  });

  it.each(['pending', 'skipped', 'evaluating-waitfor', null])('with status %s is not', async (status) => {
    await send({ status });
    expect(await changes()).toEqual([]);
  });

  it('is told when its status changes, once', async () => {
    const { id } = await send({ status: 'pending' });
    await db.set('notification_send_history', id, { status: 'sent' });
    await db.set('notification_send_history', id, { status: 'sent', body: 'x' });
    expect((await changes()).map((row) => row.change_type)).toEqual(['NotificationSent']);
  });

  it('does not matter when it is about something else or about what is gone', async () => {
    await send({ status: 'sent', source_event: 'check.failed' });
    await db.all('delete from config_items where id = $1', [item]);
    await send({ status: 'sent' });
    expect(await changes()).toEqual([]);
  });
});

describe('the error of a notification', () => {
  it.each([
    ['its filter', { filter: 'a' }, { filter: 'b' }, true],
    ['a first filter', {}, { filter: 'b' }, false],
    ['its services', { custom_services: { a: 1 } }, { custom_services: { a: 2 } }, true],
    ['its title', {}, { title: 'x' }, false],
  ])('goes when %s changes', async (_what, columns, change, cleared) => {
    const { id } = await db.add('notifications', { events: [], error: 'bad', ...columns });
    expect((await db.set('notifications', id, change)).error).toBe(cleared ? null : 'bad');
  });

  it('goes when its team changes, and when the team itself is mended', async () => {
    const [one, two] = [
      await db.add('teams', { name: 'one', created_by: person }),
      await db.add('teams', { name: 'two', created_by: person }),
    ];
    const { id } = await db.add('notifications', { events: [], error: 'bad', team_id: one.id });
    expect((await db.set('notifications', id, { team_id: two.id })).error).toBeNull();
    await db.set('notifications', id, { error: 'bad' });
    await db.set('teams', two.id, { icon: 'x' });
    expect(await db.one('select error from notifications where id = $1', [id])).toEqual({ error: 'bad' });
    await db.set('teams', two.id, { spec: { a: 1 } });
    expect(await db.one('select error from notifications where id = $1', [id])).toEqual({ error: null });
  });

  it('of a silence goes when its filter changes', async () => {
    const { id } = await db.add('notification_silences', { error: 'bad', from: 'now' });
    expect((await db.set('notification_silences', id, { description: 'x' })).error).toBe('bad');
    expect((await db.set('notification_silences', id, { filter: 'x' })).error).toBeNull();
  });
});

describe('names', () => {
  it('are made up when none is given', async () => {
    const row = await db.add('notifications', { events: [] });
    expect(row.name).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });
});

describe('the members of a group', () => {
  it('are there once until they are resolved', async () => {
    const group = await db.add('notification_groups', { hash: 'h', notification_id: notification });
    const member = { group_id: group.id, config_id: item };
    await db.add('notification_group_resources', member);
    await expect(db.add('notification_group_resources', member)).rejects.toMatchObject({ code: '23505' });
    await db.all('update notification_group_resources set resolved_at = now() where group_id = $1', [group.id]);
    await db.add('notification_group_resources', member);
  });
});

describe('components', () => {
  it.each([
    ['healthy', 'unhealthy', 'component.unhealthy'],
    ['unhealthy', 'warning', 'component.warning'],
    ['healthy', null, 'component.unknown'],
    ['healthy', '', 'component.unknown'],
    ['unknown', null, undefined],
    ['healthy', 'healthy', undefined],
  ])('that turn from %s to %s tell %s', async (before, after, name) => {
    const { id } = await db.add('components', { name: 'c', external_id: 'x', status: 'S', health: before });
    await db.forget();
    await db.set('components', id, { health: after, description: 'D' });
    expect(await db.events('component')).toEqual(name ? [[name, { id, status: 'S', description: 'D' }]] : []);
  });
});
