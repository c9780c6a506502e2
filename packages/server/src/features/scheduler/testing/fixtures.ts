import { randomBytes } from 'node:crypto';
import { type CheckResult, parseDocuments } from '@quarterdeck/checks';
import { AppError, type Canary, type CanaryCheck, type LiveEvents } from '@quarterdeck/contract';
import type { Database } from '@quarterdeck/db';
import { silentLog, systemClock } from '@quarterdeck/kit';
import type { Live } from '../../../platform/index.ts';
import { createIdSource } from '../../canaries/ids.ts';
import { createCanaryService } from '../../canaries/service.ts';
import { createCanaryStore } from '../../canaries/store.ts';

/** A new id of the product's form. */
export const newId = createIdSource(systemClock, randomBytes);

/** A parsed canary with checks of the given names, all of type http unless a type is given as `type:name`. */
export function canaryOf(
  name: string,
  schedule: string | undefined,
  checks: string[],
  more: Partial<Canary> = {},
): Canary {
  const parsed = checks.map((text): CanaryCheck => {
    const [type, checkName] = text.includes(':') ? text.split(':') : ['http', text];
    return { type: type ?? '', spec: { name: checkName ?? '' } };
  });
  return {
    metadata: { name, namespace: 'default', labels: {}, annotations: {} },
    ...(schedule ? { schedule } : {}),
    replicas: 1,
    env: {},
    checks: parsed,
    rawSpec: { schedule, checks, ...more },
    ...more,
  };
}

/** A finished result; passing unless told otherwise. */
export function resultOf(name: string, more: Partial<CheckResult> = {}): CheckResult {
  return {
    type: 'http',
    name,
    namespace: 'default',
    description: '',
    icon: '',
    endpoint: '',
    labels: {},
    owner: '',
    severity: '',
    startMs: Date.now(),
    pass: true,
    invalid: false,
    unknown: false,
    durationMs: 5,
    message: '',
    error: '',
    detail: null,
    displayType: '',
    metrics: [],
    transformedFrom: null,
    transformDeleteStrategy: null,
    deletedAt: null,
    id: null,
    spec: { name },
    ...more,
  };
}

/** Live updates that only remember what was published. */
export function recordedLive(): Pick<Live, 'publish'> & {
  events: { name: string; payload: LiveEvents[keyof LiveEvents] }[];
} {
  const events: { name: string; payload: LiveEvents[keyof LiveEvents] }[] = [];
  return {
    events,
    async publish(_client, name, payload) {
      events.push({ name, payload });
    },
  };
}

/** A canary service on a test database. */
export function serviceOn(database: Database, live = recordedLive()) {
  const store = createCanaryStore(database.pool);
  const service = createCanaryService({
    database,
    store,
    live,
    clock: systemClock,
    random: Math.random,
    newId,
    host: 'test',
    log: silentLog,
    parse: (document) => {
      const [canary] = parseDocuments(JSON.stringify(document), { fileName: 'stored' }).canaries;
      if (!canary) throw new AppError('DOCUMENT_FIELD');
      return canary;
    },
  });
  return { service, store, live };
}

/** Waits until a condition holds; fails after `limitMs`. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 15_000): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('the condition did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
