import type { Log } from '@quarterdeck/kit';
import type { DestinationStream, Logger } from 'pino';
import { pino } from 'pino';
import { prettyLine } from './pretty.ts';
import { redact } from './redact.ts';

/** How the log is written. `write` takes one finished line with its line end; standard output by default. */
export interface LogOptions {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  format: 'json' | 'pretty';
  write?: (line: string) => void;
}

/** The log of the process: one JSON object or one readable line per message. Secrets in fields are hidden. */
export function createLog(options: LogOptions): Log {
  const write = options.write ?? ((line: string) => void process.stdout.write(line));
  const destination: DestinationStream = {
    write: options.format === 'json' ? write : (line) => write(prettyLine(line)),
  };
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return wrap(logger);
}

function wrap(logger: Logger): Log {
  return {
    debug: (fields, message) => {
      if (logger.isLevelEnabled('debug')) logger.debug(redact(fields), message);
    },
    info: (fields, message) => logger.info(redact(fields), message),
    warn: (fields, message) => logger.warn(redact(fields), message),
    error: (fields, message) => logger.error(redact(fields), message),
    child: (fields) => wrap(logger.child(redact(fields))),
  };
}
