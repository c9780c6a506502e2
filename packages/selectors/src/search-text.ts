import { failure } from './failure.ts';

/** How a field and its value compare. `:` means the same as `=`. */
export type SearchOperator = '=' | '!=' | '<' | '>' | '<=' | '>=';

/** Search text as it was written; what its names mean depends on the kind. */
export type SearchNode =
  | { op: 'all' | 'any'; of: readonly SearchNode[] }
  | { op: 'not'; of: SearchNode }
  | { op: 'field'; name: string; by: SearchOperator; value: string; position: number }
  /** A bare word: the name begins with it. `quoted`: the whole word is in quotes. */
  | { op: 'word'; text: string; position: number };

const MAX_LENGTH = 10_000;
const MAX_DEPTH = 32;
const SPACE = /\s/;
const OPERATORS = ['!=', '<=', '>=', '=', '<', '>'] as const;

/**
 * Reads search text (contract catalog §9.2): `field=value`, words, `-` in front for not, whitespace for and, `|` for or,
 * parentheses. Takes time in proportion to the text.
 *
 * @param isField whether a name is a field, which decides what `name:value` is: `Kubernetes::Pod` is a word
 * @throws AppError SELECTOR_SYNTAX with the position
 */
export function parseSearchText(text: string, isField: (name: string) => boolean): SearchNode {
  const fail = (problem: string, position: number) => failure('SELECTOR_SYNTAX', problem, { part: 'search', position });
  if (text.length > MAX_LENGTH) throw fail('the search is too long', MAX_LENGTH);
  let at = 0;

  const space = (): void => {
    while (at < text.length && SPACE.test(text[at] ?? '')) at++;
  };
  const operatorAt = () => OPERATORS.find((operator) => text.startsWith(operator, at));

  function quoted(): string {
    const from = at++;
    let value = '';
    while (at < text.length && text[at] !== '"') {
      if (text[at] === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\')) at++;
      value += text[at++] ?? '';
    }
    if (at >= text.length) throw fail('the quote is not closed', from);
    at++;
    return value;
  }

  /** Up to whitespace or a sign of the grammar; `stops` adds where else it ends. */
  function bare(stops: () => boolean): string {
    let value = '';
    while (at < text.length) {
      const character = text[at] ?? '';
      if (SPACE.test(character) || character === ')' || character === '|' || stops()) break;
      if (character === '(') throw fail('( within a word: put the word in quotes', at);
      value += character === '"' ? quoted() : character;
      if (character !== '"') at++;
    }
    return value;
  }

  function fieldOrWord(): SearchNode {
    const position = at;
    if (text[at] === '"') return { op: 'word', text: bare(() => false), position };
    const name = bare(() => operatorAt() !== undefined || text[at] === '"');
    const colon = operatorAt() !== undefined && isField(name) ? -1 : colonAt(name, isField);
    if (colon > 0) {
      at = position + colon + 1;
      return { op: 'field', name: name.slice(0, colon), by: '=', value: wanted(), position };
    }
    const end = at;
    space();
    const by = operatorAt();
    if (by === undefined) {
      at = end;
      if (text[at] === '"') throw fail('a quote begins within a word', at);
      return { op: 'word', text: name, position };
    }
    if (name === '') throw fail('a field is missing', at);
    const isAlone = at > end;
    at += by.length;
    if (isAlone) space();
    return { op: 'field', name, by, value: wanted(), position };
  }

  function wanted(): string {
    const from = at;
    const value = bare(() => false);
    if (at === from) throw fail('a value is missing', at);
    return value;
  }

  function unit(depth: number): SearchNode {
    if (text[at] === '(') {
      const from = at++;
      if (depth >= MAX_DEPTH) throw fail('parentheses are nested too deep', from);
      const inner = query(depth + 1);
      if (text[at] !== ')') throw fail('the parenthesis is not closed', from);
      at++;
      return inner;
    }
    const next = text[at + 1];
    if (text[at] === '-' && next !== undefined && !SPACE.test(next) && next !== ')' && next !== '|') {
      at++;
      if (depth >= MAX_DEPTH) throw fail('exclusions are nested too deep', at);
      return { op: 'not', of: unit(depth + 1) };
    }
    return fieldOrWord();
  }

  function both(depth: number): SearchNode {
    const of: SearchNode[] = [];
    for (space(); at < text.length && text[at] !== ')' && text[at] !== '|'; space()) of.push(unit(depth));
    if (of.length === 0 && (depth > 0 || text.includes('|'))) throw fail('a condition is missing', at);
    return of.length === 1 && of[0] !== undefined ? of[0] : { op: 'all', of };
  }

  function query(depth: number): SearchNode {
    const of = [both(depth)];
    while (text[at] === '|') {
      at++;
      of.push(both(depth));
    }
    return of.length === 1 && of[0] !== undefined ? of[0] : { op: 'any', of };
  }

  const tree = query(0);
  if (at < text.length) throw fail('unexpected )', at);
  return tree;
}

/** Where the `:` of `field:value` stands; -1 when the word has none. */
function colonAt(word: string, isField: (name: string) => boolean): number {
  const colon = word.indexOf(':');
  return colon > 0 && word[colon + 1] !== ':' && isField(word.slice(0, colon)) ? colon : -1;
}
