import { type Role, roles } from '@quarterdeck/contract';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import type { ApplyTarget } from './commands/apply.ts';
import type { RunFlags } from './commands/run.ts';
import type { Terminal } from './commands/terminal.ts';
import { addHubCommands } from './hub-commands.ts';

const DEFAULT_SERVER = 'http://127.0.0.1:8080';

/** An address of HTTP as a command line gives it. Throws what the command line shows. */
function readAddress(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidArgumentError(`Expected an address such as ${DEFAULT_SERVER}.`);
}

/** An e-mail address as a command line gives it. Throws what the command line shows. */
function readEmail(text: string): string {
  const email = z.email().max(320).safeParse(text.trim());
  if (email.success) return email.data;
  throw new InvalidArgumentError('Expected an e-mail address.');
}

interface UserFlags {
  firstName?: string;
  lastName?: string;
  role: Role[];
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
    .option('--token-file <file>', 'file that holds an API token, for a server where people sign in')
    .action(async (files: string[], target: ApplyTarget) => {
      const { applyFiles } = await import('./commands/apply.ts');
      end(await applyFiles(files, target, terminal));
    });

  program
    .command('doctor')
    .description('look at settings, data folder, port, database and documents')
    .action(async () => {
      const { doctor } = await import('./commands/doctor.ts');
      end(await doctor(terminal));
    });

  addUserCommands(program, terminal, end);
  addHubCommands(program, terminal, end, exit);
  return program;
}

function addUserCommands(program: Command, terminal: Terminal, end: (code: number) => void): void {
  const user = program.command('user').description('accounts of a self-hosted server, whether it runs or not');
  const email = () => new Argument('<email>', 'e-mail address of the account').argParser(readEmail);
  user
    .command('add')
    .description('add an account and print its password')
    .addArgument(email())
    .option('--first-name <name>', 'first name')
    .option('--last-name <name>', 'last name')
    .addOption(new Option('--role <role...>', 'roles').choices(roles).default(['viewer']))
    .action(async (address: string, { role, ...name }: UserFlags) => {
      const { addUser, withAccounts } = await import('./commands/user.ts');
      end(await withAccounts(addUser({ email: address, roles: role, ...name }), terminal));
    });
  user
    .command('reset')
    .description('give an account a new password and print it; ends its sessions and its second factors')
    .addArgument(email())
    .action(async (address: string) => {
      const { resetUser, withAccounts } = await import('./commands/user.ts');
      end(await withAccounts(resetUser(address), terminal));
    });
  user
    .command('roles')
    .description('print the roles of an account; with roles: give it these and no others')
    .addArgument(email())
    .addArgument(new Argument('[role...]', 'roles').choices(roles))
    .action(async (address: string, wanted: Role[]) => {
      const { userRoles, withAccounts } = await import('./commands/user.ts');
      end(await withAccounts(userRoles(address, wanted), terminal));
    });
}
