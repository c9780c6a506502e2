import { createHash } from 'node:crypto';
import { createRecent } from './recent.ts';

/** Gives a statement the name under which its plan is kept on each connection; undefined while it is not worth one. */
export type NameStatement = (text: string) => string | undefined;

const MAX_CANDIDATES = 500;
/** How long the pool keeps a connection (`@quarterdeck/db`), and with it all that was ever prepared on it. */
const CONNECTION_MS = 600_000;

/**
 * Names statements that come back: the second time a text is seen it gets a name, and the texts that were used last keep
 * theirs. PostgreSQL keeps what is prepared until the connection ends, so no more than `maxNames` new ones are given
 * while a connection lives: it holds three times as many at most.
 */
export function createStatementNames(now: () => number, maxNames = 300): NameStatement {
  const names = createRecent<string>(maxNames);
  const candidates = createRecent<true>(MAX_CANDIDATES);
  let sinceMs = now();
  let given = 0;
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (candidates.get(text) === undefined) {
      candidates.set(text, true);
      return undefined;
    }
    if (now() - sinceMs >= CONNECTION_MS) [sinceMs, given] = [now(), 0];
    if (given >= maxNames) return undefined;
    given += 1;
    const name = `restql_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
    names.set(text, name);
    return name;
  };
}
