import { AppError, errorText } from '@quarterdeck/contract';
import type { ConfigOverrides } from './config.ts';
import { loadConfig } from './config.ts';
import { startServer } from './container.ts';
import { untilSignal } from './platform/shutdown/shutdown.ts';
import { createLog } from './platform/telemetry/log.ts';

/** How `serve` ends: it stopped in order; it could not start or not stop in order; a setting is wrong; a second signal ended it at once. */
export const EXIT = { ok: 0, failed: 1, settings: 2, forced: 130 } as const;

/** What `serve` uses of the process. */
export interface ServeOptions {
  /** Settings from the command line. */
  overrides?: ConfigOverrides;
  /** Writes a line for people, at start and for a wrong setting. Standard error by default. */
  say?: (line: string) => void;
}

/**
 * Runs the server until a signal ends it. Resolves with the exit code ({@link EXIT}); the caller ends the process.
 */
export async function serve(options: ServeOptions = {}): Promise<number> {
  const say = options.say ?? ((line: string) => void process.stderr.write(`${line}\n`));
  try {
    const config = loadConfig(undefined, options.overrides);
    const log = createLog({ level: config.logLevel, format: config.logFormat });
    const signal = untilSignal(process, () => process.exit(EXIT.forced));
    const server = await startServer(config, { log });
    log.info({ url: server.url.href, mode: config.mode, configDir: config.configDir }, 'listening');
    say(`Quarterdeck listens at ${server.url.href}`);
    log.info({ signal: await signal }, 'stopping');
    const inOrder = await server.stop();
    log.info({ inOrder }, 'stopped');
    return inOrder ? EXIT.ok : EXIT.failed;
  } catch (error) {
    say(startFailure(error));
    return error instanceof AppError && error.code === 'CONFIG_INVALID' ? EXIT.settings : EXIT.failed;
  }
}

function startFailure(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'INTERNAL';
  if (code === 'EADDRINUSE') return `${code}: the port is taken; PORT can name another (${errorText(error)})`;
  return `${code}: ${errorText(error)}`;
}
