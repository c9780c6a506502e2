import { createHash } from 'node:crypto';

/** Gives a statement the name under which its plan is kept on each connection; undefined while it is not worth one. */
export type NameStatement = (text: string) => string | undefined;

const MAX_CANDIDATES = 500;

/**
 * Names statements that come back: the second time a text is seen it gets a name. PostgreSQL keeps what is prepared
 * until the connection ends, so no more than `maxNames` texts ever get one; the texts seen once are forgotten oldest
 * first.
 */
export function createStatementNames(maxNames = 300): NameStatement {
  const names = new Map<string, string>();
  const candidates = new Set<string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    if (!candidates.delete(text)) {
      candidates.add(text);
      const [oldest] = candidates;
      if (candidates.size > MAX_CANDIDATES && oldest !== undefined) candidates.delete(oldest);
      return undefined;
    }
    const name = `restql_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
    names.set(text, name);
    return name;
  };
}
