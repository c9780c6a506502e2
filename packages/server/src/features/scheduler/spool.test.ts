import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@quarterdeck/kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkKey, type RunToWrite } from './result-rows.ts';
import { openSpool } from './spool.ts';
import { leftFolders } from './spool-folders.ts';
import { decodeRun, encodeRun, resultsOfLine } from './spool-lines.ts';
import { resultOf } from './testing/fixtures.ts';

let folder = '';
let dropped = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-spool-'));
  dropped = 0;
});

const open = (more: Partial<Parameters<typeof openSpool>[0]> = {}) =>
  openSpool({
    folder,
    node: 'n1',
    pid: process.pid,
    log: silentLog,
    onDropped: (results) => {
      dropped += results;
    },
    ...more,
  });

function runOf(slotMs: number, names = ['a'], message = ''): RunToWrite {
  const results = names.map((name) =>
    resultOf(name, { startMs: slotMs, message, spec: { name, description: 'long' } }),
  );
  return {
    canaryId: 'c1',
    canaryName: 'shop',
    canaryNamespace: 'default',
    results,
    known: new Map(results.map((result) => [checkKey(result), `id-${result.name}`])),
    slotMs,
    nextRunMs: null,
    startMs: slotMs,
    endMs: slotMs,
    cleanup: true,
    failures: [],
  };
}
const slots = (runs: readonly RunToWrite[]) => runs.map((run) => run.slotMs);

describe('the spool', () => {
  it('hands runs out oldest first, and again until they are done', () => {
    const spool = open();
    spool.add([runOf(1), runOf(2)]);
    spool.add([runOf(3)]);
    expect(spool.pending()).toBe(3);
    expect(slots(spool.oldest(2).runs)).toEqual([1, 2]);
    const first = spool.oldest(2);
    expect(slots(first.runs)).toEqual([1, 2]);
    first.done();
    spool.add([runOf(4)]);
    expect(slots(spool.oldest(10).runs)).toEqual([3]);
    spool.oldest(10).done();
    const last = spool.oldest(10);
    expect(slots(last.runs)).toEqual([4]);
    last.done();
    expect(spool.pending()).toBe(0);
    expect(spool.oldest(10).runs).toEqual([]);
  });

  it('hands out at least one run, however many results it has', () => {
    const spool = open();
    spool.add([runOf(1, ['a', 'b', 'c']), runOf(2)]);
    expect(slots(spool.oldest(1).runs)).toEqual([1]);
  });

  it('drops the oldest when it is full, and counts their results', () => {
    const spool = open({ maxBytes: 20_000 });
    for (let slot = 1; slot <= 100; slot += 1) spool.add([runOf(slot, ['a', 'b'])]);
    expect(dropped).toBeGreaterThan(0);
    expect(dropped + spool.pending() * 2).toBe(200);
    const kept = slots(spool.oldest(1000).runs);
    expect(kept[0]).toBe(dropped / 2 + 1);
  });

  it('does not take out anything of others when its oldest were dropped meanwhile', () => {
    const spool = open({ maxBytes: 20_000 });
    spool.add([runOf(1)]);
    const taken = spool.oldest(1);
    for (let slot = 2; slot <= 100; slot += 1) spool.add([runOf(slot)]);
    const before = spool.pending();
    taken.done();
    expect(spool.pending()).toBe(before);
  });

  it('takes over what an ended process left, in its order, and passes over a line that is cut off', () => {
    const first = open({ node: 'old' });
    first.add([runOf(1), runOf(2)]);
    const file = join(folder, `${process.pid}-old`, '00000001.ndjson');
    appendFileSync(file, '1 {"canaryId":"c1","resu');
    const spool = open({ node: 'new' });
    spool.add([runOf(3)]);
    expect(spool.pending()).toBe(4);
    expect(existsSync(join(folder, `${process.pid}-old`))).toBe(false);
    const all: (number | null)[] = [];
    while (spool.pending() > 0) {
      const next = spool.oldest(2);
      all.push(...slots(next.runs));
      next.done();
    }
    expect(all).toEqual([1, 2, 3]);
  });

  it('leaves alone what belongs to a process that lives', () => {
    const parent = join(folder, `${process.ppid}-other`);
    mkdirSync(parent, { recursive: true });
    writeFileSync(join(parent, '00000001.ndjson'), encodeRun(runOf(1)));
    expect(leftFolders(folder, '', process.pid)).toEqual([]);
    expect(open().pending()).toBe(0);
    renameSync(parent, join(folder, `${process.pid}-other`));
    expect(open().pending()).toBe(1);
  });

  it('removes files that are written out', () => {
    const spool = open();
    spool.add([runOf(1)]);
    spool.oldest(1).done();
    expect(readdirSync(join(folder, `${process.pid}-n1`))).toEqual([]);
  });

  it('counts results as lost where no file can be written', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const spool = open({ folder: file });
    spool.add([runOf(1, ['a', 'b'])]);
    expect([dropped, spool.pending()]).toEqual([2, 0]);
  });
});

describe('a line of the spool', () => {
  it('holds the run as it is to be written, without the specs of stored checks', () => {
    const run = runOf(7, ['a', 'b'], 'line\nbreak');
    const made = resultOf('made', { spec: { name: 'made', description: 'kept' }, transformedFrom: 'a' });
    const whole = { ...run, results: [...run.results, made] };
    const line = encodeRun(whole);
    expect(resultsOfLine(line)).toBe(3);
    expect(line.trimEnd()).not.toContain('\n');
    const read = decodeRun(line.trimEnd());
    expect(read?.known).toEqual(run.known);
    expect(read?.results.map((result) => result.spec)).toEqual([{ name: 'a' }, { name: 'b' }, made.spec]);
    expect({ ...read?.results[0], spec: null }).toEqual({ ...run.results[0], spec: null });
  });

  it.each(['', '1 {', 'x', '1 null', '2 {"results":1}'])('%j is no run', (line) => {
    expect(decodeRun(line)).toBeNull();
  });
});
