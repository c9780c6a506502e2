import { describe, expect, it } from 'vitest';
import { createWorld, FULL_WORLD, SMALL_WORLD } from './world.ts';

const nowMs = Date.UTC(2026, 5, 1);
const options = { seed: 1, nowMs, ...SMALL_WORLD };

describe('createWorld', () => {
  it('is the same for the same seed', () => {
    expect(createWorld(options)).toEqual(createWorld(options));
    expect(createWorld(options)).not.toEqual(createWorld({ ...options, seed: 2 }));
  });

  it('has the sizes that the figures name', () => {
    const checks = (world: ReturnType<typeof createWorld>) => world.flatMap((canary) => canary.checks).length;
    expect(checks(createWorld(options))).toBe(100);
    expect(checks(createWorld({ ...options, ...FULL_WORLD }))).toBe(10_000);
  });

  it('names every canary once per namespace and every check once per canary', () => {
    const world = createWorld({ ...options, ...FULL_WORLD });
    expect(new Set(world.map(({ namespace, name }) => `${namespace}/${name}`)).size).toBe(world.length);
    for (const canary of world) expect(new Set(canary.checks.map(({ name }) => name)).size).toBe(canary.checks.length);
    const paths = world.flatMap((canary) => canary.checks.map(({ path }) => path));
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('has something of each kind, and mostly what is well', () => {
    const kinds = createWorld({ ...options, ...FULL_WORLD }).flatMap(({ checks }) =>
      checks.map(({ behaviour }) => behaviour.kind),
    );
    expect(new Set(kinds)).toEqual(new Set(['steady', 'flapping', 'failing', 'slow']));
    expect(kinds.filter((kind) => kind === 'steady').length / kinds.length).toBeGreaterThan(0.85);
  });

  it('lets what fails now have begun within the last hours', () => {
    for (const { checks } of createWorld(options)) {
      for (const { behaviour } of checks) {
        expect(nowMs - behaviour.sinceMs).toBeGreaterThan(60_000);
        expect(nowMs - behaviour.sinceMs).toBeLessThan(2 * 3_600_000);
      }
    }
  });
});
