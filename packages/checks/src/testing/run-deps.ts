import { AppError, type Canary, type CheckBase } from '@quarterdeck/contract';
import { createManualClock, silentLog } from '@quarterdeck/kit';
import { type ZodType, z } from 'zod';
import { createHostLimiter } from '../engine/host-limiter.ts';
import { createNetworkWitness } from '../engine/network-witness.ts';
import type { RunDeps } from '../engine/run-deps.ts';
import type { CheckContext, CheckOutcome, CheckType } from '../engine/types.ts';
import { checkBaseShape } from '../types/fields.ts';
import { createTestEgress } from './egress.ts';

/** A spec that may hold any fields. */
export type LooseSpec = CheckBase & Record<string, unknown>;

const looseSchema: ZodType<LooseSpec> = z.looseObject(checkBaseShape);

/** A check type for tests of the engine: its run is given, and its spec may hold anything. */
export function createTestType(
  run: (context: CheckContext<LooseSpec>) => CheckOutcome | CheckOutcome[] | Promise<CheckOutcome | CheckOutcome[]>,
  members: Partial<CheckType<LooseSpec>> = {},
): CheckType<LooseSpec> {
  return {
    type: 'fake',
    key: 'fake',
    title: 'Fake',
    description: 'For tests',
    icon: 'test',
    schema: looseSchema,
    endpoint: (spec) => String(spec.target ?? ''),
    run: async (context) => run(context),
    ...members,
  };
}

/** A canary of type `fake` with these checks. */
export function createTestCanary(specs: Partial<LooseSpec>[], members: Partial<Canary> = {}): Canary {
  return {
    metadata: { name: 'canary', namespace: 'default', labels: {}, annotations: {} },
    replicas: 1,
    env: {},
    checks: specs.map((spec, index) => ({ type: 'fake', spec: { name: `check-${index}`, ...spec } })),
    rawSpec: {},
    ...members,
  };
}

/** All that a run needs, with a clock that stands still; every member can be replaced. */
export function createTestDeps(members: Partial<RunDeps> = {}): RunDeps {
  const clock = members.clock ?? createManualClock(1_700_000_000_000);
  return {
    types: [],
    egress: createTestEgress(),
    clock,
    log: silentLog,
    value: async (source) => source.value ?? '',
    connection: async (reference) => {
      throw new AppError('CONNECTION_NOT_FOUND', { message: `connection ${reference} not found` });
    },
    lastResult: async () => null,
    hostLimiter: createHostLimiter(),
    networkWitness: createNetworkWitness({ clock, hasRoute: () => true }),
    settings: { prometheusUrl: '', scriptEnv: {}, version: 'test' },
    execAllowed: () => true,
    ...members,
  };
}
