import { AppError, errorText } from '@quarterdeck/contract';
import { type ConfigOverrides, createLog, EXIT, loadConfig } from '@quarterdeck/server';
import { untilCrash, untilSignal } from '@quarterdeck/server/parts';
import { startHostedDemo } from './demo/demo.ts';
import { startHub } from './hub.ts';

/** What `hub` uses of the process. */
export interface ServeHubOptions {
  /** Settings from the command line. */
  overrides?: ConfigOverrides;
  /** Also starts two organisations with a backend each. */
  demo?: boolean;
  /** Writes a line for people. Standard error by default. */
  say?: (line: string) => void;
}

/** Runs the control plane until a signal ends it. Resolves with the exit code, which is one of `EXIT`. */
export async function serveHub({ overrides = {}, demo = false, ...options }: ServeHubOptions = {}): Promise<number> {
  const say = options.say ?? ((line: string) => void process.stderr.write(`${line}\n`));
  try {
    const config = loadConfig(undefined, overrides);
    const log = createLog({ level: config.logLevel, format: config.logFormat });
    const signal = untilSignal(process, () => process.exit(EXIT.forced));
    const crash = untilCrash(process, log);
    const started = demo ? startHostedDemo(config, { log, say }) : startHub(config, { log, say });
    const running = await Promise.race([started, crash.then((error) => Promise.reject(error))]);
    const { url } = 'hub' in running ? running.hub : running;
    say(`The control plane listens at ${url.href}`);
    const why = await Promise.race([signal, crash.then(() => 'crash' as const)]);
    log.info({ signal: why }, 'stopping');
    const inOrder = await running.stop();
    return inOrder && why !== 'crash' ? EXIT.ok : EXIT.failed;
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'INTERNAL';
    say(`${code}: ${errorText(error)}`);
    return error instanceof AppError && error.code === 'CONFIG_INVALID' ? EXIT.settings : EXIT.failed;
  }
}
