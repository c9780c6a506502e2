import { existsSync } from 'node:fs';
import { AppError, errorText } from '@quarterdeck/contract';
import type { ConfigOverrides } from './config.ts';
import { loadConfig } from './config.ts';
import { startServer } from './container.ts';
import { isLoopback } from './platform/http/guards.ts';
import { untilCrash, untilSignal } from './platform/shutdown/shutdown.ts';
import type { FirstAccount } from './platform/sign-in/first-account.ts';
import { createLog } from './platform/telemetry/log.ts';

/** How `serve` ends: it stopped in order; it could not start or not stop in order, or an error that nobody caught ended it; a setting is wrong; a second signal ended it at once. */
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
    const crash = untilCrash(process, log);
    const isFirst = config.configDir === null && !config.demo && !existsSync(config.dataDir);
    const server = await Promise.race([startServer(config, { log }), crash.then((error) => Promise.reject(error))]);
    log.info({ url: server.url.href, mode: config.mode, configDir: config.configDir }, 'listening');
    say(`Quarterdeck listens at ${server.url.href}${isFirst ? `\n${HOW_TO_BEGIN}` : ''}`);
    if (server.setup !== null) say(howToSignIn(server.setup));
    const why = await Promise.race([signal, crash.then(() => 'crash' as const)]);
    log.info({ signal: why }, 'stopping');
    const inOrder = await server.stop();
    log.info({ inOrder }, 'stopped');
    return inOrder && why !== 'crash' ? EXIT.ok : EXIT.failed;
  } catch (error) {
    say(startFailure(error));
    return error instanceof AppError && error.code === 'CONFIG_INVALID' ? EXIT.settings : EXIT.failed;
  }
}

const HOW_TO_BEGIN =
  'It watches itself until it has checks of yours: QD_CONFIG_DIR names a folder of YAML documents; --demo shows a made-up world.';

function howToSignIn(first: FirstAccount): string {
  if (first.kind === 'address')
    return `Nobody can sign in yet. This address makes the first account, once: ${byName(first.url)}`;
  if (first.kind === 'demo') return `This address signs in to the demo: ${byName(first.url)}`;
  if (first.password === null) return `${first.email} administers.`;
  return `${first.email} administers. Its password, shown only now: ${first.password}`;
}

/** This machine by its name: security keys and passkeys are bound to one, never to an address of numbers. */
function byName(url: URL): string {
  const named = new URL(url);
  if (isLoopback(url.hostname.replace(/[[\]]/g, ''))) named.hostname = 'localhost';
  return named.href;
}

function startFailure(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'INTERNAL';
  if (code === 'EADDRINUSE') return `${code}: the port is taken; PORT can name another (${errorText(error)})`;
  return `${code}: ${errorText(error)}`;
}
