/** How a script is started. */
export interface Invocation {
  command: string;
  args: string[];
}

/**
 * Chooses the interpreter of a script (contract checks §2.5): the first line's `#!` when there is one (the program
 * alone gets `-c`, with arguments the script follows them), else `bash -c`. Lines that start with `#!` are removed.
 */
export function chooseInterpreter(script: string): Invocation {
  const lines = script.replaceAll('\r\n', '\n').split('\n');
  const body = lines.filter((line) => !line.startsWith('#!')).join('\n');
  const first = lines[0] ?? '';
  if (!first.startsWith('#!')) return { command: 'bash', args: ['-c', body] };
  const [command = 'bash', ...args] = first.slice(2).trim().split(/\s+/).filter(Boolean);
  return { command, args: [...(args.length > 0 ? args : ['-c']), body] };
}
