import type { Told } from './tool.ts';

/** An assistant reads all of an answer: as many characters of rows it may have. */
const MOST_CHARACTERS = 256 * 1024;

/**
 * Rows as a JSON array, as many as fit into one answer and at least one; a second text says what was left out.
 * `isMore`: there are more than these.
 */
export function tellRows(rows: readonly unknown[], isMore = false): Told {
  const texts: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    length += text.length + 1;
    if (texts.length > 0 && length > MOST_CHARACTERS) break;
    texts.push(text);
  }
  const all = `[${texts.join(',')}]`;
  if (texts.length === rows.length && !isMore) return [all];
  const of = isMore ? `more than ${rows.length}` : String(rows.length);
  return [all, `Only the first ${texts.length} of ${of} are told here; search for less, or with a smaller limit.`];
}
