import { basename } from 'node:path';
import { errorText } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';
import type { DocumentSet, Documents } from '../../platform/index.ts';
import type { Applied, CanaryService } from './service.ts';
import { FOLDER_SOURCE } from './sources.ts';

export interface FolderSyncOptions {
  documents: Pick<Documents, 'current' | 'onChange'>;
  service: CanaryService;
  log: Log;
  /** Without a folder nothing is removed: another node may have one. */
  hasFolder: boolean;
  /** Called after each time that the stored canaries follow the folder. */
  onSynced?: () => Promise<void>;
}

/** Keeps the stored canaries like the configuration folder. */
export interface FolderSync {
  start(): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_MS = 1000;
const AGAIN_MS = 5 * 60_000;

/** The canaries of a set, each with the base name of its file as source (contract checks §3.1). */
function folderCanaries(set: DocumentSet): Applied[] {
  return [...set.canaries].flatMap(([file, canaries]) =>
    canaries.map((canary) => ({ canary, source: basename(file) })),
  );
}

/** Follows the folder: at start, at each change, and every 5 minutes; after a failure again a second later. */
export function createFolderSync(options: FolderSyncOptions): FolderSync {
  const { documents, service, log } = options;
  let working: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let unsubscribe: (() => void) | null = null;
  let stopped = false;
  let failing = false;

  const follow = async (): Promise<void> => {
    if (options.hasFolder) {
      const wanted = folderCanaries(documents.current());
      const applied = await service.apply(wanted);
      const keep = new Set(applied.map((canary) => canary.id));
      const stored = await service.list(null);
      const sources = [
        ...new Set(stored.flatMap(({ source }) => (source && FOLDER_SOURCE.test(source) ? [source] : []))),
      ];
      await service.prune(sources, keep);
    }
    await options.onSynced?.();
  };

  const schedule = (delayMs: number) => {
    if (stopped) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void run(), delayMs);
  };

  function run(): Promise<void> {
    working = working.then(async () => {
      if (stopped) return;
      try {
        await follow();
        failing = false;
        schedule(AGAIN_MS);
      } catch (error) {
        // It is tried again each second: a long outage is one line, not thousands.
        if (!failing) log.error({ error: errorText(error) }, 'the configuration folder could not be applied');
        failing = true;
        schedule(RETRY_MS);
      }
    });
    return working;
  }

  return {
    async start() {
      unsubscribe = documents.onChange(() => void run());
      await run();
    },
    async stop() {
      stopped = true;
      unsubscribe?.();
      if (timer) clearTimeout(timer);
      await working;
    },
  };
}
