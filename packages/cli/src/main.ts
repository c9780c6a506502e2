import packageJson from '../package.json' with { type: 'json' };
import { processTerminal } from './commands/terminal.ts';
import { createProgram } from './program.ts';

const noColor = process.argv.includes('--no-color');
const args = process.argv.filter((arg) => arg !== '--no-color');

await createProgram(packageJson.version, processTerminal(noColor), (code) => {
  process.exitCode = code;
}).parseAsync(args);
