import { CommanderError } from 'commander';
import { expect, it } from 'vitest';
import type { Terminal } from './commands/terminal.ts';
import { createProgram } from './program.ts';

const terminal: Terminal = { write: () => undefined, error: () => undefined, color: false, readStdin: async () => '' };

function program() {
  const made = createProgram('1.2.3', terminal, () => undefined);
  const silence = { writeOut: () => undefined, writeErr: () => undefined };
  for (const command of [made, ...made.commands]) command.exitOverride().configureOutput(silence);
  return made;
}

it('has the commands of the documentation', () => {
  expect(program().commands.map((command) => command.name())).toEqual([
    'serve',
    'run',
    'apply',
    'doctor',
    'user',
    'hub',
  ]);
});

it('refuses a run without files and an unknown command', async () => {
  await expect(program().parseAsync(['node', 'quarterdeck', 'run'])).rejects.toBeInstanceOf(CommanderError);
  await expect(program().parseAsync(['node', 'quarterdeck', 'fly'])).rejects.toBeInstanceOf(CommanderError);
});

it('refuses an address of a server that is none', async () => {
  for (const address of ['nowhere', 'localhost:8080', 'ftp://host']) {
    const applied = program().parseAsync(['node', 'quarterdeck', 'apply', 'a.yaml', '--server', address]);
    await expect(applied).rejects.toMatchObject({ code: 'commander.invalidArgument' });
  }
});
