import { tmpdir } from 'node:os';
import { createManualClock, silentLog } from '@quarterdeck/kit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Applied } from '../canaries/service.ts';
import { FOLDER_SOURCE, SYSTEM_SOURCE, UI_SOURCE } from '../canaries/sources.ts';
import { createSelfWatch, type SelfWatch, type SelfWatchOptions } from './service.ts';

const OTHERS = [UI_SOURCE, 'shop.yaml'];
const START_MS = 1_000_000;

let stored: { id: string; source: string }[];
let target: ReturnType<SelfWatchOptions['target']>;
let databaseClock: () => Promise<number>;
let clock: ReturnType<typeof createManualClock>;
const apply = vi.fn(async (_documents: readonly Applied[]) => []);
const remove = vi.fn(async (_ids: readonly string[]) => undefined);

function watch(dataDir = tmpdir()): SelfWatch {
  const canaries = { list: async () => stored, apply, remove } as unknown as SelfWatchOptions['canaries'];
  return createSelfWatch({
    canaries,
    databaseClock: () => databaseClock(),
    clock,
    dataDir,
    log: silentLog,
    target: () => target,
  });
}

beforeEach(() => {
  vi.clearAllMocks();
  stored = [];
  target = { publicEndpoint: null };
  clock = createManualClock(START_MS);
  databaseClock = async () => clock.now();
});

describe('the built-in canary', () => {
  it('is there while there is no other', async () => {
    const self = watch();
    expect([await self.follow(), self.active()]).toEqual([true, true]);
    const [document] = apply.mock.calls[0]?.[0] ?? [];
    expect(document).toMatchObject({ source: SYSTEM_SOURCE, canary: { metadata: { name: 'quarterdeck' } } });
    expect(document?.canary.checks.length).toBeGreaterThan(2);
    stored = [{ id: 'own', source: SYSTEM_SOURCE }];
    expect(await self.follow()).toBe(true);
    expect(remove).not.toHaveBeenCalled();
  });

  it.each(OTHERS)('goes when there is one of %s, and comes back after it', async (source) => {
    const self = watch();
    stored = [
      { id: 'own', source: SYSTEM_SOURCE },
      { id: 'other', source },
    ];
    expect([await self.follow(), self.active()]).toEqual([false, false]);
    expect(remove).toHaveBeenCalledWith(['own']);
    expect(apply).not.toHaveBeenCalled();
    stored = [];
    expect([await self.follow(), self.active()]).toEqual([true, true]);
  });

  it('is not there while the server does not listen', async () => {
    target = null;
    expect(await watch().follow()).toBe(false);
    expect(apply).not.toHaveBeenCalled();
  });

  it('has a source that no file has', () => {
    expect(FOLDER_SOURCE.test(SYSTEM_SOURCE)).toBe(false);
  });
});

describe('the report', () => {
  /** The database answers after so many milliseconds, with a clock that differs by so many. */
  const answering = (latencyMs: number, driftMs: number) => async () => {
    clock.advance(latencyMs / 2);
    const there = clock.now() + driftMs;
    clock.advance(latencyMs / 2);
    return there;
  };

  it.each([
    [0, 0, 0],
    [40, 0, 0],
    [40, 15, 0],
    [40, 5000, 4980],
    [0, -3000, 3000],
  ])('allows a way of %i ms to a clock that differs by %i ms', async (latencyMs, driftMs, told) => {
    databaseClock = answering(latencyMs, driftMs);
    const { database, clock: differs } = await watch().report();
    expect([database, differs]).toEqual([{ up: true, latencyMs }, { driftMs: told }]);
  });

  it('is made without the database', async () => {
    databaseClock = () => Promise.reject(new Error('away'));
    expect(await watch().report()).toMatchObject({ database: { up: false }, clock: { driftMs: 0 } });
  });

  it('tells the free share of the disk, also before the data folder is made', async () => {
    for (const folder of [tmpdir(), '/nowhere/at/all']) {
      const { disk } = await watch(folder).report();
      expect(disk.freePercent).toBeGreaterThanOrEqual(0);
      expect(disk.freePercent).toBeLessThanOrEqual(100);
    }
  });
});
