import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorText } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';

/** How far this node has gone ahead of the stored schedule of one canary. Times are milliseconds since the epoch. */
export interface Ahead {
  canaryId: string;
  /** The slot that the database still holds as the next one. */
  expectedMs: number;
  /** The newest slot that was run; null when all were passed over. */
  slotMs: number | null;
  nextSlotMs: number | null;
  nextDueMs: number | null;
  missed: number;
}

/** Keeps on disk which slots were run without the database, so that a process that starts after does not run them again. */
export interface AheadLog {
  /** Writes entries down before their slots run; `all` is what is known in total, for making the file small again. */
  add(entries: readonly Ahead[], all: Iterable<Ahead>): void;
  /** The newest entry of each canary. */
  read(): Ahead[];
  /** All of it is in the database. */
  clear(): void;
}

const MAX_BYTES = 16 * 1024 * 1024;

export function openAheadLog(file: string, log: Log, maxBytes = MAX_BYTES): AheadLog {
  let bytes = existsSync(file) ? maxBytes : 0;
  const linesOf = (entries: Iterable<Ahead>) => [...entries].map((entry) => `${JSON.stringify(entry)}\n`).join('');
  return {
    add(entries, all) {
      try {
        const text = linesOf(entries);
        mkdirSync(dirname(file), { recursive: true });
        if (bytes + text.length > maxBytes) {
          const whole = linesOf(all);
          writeFileSync(file, whole);
          bytes = whole.length;
        } else {
          appendFileSync(file, text);
          bytes += text.length;
        }
      } catch (error) {
        log.error({ error: errorText(error) }, 'slots that run without the database cannot be written down');
      }
    },
    read() {
      if (!existsSync(file)) return [];
      const newest = new Map<string, Ahead>();
      for (const line of readFileSync(file, 'utf8').split('\n')) {
        const entry = parseLine(line);
        if (entry) newest.set(entry.canaryId, entry);
      }
      return [...newest.values()];
    },
    clear() {
      bytes = 0;
      rmSync(file, { force: true });
    },
  };
}

/** The last line may be cut off by the end of its process. */
function parseLine(line: string): Ahead | null {
  if (line === '') return null;
  try {
    return JSON.parse(line) as Ahead; // written by `add` above
  } catch {
    return null;
  }
}
