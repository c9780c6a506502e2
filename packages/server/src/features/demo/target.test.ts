import { createManualClock } from '@quarterdeck/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { observe, statusOf } from './behaviour.ts';
import { type DemoTarget, startDemoTarget } from './target.ts';
import { createWorld, SMALL_WORLD } from './world.ts';

const clock = createManualClock(Date.UTC(2026, 5, 1));
const world = createWorld({ seed: 3, nowMs: clock.now(), ...SMALL_WORLD });
let target: DemoTarget;

beforeAll(async () => {
  target = await startDemoTarget(world, clock);
});

afterAll(() => target.stop());

it('answers for each service as its behaviour says at that moment', async () => {
  for (const check of world.slice(0, 2).flatMap((canary) => canary.checks)) {
    const response = await fetch(`${target.url}${check.path}`);
    const expected = observe(check.behaviour, clock.now());
    expect(response.status).toBe(statusOf(expected));
    expect(await response.json()).toMatchObject({ service: check.name, status: expected.pass ? 'up' : 'down' });
  }
});

it('knows no other address', async () => {
  expect((await fetch(`${target.url}/nothing`)).status).toBe(404);
});
