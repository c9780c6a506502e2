import { type BackendState, backendStates } from '@quarterdeck/contract';
import { type Command, Option } from 'commander';
import type { Terminal } from './commands/terminal.ts';

interface HubFlags {
  demo?: boolean;
  port?: string;
  host?: string;
}

interface PlaceFlags {
  direct: string;
  state: BackendState;
}

interface AuditFlags {
  organisation?: string;
  format: string;
  from?: string;
  to?: string;
}

/** The commands of the control plane of hosted mode. */
export function addHubCommands(
  program: Command,
  terminal: Terminal,
  end: (code: number) => void,
  exit: (code: number) => void,
): void {
  const hub = program
    .command('hub')
    .description('run the control plane of many organisations, each with a backend of its own')
    .option('--demo', 'also start two organisations with a backend each, all on this machine')
    .option('--port <number>', 'port to listen on (PORT)')
    .option('--host <address>', 'address to listen on (HOST)')
    .action(async ({ demo = false, ...overrides }: HubFlags) => {
      const { serveHub } = await import('@quarterdeck/hub');
      exit(await serveHub({ demo, overrides }));
    });
  const organization = hub
    .command('org')
    .description('organisations and where their backends are, whether the control plane runs or not');
  organization
    .command('list')
    .description('list all organisations with their backends')
    .action(async () => {
      const { organizationLine, withOperator } = await import('./commands/hub.ts');
      end(
        await withOperator(
          async (operator) => (await operator.organizations()).map(organizationLine).join('\n'),
          terminal,
        ),
      );
    });
  organization
    .command('set-backend')
    .description('say where the backend of an organisation is; its owners cannot')
    .argument('<organisation>', 'id or short name')
    .argument('[url]', 'address of the backend, with /api; without one the organisation has none')
    .option('--direct <flag>', 'whether the console calls the backend itself: true or false', 'false')
    .addOption(new Option('--state <state>', 'whether it may be called').choices(backendStates).default('ready'))
    .action(async (name: string, url: string | undefined, { direct, state }: PlaceFlags) => {
      const { organizationLine, withOperator } = await import('./commands/hub.ts');
      const placement =
        url === undefined
          ? ({ backendUrl: null, direct: false, state: 'pending' } as const)
          : { backendUrl: url, direct, state };
      end(await withOperator(async (operator) => organizationLine(await operator.place(name, placement)), terminal));
    });
  hub
    .command('audit')
    .description('write the audit trail: who signed in, and what happened to organisations, members and backends')
    .option('--organisation <name>', 'only what concerns this organisation; id or short name')
    .addOption(new Option('--format <format>', 'how it is written').choices(['csv', 'ndjson']).default('ndjson'))
    .option('--from <time>', 'only what happened since then; RFC 3339')
    .option('--to <time>', 'only what happened before then; RFC 3339')
    .action(async ({ organisation: organization, format, from, to }: AuditFlags) => {
      const { withOperator } = await import('./commands/hub.ts');
      end(await withOperator((operator) => operator.audit({ organization, format, from, to }), terminal));
    });
  hub
    .command('rotate-keys')
    .description('replace the key that signs tokens; the new one signs once all backends know it')
    .action(async () => {
      const { withOperator } = await import('./commands/hub.ts');
      const begins = async (from: Promise<Date>) => `A new key signs from ${(await from).toISOString()} on`;
      end(await withOperator((operator) => begins(operator.rotateKeys()), terminal));
    });
}
