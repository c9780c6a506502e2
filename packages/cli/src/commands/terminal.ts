import { text as readAll } from 'node:stream/consumers';

/** What a command sees of the terminal. */
export interface Terminal {
  write(text: string): void;
  /** One line for people, apart from the output. */
  error(line: string): void;
  color: boolean;
  readStdin(): Promise<string>;
}

/** The terminal of this process. Colours only where a person reads them. */
export function processTerminal(noColor: boolean): Terminal {
  return {
    write: (text) => void process.stdout.write(text),
    error: (line) => void process.stderr.write(`${line}\n`),
    color: process.stdout.isTTY === true && !noColor,
    readStdin: () => readAll(process.stdin),
  };
}
