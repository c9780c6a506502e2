import type { CheckId, GraphPoint, GraphResponse, RunNowResponse } from '@quarterdeck/contract';
import { AppError } from '@quarterdeck/contract';
import type { Clock } from '@quarterdeck/kit';
import type { CanaryLoader, LoadedCanary } from '../canaries/loader.ts';
import type { CanaryService } from '../canaries/service.ts';
import { PUSH_SOURCE } from '../canaries/sources.ts';
import type { Engine } from '../scheduler/engine.ts';
import { checkKey } from '../scheduler/result-rows.ts';
import type { Runner } from '../scheduler/runner.ts';
import { bucketWidth, isAsked, requestedWindow } from './graph.ts';
import type { BucketText, HistoryStore } from './history-store.ts';
import type { Pushed } from './push.ts';
import { isTokenRight } from './webhook.ts';

export interface HealthServiceOptions {
  history: HistoryStore;
  canaries: CanaryService;
  loader: CanaryLoader;
  runner: Runner;
  engine: Engine;
  clock: Clock;
  runnerName: string;
  defaultWindowMs: number;
  /** Reads the token of a webhook. */
  token: (loaded: LoadedCanary) => Promise<string>;
}

/** What the health API does beside the summary. */
export interface HealthService {
  graph(check: CheckId, query: Readonly<Record<string, string | undefined>>): Promise<GraphResponse>;
  /** Runs the check now; null when nothing came out. Throws `CHECK_NOT_FOUND` and `CANARY_NOT_FOUND`. */
  runNow(check: CheckId): Promise<RunNowResponse | null>;
  /** Throws `WEBHOOK_NOT_FOUND`, `WEBHOOK_AMBIGUOUS` and `WEBHOOK_TOKEN`. */
  webhook(name: string, token: string, detail: unknown): Promise<void>;
  /** Throws `CHECK_NOT_FOUND` and `CANARY_NOT_FOUND`. */
  push(pushed: Pushed): Promise<void>;
}

/** Empty texts are left out, as all empty members of a point. */
function withText(point: GraphPoint, text: BucketText | undefined): GraphPoint {
  return {
    ...point,
    ...(text?.message ? { message: text.message } : {}),
    ...(text?.error ? { error: text.error } : {}),
    ...(text && text.detail !== null ? { detail: text.detail } : {}),
  };
}

export function createHealthService(options: HealthServiceOptions): HealthService {
  const { history, loader, runner, clock } = options;
  const { find } = options.canaries;

  const loadById = async (id: string): Promise<LoadedCanary> => {
    const loaded = await loader.load(id);
    if (!loaded) throw new AppError('CANARY_NOT_FOUND', { message: 'canary not found' });
    return loaded;
  };

  const canaryOfPush = async (pushed: Pushed): Promise<LoadedCanary> => {
    if (pushed.canaryId !== null) return loadById(pushed.canaryId);
    const known = (await options.canaries.list(null)).find(
      (canary) => canary.name === pushed.canaryName && canary.namespace === pushed.namespace,
    );
    if (known) return { ...EMPTY, id: known.id, canary: emptyCanary(known.name, known.namespace) };
    const canary = emptyCanary(pushed.canaryName, pushed.namespace);
    const [applied] = await options.canaries.apply([{ canary, source: PUSH_SOURCE }]);
    if (!applied) throw new AppError('CANARY_NOT_FOUND');
    return { ...EMPTY, id: applied.id, canary };
  };

  return {
    async graph(check, query) {
      const startMs = clock.monotonic();
      const window = requestedWindow(query, clock.now(), options.defaultWindowMs);
      const widthMs = bucketWidth(window.toMs - window.fromMs);
      const wanted = { messages: isAsked(query.includeMessages), details: isAsked(query.includeDetails) };
      const [buckets, figures, texts] = await Promise.all([
        history.buckets(check, window, widthMs),
        history.figures(check, window),
        wanted.messages || wanted.details ? history.texts(check, window, widthMs, wanted) : null,
      ]);
      const points = texts ? buckets.map((point) => withText(point, texts.get(point.time))) : buckets;
      const { passed, failed, p99, p97, p95 } = figures;
      return {
        duration: Math.round(clock.monotonic() - startMs),
        runnerName: options.runnerName,
        status: points.length === 0 ? null : points,
        latency: { p99, p97, p95, rolling1h: p95 },
        uptime: { passed, failed },
      };
    },
    async runNow(check) {
      const found = await find.findCheck(check);
      if (!found) throw new AppError('CHECK_NOT_FOUND', { message: `check (${check}) was not found` });
      const loaded = await loader.load(found.canary_id);
      if (!loaded) throw new AppError('CANARY_NOT_FOUND', { message: `canary (${found.canary_id}) was not found` });
      return runner.runNow(found.canary_id, found.name);
    },
    async webhook(name, token, detail) {
      const [id, ...others] = await find.withWebhook(name);
      if (!id) throw new AppError('WEBHOOK_NOT_FOUND', { message: `no webhook check named ${name}` });
      if (others.length > 0)
        throw new AppError('WEBHOOK_AMBIGUOUS', { message: `more than one webhook named ${name}` });
      const loaded = await loadById(id);
      if (!isTokenRight(await options.token(loaded), token)) {
        throw new AppError('WEBHOOK_TOKEN', { message: 'invalid webhook token' });
      }
      const run = await options.engine.webhook(loaded, detail);
      await runner.store(loaded, run);
    },
    async push(pushed) {
      const { result } = pushed;
      const run = { startMs: result.startMs, endMs: clock.now() };
      const existing = pushed.id === null ? null : await find.checkRow(pushed.id);
      if (pushed.id !== null && !existing && pushed.canaryId === null) {
        throw new AppError('CHECK_NOT_FOUND', { message: 'check not found' });
      }
      if (!existing) {
        await runner.store(await canaryOfPush(pushed), { ...run, results: [result] });
        return;
      }
      const stored = { ...result, type: existing.type, name: existing.name, labels: result.labels };
      const labels = Object.keys(result.labels).length > 0 ? result.labels : (existing.labels ?? {});
      await runner.store(
        {
          ...EMPTY,
          id: existing.canary_id,
          canary: emptyCanary(existing.canary_name, existing.canary_namespace),
          checks: new Map([[checkKey(existing), existing.id]]),
        },
        {
          ...run,
          results: [
            {
              ...stored,
              labels,
              owner: result.owner || (existing.owner ?? ''),
              severity: result.severity || (existing.severity ?? ''),
            },
          ],
        },
      );
    },
  };
}

const EMPTY = { source: PUSH_SOURCE, checks: new Map<string, CheckId>() };

function emptyCanary(name: string, namespace: string): LoadedCanary['canary'] {
  return {
    metadata: { name, namespace, labels: {}, annotations: {} },
    replicas: 1,
    env: {},
    checks: [],
    rawSpec: {},
  };
}
