import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyBinaries, findBinaries, linkLibraries } from './binaries.ts';
import { endLeftover, findPostmaster, isAlive, readPostmasterFile, takeOwnership } from './processes.ts';
import { fitsSocket, settingArguments } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-parts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('findBinaries', () => {
  it('finds those of this platform', () => {
    expect(existsSync(join(findBinaries(), 'bin', 'postgres'))).toBe(true);
  });

  it('says which package is missing', () => {
    expect(() => findBinaries('plan9', 'mips')).toThrow(expect.objectContaining({ code: 'DATABASE_START' }));
  });
});

describe('linkLibraries', () => {
  it('makes the links that are listed and missing, and can be repeated', async () => {
    const native = join(folder, 'native');
    mkdirSync(join(native, 'lib'), { recursive: true });
    writeFileSync(join(native, 'lib', 'liba.so.1.2'), 'code');
    writeFileSync(
      join(native, 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/liba.so.1.2', target: 'native/lib/liba.so' }]),
    );
    await Promise.all([linkLibraries(native), linkLibraries(native)]);
    await linkLibraries(native);
    expect(readlinkSync(join(native, 'lib', 'liba.so'))).toBe('liba.so.1.2');
    await copyBinaries(native, join(folder, 'copy'));
    expect(readlinkSync(join(folder, 'copy', 'lib', 'liba.so'))).toBe('liba.so.1.2');
  });

  it('does nothing without a list', async () => {
    await expect(linkLibraries(folder)).resolves.toBeUndefined();
  });
});

describe('fitsSocket', () => {
  it('allows paths of 107 bytes with the name of the socket', () => {
    expect(fitsSocket('/'.padEnd(93, 'x'))).toBe(true);
    expect(fitsSocket('/'.padEnd(94, 'x'))).toBe(false);
    expect(fitsSocket('/'.padEnd(90, 'é'))).toBe(false);
  });
});

describe('settingArguments', () => {
  it('are pairs of -c and name=value', () => {
    expect(settingArguments({ a: '1', b: '' })).toEqual(['-c', 'a=1', '-c', 'b=']);
  });
});

describe('readPostmasterFile', () => {
  it.each([
    ['nothing', undefined, undefined],
    ['a half written file', '', undefined],
    ['no number', 'x\n', undefined],
    ['a starting server', '17\n/d\n1\n5432\n\n\n\nstarting\n', { pid: 17, ready: false }],
    ['a ready server', '17\n/d\n1\n5432\n\n\n1 2\nready   \n', { pid: 17, ready: true }],
  ])('reads %s', (_name, text, result) => {
    if (text !== undefined) writeFileSync(join(folder, 'postmaster.pid'), text);
    expect(readPostmasterFile(folder)).toEqual(result);
  });
});

describe('endLeftover', () => {
  it('removes a stale file and leaves the stranger it names alone', async () => {
    writeFileSync(join(folder, 'postmaster.pid'), `${process.pid}\n`);
    expect(findPostmaster(folder)).toBeUndefined();
    expect(await endLeftover(folder)).toBeUndefined();
    expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false);
    expect(isAlive(process.pid)).toBe(true);
  });
});

describe('takeOwnership', () => {
  it('lets one live process in at a time', () => {
    const path = join(folder, 'owner');
    const release = takeOwnership(path);
    expect(() => takeOwnership(path)).toThrow(expect.objectContaining({ code: 'DATABASE_START' }));
    release();
    takeOwnership(path)();
    expect(existsSync(path)).toBe(false);
  });

  it.each(['', 'garbage', '999999999 1', `${process.pid} 1`])('takes over from a dead owner (%s)', (text) => {
    const path = join(folder, 'owner');
    writeFileSync(path, text);
    expect(takeOwnership(path)).toBeTypeOf('function');
  });

  it('lets one in of many that find a dead owner at once', async () => {
    const program = `
      const { parentPort, workerData: path } = require('node:worker_threads');
      const module = import(${JSON.stringify(new URL('./processes.ts', import.meta.url).href)});
      parentPort.on('message', async () => {
        const { takeOwnership } = await module;
        let taken = true;
        try { takeOwnership(path); } catch { taken = false; }
        parentPort.postMessage(taken);
      });`;
    const path = join(folder, 'owner');
    const options = { eval: true, workerData: path, execArgv: ['--conditions', 'development'] };
    const workers = Array.from({ length: 6 }, () => new Worker(program, options));
    for (let round = 0; round < 20; round += 1) {
      writeFileSync(path, '999999999 1');
      const answers = workers.map(async (worker) => {
        const answer = once(worker, 'message');
        worker.postMessage('take it');
        return (await answer)[0];
      });
      expect((await Promise.all(answers)).filter(Boolean)).toHaveLength(1);
      rmSync(path);
    }
    await Promise.all(workers.map((worker) => worker.terminate()));
  });

  it('waits for who takes over, and for nobody who died of it', () => {
    const path = join(folder, 'owner');
    const guard = `${path}.takeover`;
    writeFileSync(path, '999999999 1');
    mkdirSync(guard);
    const soon = Date.now() / 1000 + 60;
    utimesSync(guard, soon, soon);
    expect(() => takeOwnership(path)).toThrow(expect.objectContaining({ code: 'DATABASE_START' }));
    rmdirSync(guard);
    mkdirSync(guard);
    takeOwnership(path)();
    expect(existsSync(guard)).toBe(false);
  });
});
