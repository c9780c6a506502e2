import packageJson from '../package.json' with { type: 'json' };
import { processTerminal } from './commands/terminal.ts';

const OLDEST_NODE = 22;

// Whoever read the output may be gone, as behind `| head` or a supervisor that died. That ends no work, and to tell of it
// would be to write to the same place again.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Runs the command line of this process. The commands are loaded only on a Node that can run them. */
async function main(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    const own = '`npm start` and `npm run quarterdeck --` bring their own';
    process.stderr.write(
      `Quarterdeck runs on Node ${OLDEST_NODE} or newer, this is ${process.versions.node}; ${own}.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const noColor = process.argv.includes('--no-color');
  const args = process.argv.filter((arg) => arg !== '--no-color');
  const { createProgram } = await import('./program.ts');
  const end = (code: number) => {
    process.exitCode = code;
  };
  const program = createProgram(packageJson.version, processTerminal(noColor), end, (code) => process.exit(code));
  await program.parseAsync(args);
}

await main();
