import type { ServerStatus } from '@quarterdeck/contract';
import type { Platform } from '../../platform/index.ts';
import { isAway } from '../../platform/index.ts';
import type { Scheduler } from '../scheduler/service.ts';
import type { SelfWatch } from '../self-watch/service.ts';
import type { StatusStore } from './store.ts';

export interface StatusOptions {
  platform: Pick<Platform, 'http' | 'config' | 'documents' | 'version' | 'contact'>;
  store: StatusStore;
  figures: () => ReturnType<Scheduler['figures']> | null;
  selfWatch: Pick<SelfWatch, 'active'>;
  /** Whether a cluster can be reached through this server. */
  hasCluster: boolean;
}

/**
 * Declares GET /api/status: what the frame of the console needs to know. While the database is away it tells the number
 * of checks that was known last.
 */
export function registerStatusRoutes({ platform, store, figures, selfWatch, hasCluster }: StatusOptions): void {
  const { config, contact } = platform;
  let known = 0;
  const countChecks = async (): Promise<number> => {
    try {
      known = await contact.use(store.checks);
    } catch (error) {
      if (!isAway(error)) throw error;
    }
    return known;
  };
  platform.http.route({
    method: 'GET',
    url: '/api/status',
    access: 'login',
    handler: async (): Promise<ServerStatus> => {
      const now = figures();
      return {
        version: platform.version,
        mode: config.mode,
        runnerName: config.runnerName,
        demo: config.demo,
        selfWatch: selfWatch.active(),
        configDir: config.configDir,
        kubeconfig: hasCluster,
        documentErrors: [...platform.documents.current().errors],
        scheduler: {
          checks: await countChecks(),
          latenessP99Ms: Math.round(now?.latenessP99Ms ?? 0),
          missed: now?.missed ?? 0,
        },
      };
    },
  });
}
