import { Command, InvalidArgumentError } from 'commander';
import type { RunFlags } from './commands/run.ts';
import type { Terminal } from './commands/terminal.ts';

const DEFAULT_SERVER = 'http://127.0.0.1:8080';

/** An address of HTTP as a command line gives it. Throws what the command line shows. */
function readAddress(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidArgumentError(`Expected an address such as ${DEFAULT_SERVER}.`);
}

interface ServeFlags {
  demo?: boolean;
  configDir?: string;
  port?: string;
  httpPort?: string;
  host?: string;
}

/**
 * Builds the command line. Each command loads its own code, so that none waits for another's. `end` is told the exit code;
 * `exit` ends the process at once, which a server does whose stop was given up.
 */
export function createProgram(
  version: string,
  terminal: Terminal,
  end: (code: number) => void,
  exit: (code: number) => void = end,
): Command {
  const program = new Command('quarterdeck')
    .description('Operations console: runs health checks and shows what is broken')
    .version(version)
    .showHelpAfterError();

  program
    .command('serve')
    .description('run the server until it is told to stop')
    .option('--demo', 'load a small made-up world, marked as such, into a database of its own')
    .option('--config-dir <folder>', 'folder of documents (QD_CONFIG_DIR)')
    .option('--port <number>', 'port to listen on (PORT)')
    .option('--httpPort <number>', 'the same, as the reference spells it')
    .option('--host <address>', 'address to listen on (HOST)')
    .action(async (flags: ServeFlags) => {
      const { serve } = await import('@quarterdeck/server');
      const port = flags.port ?? flags.httpPort;
      const overrides = {
        ...(flags.demo ? { demo: 'true' } : {}),
        ...(flags.configDir === undefined ? {} : { configDir: flags.configDir }),
        ...(port === undefined ? {} : { port }),
        ...(flags.host === undefined ? {} : { host: flags.host }),
      };
      exit(await serve({ overrides }));
    });

  program
    .command('run')
    .description(
      'run the checks of files or folders once; ends with 1 when a check fails, with 2 when a document is bad',
    )
    .argument('<file...>', 'documents, folders of them, or - for standard input')
    .option('-d, --data <file>', 'data that the files are templated with first')
    .option('-n, --namespace <name>', 'namespace to run in')
    .option('-j, --json', 'print results as JSON')
    .option('--junit', 'print results as JUnit XML')
    .option('--csv', 'print results as CSV')
    .option('-o, --output-file <file>', 'write JSON, JUnit or CSV to a file, and the table to the terminal')
    .action(async (files: string[], flags: RunFlags) => {
      const { runFiles } = await import('./commands/run.ts');
      end(await runFiles(files, flags, terminal));
    });

  program
    .command('apply')
    .description('send documents to a running server')
    .argument('<file...>', 'documents, folders of them, or - for standard input')
    .option('--server <url>', 'address of the server', readAddress, new URL(DEFAULT_SERVER))
    .action(async (files: string[], { server }: { server: URL }) => {
      const { applyFiles } = await import('./commands/apply.ts');
      end(await applyFiles(files, server, terminal));
    });

  program
    .command('doctor')
    .description('look at settings, data folder, port, database and documents')
    .action(async () => {
      const { doctor } = await import('./commands/doctor.ts');
      end(await doctor(terminal));
    });

  return program;
}
