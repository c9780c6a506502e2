import type { DocumentError } from '@quarterdeck/contract';
import type { Clock, Log } from '@quarterdeck/kit';
import { type DocumentParser, type FileContent, fileError, readDocumentFile } from './read.ts';
import { type FoundFile, scanFolder } from './scan.ts';
import type { DocumentSet, Documents } from './types.ts';

/** The folder is looked through this often; a large one less often, so that looking stays cheap. */
const POLL_MS = 500;
const MAX_POLL_MS = 1200;
const SCANS_SHARE = 25;
/** A change counts when the file looks the same after this long: it may be half written. */
const SETTLE_MS = 100;

/** Kinds that are read beside canaries: where values and connections come from (contract checks §1.5). */
const KNOWN_KINDS = new Set(['secret', 'configmap', 'connection', 'serviceaccount']);

const EMPTY: DocumentSet = { canaries: new Map(), others: [], errors: [] };

/** What the watched folder is made of. */
export interface DocumentsOptions {
  /** Null: there is none. */
  folder: string | null;
  parse: DocumentParser;
  clock: Clock;
  log: Log;
}

interface ReadFile {
  version: string;
  content: FileContent;
}

/**
 * Watches the configuration folder by looking through it: notifications of the file system are lost on network and
 * container mounts, and for links that are swapped. A change takes effect in well under 2 s.
 */
export function createDocuments(options: DocumentsOptions): Documents {
  const { folder, parse, clock, log } = options;
  const listeners = new Set<(set: DocumentSet) => void>();
  const files = new Map<string, ReadFile>();
  const foreign = new Set<string>();
  const unsettled = new Map<string, string>();
  let folderError: DocumentError | null = null;
  let set = EMPTY;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let looking: Promise<void> = Promise.resolve();

  /** Answers whether the file is to be read now: it changed, and has settled. */
  function isDue({ file, version }: FoundFile, isFirst: boolean): boolean {
    if (files.get(file)?.version === version) {
      unsettled.delete(file);
      return false;
    }
    if (isFirst || unsettled.get(file) === version) {
      unsettled.delete(file);
      return true;
    }
    unsettled.set(file, version);
    return false;
  }

  async function look(path: string, isFirst: boolean): Promise<void> {
    let found: FoundFile[];
    let hasChanged = false;
    try {
      found = await scanFolder(path);
      hasChanged = folderError !== null;
      folderError = null;
    } catch (error) {
      const next = fileError('.', error);
      if (folderError?.message !== next.message) publish(next);
      return;
    }
    const present = new Set(found.map(({ file }) => file));
    for (const file of files.keys()) {
      if (present.has(file)) continue;
      files.delete(file);
      hasChanged = true;
    }
    const due = found.filter((entry) => isDue(entry, isFirst));
    for (const entry of due) {
      const content = await readDocumentFile(entry, parse, files.get(entry.file)?.content);
      files.set(entry.file, { version: entry.version, content });
    }
    if (hasChanged || due.length > 0) publish(null);
  }

  function publish(error: DocumentError | null): void {
    folderError = error;
    const contents = [...files].sort(([left], [right]) => (left < right ? -1 : 1));
    const known = new Set(set.errors.map((entry) => JSON.stringify(entry)));
    set = {
      canaries: new Map(contents.map(([file, { content }]) => [file, content.canaries])),
      others: contents.flatMap(([, { content }]) => content.others),
      errors: [...(error === null ? [] : [error]), ...contents.flatMap(([, { content }]) => content.errors)],
    };
    for (const entry of set.errors) {
      if (!known.has(JSON.stringify(entry)))
        log.warn({ ...entry, message: undefined, problem: entry.message }, 'bad document');
    }
    noteForeign(set.others);
    if (stopped) return;
    for (const listener of listeners) listener(set);
  }

  /** A folder may hold documents for other programs: each is named once, and is no error. */
  function noteForeign(others: DocumentSet['others']): void {
    for (const { file, kind, namespace, name } of others) {
      const key = JSON.stringify([file, kind, namespace, name]);
      if (KNOWN_KINDS.has(kind.toLowerCase()) || foreign.has(key)) continue;
      foreign.add(key);
      log.info({ file, kind, name, namespace }, 'a document of a kind that is not used here');
    }
  }

  function schedule(path: string, delayMs: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      looking = lookAgain(path);
    }, delayMs).unref();
  }

  async function lookAgain(path: string): Promise<void> {
    const began = clock.monotonic();
    try {
      await look(path, false);
    } catch (error) {
      log.error({ error }, 'the configuration folder could not be looked through');
    }
    const pause = Math.min(Math.max((clock.monotonic() - began) * SCANS_SHARE, POLL_MS), MAX_POLL_MS);
    schedule(path, unsettled.size > 0 ? SETTLE_MS : pause);
  }

  return {
    current: () => set,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async start() {
      if (folder === null) return;
      await look(folder, true);
      schedule(folder, POLL_MS);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
