import { errorText } from '@quarterdeck/contract';
import { type Operator, openOperator } from '@quarterdeck/hub';
import { loadConfig } from '@quarterdeck/server';
import type { Terminal } from './terminal.ts';

/** Runs an act of an operator, writes what it answers, and answers the exit code: 1 when it could not be done. */
export async function withOperator(
  act: (operator: Operator) => AsyncIterable<string> | Promise<string>,
  terminal: Terminal,
): Promise<number> {
  let operator: Operator | null = null;
  try {
    operator = await openOperator(loadConfig());
    const answer = act(operator);
    if (answer instanceof Promise) terminal.write(`${await answer}\n`);
    else for await (const piece of answer) terminal.write(piece);
    return 0;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? `${String(error.code)}: ` : '';
    terminal.error(`${code}${errorText(error)}`);
    return 1;
  } finally {
    await operator?.stop();
  }
}

/** One line about an organisation. */
export function organizationLine(organization: Awaited<ReturnType<Operator['organizations']>>[number]): string {
  const { slug, id, state, backendUrl, direct, members } = organization;
  const people = `${members} ${members === 1 ? 'member' : 'members'}`;
  return `${slug} ${id} ${state} ${backendUrl ?? 'no backend'}${direct ? ' direct' : ''} (${people})`;
}
