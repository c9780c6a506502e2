import { AppError, type Canary, type CheckBase, type Connection, type EnvVar } from '@quarterdeck/contract';
import { type Clock, silentLog, systemClock } from '@quarterdeck/kit';
import type { Egress } from '../engine/egress.ts';
import type { CheckContext, LastResult, RunnerSettings } from '../engine/types.ts';
import { createTestEgress } from './egress.ts';

/** What a test may set about the context of {@link createTestContext}. Each has a harmless default. */
export interface TestContextOptions {
  canary?: Partial<Canary>;
  egress?: Egress;
  clock?: Clock;
  signal?: AbortSignal;
  trace?: boolean;
  execAllowed?: boolean;
  settings?: Partial<RunnerSettings>;
  /** Values behind `secretKeyRef` and `configMapKeyRef`, keyed `name/key`. */
  values?: Record<string, string>;
  /** Connections by the reference that finds them. */
  connections?: Record<string, Partial<Connection>>;
  lastResult?: Partial<LastResult>;
  /** Replaces the plain rendering of `$(name)` and `{{name}}`. */
  render?: CheckContext['render'];
}

const NEVER_RUN: LastResult = {
  status: '',
  invalid: false,
  createdAt: null,
  duration: 0,
  message: '',
  error: '',
  results: {},
};

/**
 * A {@link CheckContext} for a runner's own tests: real network through a permissive egress, real clock, a plain value
 * resolver, and templates that know only variables (`$(x)`, `$(.x)`, `{{x}}`, `{{.x}}`; a missing one is an error).
 */
export function createTestContext<S extends CheckBase>(spec: S, options: TestContextOptions = {}): CheckContext<S> {
  return {
    spec,
    canary: {
      metadata: { name: 'canary', namespace: 'default', labels: {}, annotations: {} },
      replicas: 1,
      env: {},
      checks: [],
      rawSpec: {},
      ...options.canary,
    },
    egress: options.egress ?? createTestEgress(),
    clock: options.clock ?? systemClock,
    log: silentLog,
    signal: options.signal ?? new AbortController().signal,
    trace: options.trace ?? false,
    value: async (source) => readValue(source, options.values ?? {}),
    connection: async (reference) => {
      const found = options.connections?.[reference];
      if (!found) throw new AppError('CONNECTION_NOT_FOUND', { message: `connection ${reference} not found` });
      return { ...EMPTY_CONNECTION, name: reference, ...found };
    },
    render: options.render ?? (async (template, extra = {}) => renderPlain(template, extra)),
    lastResult: async () => ({ ...NEVER_RUN, ...options.lastResult }),
    execAllowed: options.execAllowed ?? true,
    settings: {
      prometheusUrl: '',
      scriptEnv: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      version: '0.0.0-test',
      ...options.settings,
    },
  };
}

const EMPTY_CONNECTION: Connection = {
  id: '00000000-0000-0000-0000-000000000001',
  name: '',
  namespace: 'default',
  type: '',
  url: '',
  username: '',
  password: '',
  certificate: '',
  insecureTls: false,
  properties: {},
};

function readValue(source: EnvVar | undefined, values: Record<string, string>): string {
  if (!source) return '';
  const reference = source.valueFrom?.secretKeyRef ?? source.valueFrom?.configMapKeyRef;
  if (!reference) return source.value ?? '';
  const found = values[`${reference.name}/${reference.key}`];
  if (found === undefined) throw new AppError('VALUE_NOT_FOUND', { message: `${reference.name}/${reference.key}` });
  return found;
}

function renderPlain(template: string, variables: Record<string, unknown>): string {
  return template.replace(/\{\{\s*\.?(\w+)\s*\}\}|\$\(\.?(\w+)\)/g, (_, braces?: string, dollar?: string) => {
    const name = braces ?? dollar ?? '';
    if (!(name in variables)) throw new AppError('TEMPLATE_FAILED', { message: `no variable "${name}"` });
    return String(variables[name]);
  });
}
