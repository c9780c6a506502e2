import { createHash } from 'node:crypto';
import { errorText } from '@quarterdeck/contract';
import type { Log } from '@quarterdeck/kit';

/**
 * Asks a list of breached passwords for all that share the first five hex digits of a SHA-1 (the whole hash leaves
 * nobody's machine). Answers lines of `REST-OF-HASH:COUNT`. Rejects when the list cannot be reached.
 */
export type BreachRange = (prefix: string) => Promise<string>;

/** Whether a password is known from breaches: the bundled list always, the large one where it can be asked. */
export function createBreachCheck(
  range: BreachRange | null,
  minLength: number,
  log: Log,
): (password: string) => Promise<boolean> {
  let common: Promise<ReadonlySet<string>> | undefined;
  return async (password) => {
    common ??= loadCommon(minLength);
    const text = password.normalize('NFC');
    if ((await common).has(text.toLowerCase())) return true;
    if (range === null) return false;
    const hash = createHash('sha1').update(text).digest('hex').toUpperCase();
    try {
      return hasSuffix(await range(hash.slice(0, 5)), hash.slice(5));
    } catch (error) {
      log.warn(
        { error: errorText(error) },
        'breached passwords could not be asked for; the bundled list was used alone',
      );
      return false;
    }
  };
}

/** Padding lines have a count of 0. */
function hasSuffix(lines: string, suffix: string): boolean {
  return lines.split(/\r?\n/).some((line) => {
    const [rest = '', count = '0'] = line.trim().split(':');
    return rest.toUpperCase() === suffix && Number(count) > 0;
  });
}

/** Common passwords, words and names; those that are too short to be chosen need not be kept. */
async function loadCommon(minLength: number): Promise<ReadonlySet<string>> {
  const { commonWords } = await import('./common-words.ts');
  const found = new Set<string>();
  for (const words of commonWords) {
    for (const word of words) if (String(word).length >= minLength) found.add(String(word).toLowerCase());
  }
  return found;
}
