import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@quarterdeck/kit';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createProperties } from './properties.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

async function fixture(file?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'qd-properties-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'flags.properties');
  if (file !== undefined) await writeFile(path, file);
  const state = { rows: {} as Record<string, string>, fails: false };
  const said: string[] = [];
  let changed: () => void = () => undefined;
  const properties = createProperties({
    file: file === undefined ? null : path,
    rows: async () => {
      if (state.fails) throw new Error('away');
      return new Map(Object.entries(state.rows));
    },
    onRowsChanged: (listener) => {
      changed = listener;
      return () => {
        changed = () => undefined;
      };
    },
    log: { ...silentLog, warn: (_fields, text) => void said.push(text) },
    refreshMs: 1000,
  });
  onTestFinished(properties.stop);
  return { properties, state, said, path, change: () => changed() };
}

test('rows of the database win over lines of the file', async () => {
  const { properties, state } = await fixture('a=file\nhealth.disable=true\n');
  state.rows = { a: 'row', 'job.jitter.disable': 'true' };
  await properties.start();
  expect(Object.fromEntries(properties.current())).toEqual({
    a: 'row',
    'health.disable': 'true',
    'job.jitter.disable': 'true',
  });
  expect(await properties.list()).toEqual([
    { name: 'a', value: 'row', description: '', source: 'db', type: '' },
    { name: 'health.disable', value: 'true', description: '', source: 'local', type: '' },
    {
      name: 'job.jitter.disable',
      value: 'true',
      description: expect.stringMatching(/slot/),
      source: 'db',
      type: 'bool',
    },
  ]);
});

test('a change of a row takes effect when it is told of, and those who listen are told once', async () => {
  const { properties, state, change } = await fixture();
  await properties.start();
  const heard: (string | undefined)[] = [];
  properties.onChange((current) => heard.push(current.get('a')));
  state.rows = { a: '1' };
  change();
  await vi.waitFor(() => expect(heard).toEqual(['1']));
  change();
  await properties.list();
  expect(heard).toEqual(['1']);
});

test('rows and file are read again now and then, until it is stopped', async () => {
  const { properties, state, path } = await fixture('a=1');
  await properties.start();
  state.rows = { b: '2' };
  await writeFile(path, 'a=3');
  vi.advanceTimersByTime(1000);
  await vi.waitFor(() => expect(Object.fromEntries(properties.current())).toEqual({ a: '3', b: '2' }));
  properties.stop();
  state.rows = { b: '4' };
  vi.advanceTimersByTime(60_000);
  await Promise.resolve();
  expect(properties.current().get('b')).toBe('2');
});

test('what cannot be read keeps its last values, and is told', async () => {
  const { properties, state, said, path } = await fixture('a=1\nbad line');
  state.rows = { b: '2' };
  await properties.start();
  expect(said).toHaveLength(1);
  state.fails = true;
  await rm(path);
  await properties.list();
  expect(Object.fromEntries(properties.current())).toEqual({ a: '1', b: '2' });
  expect(said).toHaveLength(3);
});
