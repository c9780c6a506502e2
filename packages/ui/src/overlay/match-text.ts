/** A piece of a text, and whether what was typed matched it. */
export interface TextPiece {
  text: string;
  hit: boolean;
}

function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Cuts a text where the words of a query stand in it, regardless of case. The pieces together are the text. */
export function highlight(text: string, query: string): TextPiece[] {
  const lower = text.toLowerCase();
  const marks = new Array<boolean>(text.length).fill(false);
  // Lower case can be longer than the text (İ); then nothing is marked rather than the wrong letters.
  if (lower.length === text.length) {
    for (const word of wordsOf(query)) {
      for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) {
        marks.fill(true, at, at + word.length);
      }
    }
  }
  const pieces: TextPiece[] = [];
  for (let start = 0, end = 1; start < text.length; end += 1) {
    if (end < text.length && marks[end] === marks[start]) continue;
    pieces.push({ text: text.slice(start, end), hit: marks[start] === true });
    start = end;
  }
  return pieces;
}

/**
 * How well a text answers a query: 0 is best (it begins with it), then a word that begins with it, then anywhere;
 * undefined when a word of the query is in neither the text nor the further words.
 */
export function rank(query: string, text: string, further = ''): number | undefined {
  const words = wordsOf(query);
  const name = text.toLowerCase();
  const all = `${name} ${further.toLowerCase()}`;
  if (!words.every((word) => all.includes(word))) return undefined;
  const [first = ''] = words;
  if (name.startsWith(first)) return 0;
  if (name.split(/[\s/._:-]+/).some((part) => part.startsWith(first))) return 1;
  return name.includes(first) ? 2 : 3;
}
