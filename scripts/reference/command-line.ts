import { createProgram } from '../../packages/cli/src/program.ts';
import { commentBefore } from './doc-comments.ts';
import { code, page, table } from './markdown.ts';

/** A table of exit codes, with the comment that explains it. */
export interface ExitCodes {
  codes: Readonly<Record<string, number>>;
  comment: string;
}

/** What the page is made of: the exit codes of each command that has a table of them. */
export type ExitCodesByCommand = Readonly<Record<string, ExitCodes>>;

/** Reads the comment of an exported table of exit codes. */
export function exitCodes(codes: Readonly<Record<string, number>>, source: string, name: string): ExitCodes {
  return { codes, comment: commentBefore(source, `export const ${name}`) };
}

function program() {
  const terminal = { write: () => undefined, error: () => undefined, color: false, readStdin: async () => '' };
  return createProgram('', terminal, () => undefined);
}

/** The commands of the command line. */
export function commandNames(): string[] {
  return program().commands.map((command) => command.name());
}

/** The page of the command line, made from the program itself. */
export function commandLinePage(exits: ExitCodesByCommand): string {
  const made = program();
  const commands = made.commands.flatMap((command) => {
    const usage = [made.name(), command.name(), command.usage()].join(' ');
    const args = command.registeredArguments.map((argument) => [
      code(`${argument.name()}${argument.variadic ? ' ...' : ''}`),
      argument.required ? 'yes' : 'no',
      argument.description,
    ]);
    const options = command.options.map(({ flags, description, defaultValue }) => [
      code(flags),
      description,
      defaultValue === undefined ? '' : code(String(defaultValue)),
    ]);
    const exit = exits[command.name()];
    return [
      `## ${made.name()} ${command.name()}`,
      '',
      `${sentence(command.description())}`,
      '',
      '```',
      usage,
      '```',
      '',
      ...(args.length > 0 ? [...table(['argument', 'required', 'meaning'], args), ''] : []),
      ...(options.length > 0 ? [...table(['option', 'meaning', 'default'], options), ''] : []),
      ...(exit === undefined
        ? []
        : [
            exit.comment,
            '',
            ...table(
              ['exit code', 'name'],
              Object.entries(exit.codes).map(([name, value]) => [String(value), name]),
            ),
            '',
          ]),
    ];
  });
  return page('Command line', '`packages/cli/src`', [
    `${sentence(made.description())}`,
    '',
    'In a checkout the program is `npm run --silent quarterdeck --`; as an installed package it is `quarterdeck`. `--help` tells',
    'about any command, `--version` gives the version, `--no-color` leaves colours out. Settings that are not options come',
    'from the environment or a file: see [configuration.md](configuration.md).',
    '',
    ...commands,
  ]);
}

function sentence(text: string): string {
  const first = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
