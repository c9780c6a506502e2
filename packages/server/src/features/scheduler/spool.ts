import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';
import type { RunToWrite } from './result-rows.ts';
import { adoptSegments } from './spool-folders.ts';
import { decodeRun, encodeRun, resultsOfLine } from './spool-lines.ts';

export interface SpoolOptions {
  /** `spool` below the data folder; each node has a folder of its own in it. */
  folder: string;
  node: string;
  pid: number;
  log: Log;
  /** Called with the number of results that were given up because there was no room. */
  onDropped: (results: number) => void;
  /** Bound of all files together. */
  maxBytes?: number;
}

/** The oldest runs of the spool. `done` takes them out, once they are committed. */
export interface SpooledRuns {
  runs: readonly RunToWrite[];
  done(): void;
}

/** Runs that wait in files until the database can be reached, oldest first, within a bound. */
export interface Spool {
  /** Runs that wait. */
  pending(): number;
  /** Appends runs. Never throws: what cannot be written is given up and counted. */
  add(runs: readonly RunToWrite[]): void;
  /** The oldest runs that hold about `results` results together; at least one run when any waits. */
  oldest(results: number): SpooledRuns;
}

interface Segment {
  file: string;
  bytes: number;
  /** Results of each line that is not taken out yet. */
  counts: number[];
}

const MAX_BYTES = 256 * 1024 * 1024;
const SEGMENTS = 16;

/**
 * Opens the spool and takes over what ended processes left behind. It is a row of files, so that dropping the oldest
 * and removing what is written costs nothing. A line is in its file before `add` returns, so that it outlives a kill.
 */
export function openSpool(options: SpoolOptions): Spool {
  const { log } = options;
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  const own = join(options.folder, `${options.pid}-${options.node}`);
  const fileOf = (number: number) => join(own, `${String(number).padStart(8, '0')}.ndjson`);
  const adopted = adoptSegments(options.folder, own, options.pid, log);
  const segments: Segment[] = adopted.map((file) => measure(file));
  let nextNumber = adopted.length + 1;
  let reading: { segment: Segment; lines: string[] } | null = null;
  let current: Segment | null = null;
  let broken = false;
  if (pending() > 0) log.info({ runs: pending() }, 'results of an earlier process wait to be written');

  function pending(): number {
    return segments.reduce((sum, segment) => sum + segment.counts.length, 0);
  }

  function discard(segment: Segment): void {
    segments.splice(segments.indexOf(segment), 1);
    if (reading?.segment === segment) reading = null;
    rmSync(segment.file, { force: true });
  }

  const makeRoom = (bytes: number) => {
    let total = segments.reduce((sum, segment) => sum + segment.bytes, bytes);
    for (let first = segments[0]; first && total > maxBytes; first = segments[0]) {
      total -= first.bytes;
      drop(first);
    }
  };

  function drop(segment: Segment): void {
    const results = segment.counts.reduce((sum, count) => sum + count, 0);
    discard(segment);
    options.onDropped(results);
    log.error({ results, maxBytes }, 'the spool is full: its oldest results are lost');
  }

  const append = (lines: readonly string[], counts: readonly number[]) => {
    const text = lines.join('');
    const bytes = Buffer.byteLength(text);
    makeRoom(bytes);
    // Never the file of an ended process, whose last line may be cut off, nor one whose lines are being handed out.
    let open = current && segments.includes(current) && current !== reading?.segment ? current : null;
    if (!open || open.bytes + bytes > maxBytes / SEGMENTS) {
      open = { file: fileOf(nextNumber++), bytes: 0, counts: [] };
      segments.push(open);
      current = open;
    }
    mkdirSync(own, { recursive: true });
    appendFileSync(open.file, text);
    open.bytes += bytes;
    open.counts.push(...counts);
  };

  return {
    pending,
    add(runs) {
      if (runs.length === 0) return;
      const counts = runs.map((run) => run.results.length);
      try {
        append(runs.map(encodeRun), counts);
        broken = false;
      } catch (error) {
        options.onDropped(counts.reduce((sum, count) => sum + count, 0));
        if (!broken) log.error({ error: errorText(error) }, 'the spool cannot be written: results are lost');
        broken = true;
      }
    },
    oldest(results) {
      const segment = segments[0];
      if (!segment) return { runs: [], done: () => undefined };
      if (reading?.segment !== segment) {
        const lines = readLines(segment.file);
        reading = { segment, lines: lines.slice(lines.length - segment.counts.length) };
      }
      let taken = 0;
      let sum = 0;
      while (taken < segment.counts.length && (taken === 0 || sum + (segment.counts[taken] ?? 0) <= results)) {
        sum += segment.counts[taken] ?? 0;
        taken += 1;
      }
      const { lines } = reading;
      return {
        runs: lines.slice(0, taken).flatMap((line) => decodeRun(line) ?? []),
        done() {
          if (!segments.includes(segment)) return;
          segment.counts.splice(0, taken);
          lines.splice(0, taken);
          if (segment.counts.length === 0) discard(segment);
        },
      };
    },
  };
}

function readLines(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** A line that was cut off by the end of its process counts as a run without results, and is passed over. */
function measure(file: string): Segment {
  const lines = readLines(file);
  return {
    file,
    bytes: lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0),
    counts: lines.map(resultsOfLine),
  };
}
