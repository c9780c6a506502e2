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

/** Whether a word can begin after this character. */
const SEPARATOR = /[\s/._:-]/;

/** Whether a word of the text begins with what is looked for; `at` is the first place where it stands. */
function beginsWord(text: string, wanted: string, at: number): boolean {
  for (let place = at; place !== -1; place = text.indexOf(wanted, place + 1)) {
    if (SEPARATOR.test(text.charAt(place - 1))) return true;
  }
  return false;
}

/**
 * Makes the judge of how well names answer a query: 0 is best (it begins with it), then a word that begins with it, then
 * anywhere; undefined when a word of the query is in neither the name nor the further words. Both are given in lower
 * case: made once for a query, it judges ten thousand names within a frame.
 */
export function createRank(query: string): (name: string, further?: string) => number | undefined {
  const words = wordsOf(query);
  const [first = ''] = words;
  return (name, further = '') => {
    for (const word of words) if (!name.includes(word) && !further.includes(word)) return undefined;
    const at = name.indexOf(first);
    if (at <= 0) return at === 0 ? 0 : 3;
    return beginsWord(name, first, at) ? 1 : 2;
  };
}
