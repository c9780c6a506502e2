import { expect, test } from 'vitest';
import { type Audience, EVERYONE, eventsFor } from './audience.ts';
import type { StoredEvent } from './live-store.ts';

const event = (id: number, name: string, payload: unknown): StoredEvent => ({
  id,
  name,
  payload: JSON.stringify(payload),
});

/** Sees all of some tables, none of others, and of the rest the rows that are named. */
function reader(all: string[], none: string[], rows: string[]): Audience & { asked: string[][] } {
  const asked: string[][] = [];
  return {
    key: 'reader',
    asked,
    sees: (table) => (all.includes(table) ? 'all' : none.includes(table) ? 'none' : 'some'),
    visible: async (table, ids) => {
      asked.push([table, ...ids]);
      return new Set(ids.filter((id) => rows.includes(id)));
    },
  };
}

const payloads = (events: readonly StoredEvent[]) => events.map(({ payload }) => JSON.parse(payload));
const changed = (id: number, table: string, kind: string, ids: string[] | null) =>
  event(id, 'rows.changed', { table, kind, ids });

test('everyone sees every event as it is', async () => {
  const events = [changed(1, 'incidents', 'insert', ['a']), event(2, 'resync', {})];
  expect(await eventsFor(EVERYONE, events)).toEqual(events);
});

test('events of a table that may not be read are left out; others keep their order', async () => {
  const events = [
    changed(1, 'connections', 'insert', ['a']),
    changed(2, 'incidents', 'insert', ['b']),
    event(3, 'resync', {}),
    event(4, 'something.new', { x: 1 }),
  ];
  expect((await eventsFor(reader(['incidents'], ['connections'], []), events)).map(({ id }) => id)).toEqual([2, 3, 4]);
});

test('of a table that is read in part only the rows that may be seen are named, with one question', async () => {
  const audience = reader([], [], ['a', 'c']);
  const seen = await eventsFor(audience, [
    changed(1, 'config_items', 'update', ['a', 'b']),
    changed(2, 'config_items', 'insert', ['b']),
    changed(3, 'config_items', 'insert', ['c']),
  ]);
  expect(audience.asked).toEqual([['config_items', 'a', 'b', 'c']]);
  expect(seen.map(({ id }) => id)).toEqual([1, 3]);
  expect(payloads(seen).map(({ ids }) => ids)).toEqual([['a'], ['c']]);
});

test('what cannot be judged is told without its rows', async () => {
  const audience = reader([], [], ['a']);
  const seen = await eventsFor(audience, [
    changed(1, 'config_items', 'delete', ['a', 'b']),
    changed(2, 'config_items', 'insert', null),
  ]);
  expect(payloads(seen)).toEqual([
    { table: 'config_items', kind: 'delete', ids: null },
    { table: 'config_items', kind: 'insert', ids: null },
  ]);
  expect(audience.asked).toEqual([]);
});

test('results of checks are told of the checks that may be seen', async () => {
  const seen = await eventsFor(reader([], [], ['a']), [
    event(1, 'checks.updated', { checks: [{ id: 'a', status: 'healthy' }, { id: 'b' }] }),
    event(2, 'checks.removed', { ids: ['b', 'a'] }),
    event(3, 'canaries.changed', { canary_ids: ['x'] }),
    event(4, 'documents.changed', { errors: [{ file: 'f' }] }),
  ]);
  expect(payloads(seen)).toEqual([
    { checks: [{ id: 'a', status: 'healthy' }] },
    { ids: ['a'] },
    { errors: [{ file: 'f' }] },
  ]);
});
