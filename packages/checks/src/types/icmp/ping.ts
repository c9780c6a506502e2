import { type ExecFileException, execFile } from 'node:child_process';

/** What a series of echo requests came to. */
export interface PingStatistics {
  sent: number;
  received: number;
  /** Percent. */
  lossPercent: number;
  /** Milliseconds; 0 when nothing came back. */
  averageMs: number;
}

/** The `ping` program could not send. `code` is a system code: `ENOENT` without the program, `EPERM`, `ENETUNREACH`. */
export class PingError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'PingError';
    this.code = code;
  }
}

const LIMIT_MS = 10_000;
const INTERVAL_S = 0.2;

/**
 * Sends echo requests to an IPv4 address by the system's `ping` program, which may open the socket that we may not.
 * The address must be a literal: nothing else of a document reaches the command line. Ends after 10 s with what there
 * is by then. Throws {@link PingError} or the signal's reason.
 */
export function ping(address: string, count: number, signal: AbortSignal): Promise<PingStatistics> {
  return new Promise((resolve, reject) => {
    const options = {
      timeout: LIMIT_MS,
      // On an interrupt ping prints its statistics before it ends.
      killSignal: 'SIGINT',
      signal,
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
    } as const;
    execFile('ping', pingArguments(address, count, process.platform), options, (error, stdout, stderr) => {
      if (signal.aborted) return reject(signal.reason);
      const statistics = parsePing(stdout);
      if (statistics) resolve(statistics);
      else reject(pingError(error, stderr || stdout));
    });
  });
}

/** The command line for one series. Its last packet has the rest of the limit to come back. */
export function pingArguments(address: string, count: number, platform: string): string[] {
  const intervalS = Math.min(INTERVAL_S, 8 / count);
  const waitS = Math.max(1, LIMIT_MS / 1000 - 0.5 - count * intervalS);
  const wait = platform === 'darwin' ? ['-W', String(Math.round(waitS * 1000))] : ['-W', waitS.toFixed(1)];
  return ['-n', '-q', '-c', String(count), '-i', intervalS.toFixed(3), ...wait, address];
}

/** Reads the summary that ping prints; null when there is none. */
export function parsePing(output: string): PingStatistics | null {
  const packets = /^(\d+) packets transmitted, (\d+)(?: packets)? received/m.exec(output);
  if (!packets) return null;
  const sent = Number(packets[1]);
  const received = Number(packets[2]);
  const times = /= ?[\d.]+\/([\d.]+)\/[\d.]+/.exec(output);
  return {
    sent,
    received,
    lossPercent: sent === 0 ? 0 : ((sent - Math.min(sent, received)) / sent) * 100,
    averageMs: Number(times?.[1] ?? 0),
  };
}

function pingError(error: ExecFileException | null, output: string): PingError {
  const text = output.trim().split('\n')[0] || error?.message || 'ping gave no answer';
  if (error?.code === 'ENOENT') return new PingError('ENOENT', 'the ping program is not installed');
  if (/network is unreachable/i.test(text)) return new PingError('ENETUNREACH', text);
  if (/not permitted|permission denied/i.test(text)) return new PingError('EPERM', text);
  return new PingError('PING_FAILED', text);
}
