import { readFile } from 'node:fs/promises';
import type { PropertyRow } from '@quarterdeck/contract';
import { errorText, knownProperty } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';
import { parsePropertiesFile } from './file.ts';
import type { Properties } from './types.ts';

/** Rows are read at once when a live event tells of a change; this often in case one was missed. */
const REFRESH_MS = 60_000;

export interface PropertiesOptions {
  /** File of `name=value` lines; null: there is none. */
  file: string | null;
  rows: () => Promise<ReadonlyMap<string, string>>;
  /** Calls back when rows changed; answers what ends it. */
  onRowsChanged: (listener: () => void) => () => void;
  log: Log;
  refreshMs?: number;
}

/** Makes the properties of this node. `start` before the first question. */
export function createProperties(options: PropertiesOptions): Properties {
  const { file, log } = options;
  const listeners = new Set<(current: ReadonlyMap<string, string>) => void>();
  let local: ReadonlyMap<string, string> = new Map();
  let stored: ReadonlyMap<string, string> = new Map();
  let current: ReadonlyMap<string, string> = new Map();
  let told = '';
  let timer: NodeJS.Timeout | null = null;
  let unsubscribe: (() => void) | null = null;
  let reading: Promise<void> = Promise.resolve();

  const readLocal = async (): Promise<ReadonlyMap<string, string>> => {
    if (file === null) return local;
    const { values, bad } = parsePropertiesFile(await readFile(file, 'utf8'));
    const problems = bad.map(({ line, problem }) => `line ${line}: ${problem}`).join('; ');
    if (problems !== '' && problems !== told) log.warn({ file, problems }, 'bad lines of the properties file');
    told = problems;
    return values;
  };

  const refresh = async (): Promise<void> => {
    const before = JSON.stringify([...current]);
    local = await readLocal().catch((error: unknown) => {
      log.warn({ file, error: errorText(error) }, 'the properties file could not be read');
      return local;
    });
    stored = await options.rows().catch((error: unknown) => {
      log.warn({ error: errorText(error) }, 'properties could not be read');
      return stored;
    });
    current = new Map([...local, ...stored]);
    if (JSON.stringify([...current]) === before) return;
    for (const listener of listeners) listener(current);
  };

  const refreshInTurn = (): Promise<void> => {
    reading = reading.then(refresh);
    return reading;
  };

  return {
    current: () => current,
    async list() {
      await refreshInTurn();
      const row = (name: string, value: string, source: PropertyRow['source']): PropertyRow => {
        const known = knownProperty(name);
        return { name, value, description: known?.description ?? '', source, type: known?.type ?? '' };
      };
      return [
        ...[...local].filter(([name]) => !stored.has(name)).map(([name, value]) => row(name, value, 'local')),
        ...[...stored].map(([name, value]) => row(name, value, 'db')),
      ].toSorted((left, right) => (left.name < right.name ? -1 : 1));
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async start() {
      unsubscribe = options.onRowsChanged(() => void refreshInTurn());
      await refreshInTurn();
      timer = setInterval(() => void refreshInTurn(), options.refreshMs ?? REFRESH_MS).unref();
    },
    stop() {
      unsubscribe?.();
      if (timer) clearInterval(timer);
    },
  };
}
