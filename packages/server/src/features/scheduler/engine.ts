import type { CanaryRun, LastResult, RunDeps, RunOptions } from '@quarterdeck/checks';
import {
  allTypes,
  createHostLimiter,
  createNetworkWitness,
  productExpressions,
  runCanary,
  runWebhook,
} from '@quarterdeck/checks';
import type { CheckId } from '@quarterdeck/contract';
import { AppError } from '@quarterdeck/contract';
import type { Platform } from '../../platform/index.ts';
import { isAway } from '../../platform/index.ts';
import type { LoadedCanary } from '../canaries/loader.ts';
import { FOLDER_SOURCE, SYSTEM_SOURCE } from '../canaries/sources.ts';
import { atThisNode } from '../self-watch/document.ts';
import { checkKey, textLimits } from './result-rows.ts';

export interface EngineOptions {
  platform: Platform;
  lastResult: (check: CheckId) => Promise<LastResult | null>;
  /** Live properties, as they were read last. */
  properties: () => ReadonlyMap<string, string>;
  scriptEnv: Record<string, string>;
}

/** The engine as it runs stored canaries. */
export interface Engine {
  run(loaded: LoadedCanary, options: RunOptions): Promise<CanaryRun>;
  webhook(loaded: LoadedCanary, detail: unknown): Promise<CanaryRun>;
}

/** Whether scripts of a canary may run on this host: those of the folder and the product's own, or all (setting QD_EXEC). */
export function isExecAllowed(setting: Platform['config']['exec'], source: string): boolean {
  if (setting === 'off') return false;
  return setting === 'all' || source === SYSTEM_SOURCE || FOLDER_SOURCE.test(source);
}

/** Binds the engine to this server: its way out, its values and connections, its stored results. */
export function createEngine({ platform, lastResult, properties, scriptEnv }: EngineOptions): Engine {
  const { config } = platform;
  const hostLimiter = createHostLimiter(config.hostConcurrency);
  const networkWitness = createNetworkWitness({ clock: platform.clock });
  const internal = platform.egress.internal();

  const depsFor = (loaded: LoadedCanary): RunDeps => ({
    types: allTypes,
    expressions: productExpressions,
    egress: loaded.source === SYSTEM_SOURCE ? internal : platform.egress,
    clock: platform.clock,
    log: platform.log,
    value: (source, canary) => platform.values.value(canary.metadata.namespace, source),
    connection: async (reference, canary) => {
      try {
        return await platform.connections.connection(reference, canary.metadata.namespace);
      } catch (error) {
        // Else a check would count as down because our own database is.
        throw isAway(error) ? new AppError('DATABASE_UNAVAILABLE', { cause: error }) : error;
      }
    },
    lastResult: async (_canary, check) => {
      const id = loaded.checks.get(checkKey({ type: check.type, name: check.spec.name }));
      return id ? lastResult(id) : null;
    },
    checkId: (_canary, check) => loaded.checks.get(checkKey({ type: check.type, name: check.spec.name })),
    isTypeDisabled: (type) => properties().get(`check.disabled.${type}`) === 'true',
    textLimits: () => textLimits(properties()),
    hostLimiter,
    networkWitness,
    settings: {
      prometheusUrl: config.prometheusUrl ?? '',
      scriptEnv,
      version: platform.version,
    },
    execAllowed: () => isExecAllowed(config.exec, loaded.source),
  });

  return {
    run: (loaded, options) => {
      const address = loaded.source === SYSTEM_SOURCE ? platform.address() : null;
      const canary = address ? atThisNode(loaded.canary, address, platform.ownAuthorization) : loaded.canary;
      return runCanary(canary, depsFor(loaded), options);
    },
    webhook: (loaded, detail) => runWebhook(loaded.canary, detail, depsFor(loaded)),
  };
}
