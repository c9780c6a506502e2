import { appendFileSync, existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@quarterdeck/kit';
import { expect, test } from 'vitest';
import type { Ahead } from './ahead-log.ts';
import { openAheadLog } from './ahead-log.ts';

const entry = (canaryId: string, slotMs: number): Ahead => ({
  canaryId,
  expectedMs: 0,
  slotMs,
  nextSlotMs: slotMs + 1,
  nextDueMs: null,
  missed: 0,
});
const fresh = () => join(mkdtempSync(join(tmpdir(), 'qd-ahead-')), 'deep', 'ahead.ndjson');

test('the newest entry of each canary is read by the process that comes after', () => {
  const file = fresh();
  const log = openAheadLog(file, silentLog);
  expect(log.read()).toEqual([]);
  log.add([entry('a', 1), entry('b', 1)], []);
  log.add([entry('a', 2)], []);
  appendFileSync(file, '{"canaryId":"a","slo');
  expect(openAheadLog(file, silentLog).read()).toEqual([entry('a', 2), entry('b', 1)]);
  log.clear();
  expect(existsSync(file)).toBe(false);
  log.clear();
});

test('the file stays small: it is written anew from the newest entries', () => {
  const file = fresh();
  const log = openAheadLog(file, silentLog, 2000);
  for (let slot = 1; slot <= 500; slot += 1) log.add([entry('a', slot)], [entry('a', slot)]);
  expect(statSync(file).size).toBeLessThan(2200);
  expect(log.read()).toEqual([entry('a', 500)]);
});

test('a file that cannot be written is said, and ends nothing', () => {
  const blocked = join(mkdtempSync(join(tmpdir(), 'qd-ahead-')), 'file');
  writeFileSync(blocked, '');
  const said: string[] = [];
  const log = openAheadLog(join(blocked, 'ahead.ndjson'), {
    ...silentLog,
    error: (_fields, text) => void said.push(text),
  });
  log.add([entry('a', 1)], []);
  expect(said).toHaveLength(1);
});
