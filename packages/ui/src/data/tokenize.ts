/** A piece of a line with the colour it gets. Joined, the pieces are the line. */
export interface Token {
  kind: 'plain' | 'key' | 'string' | 'number' | 'word' | 'comment' | 'punct';
  text: string;
}

export type Language = 'json' | 'yaml' | 'text';

const JSON_RULE = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b|([{}[\],:])/g;
const YAML_KEY = /^(\s*(?:- )*)((?:"[^"]*"|'[^']*'|[^\s#:{}[\]"'][^:#]*?))(:)(?=\s|$)/;
const YAML_VALUE =
  /^("(?:[^"\\]|\\.)*"|'[^']*')(\s*)$|^(-?\d+(?:\.\d+)?)(\s*)$|^(true|false|null|~)(\s*)$|^([|>][+-]?)(\s*)$/;

/** Splits one line of JSON or YAML into coloured pieces. It is a reading aid, not a parser: odd text stays plain. */
export function tokenizeLine(line: string, language: Language): Token[] {
  if (language === 'json') return jsonLine(line);
  if (language === 'yaml') return yamlLine(line);
  return [{ kind: 'plain', text: line }];
}

function jsonLine(line: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of line.matchAll(JSON_RULE)) {
    if (match.index > at) tokens.push({ kind: 'plain', text: line.slice(at, match.index) });
    const [all, text, colon, number, word] = match;
    if (text !== undefined && colon !== undefined) {
      tokens.push({ kind: 'key', text }, { kind: 'punct', text: colon });
    } else {
      tokens.push({ kind: text !== undefined ? 'string' : number ? 'number' : word ? 'word' : 'punct', text: all });
    }
    at = match.index + all.length;
  }
  if (at < line.length) tokens.push({ kind: 'plain', text: line.slice(at) });
  return tokens;
}

function yamlLine(line: string): Token[] {
  const cut = commentStart(line);
  const code = line.slice(0, cut);
  const comment: Token[] = cut < line.length ? [{ kind: 'comment', text: line.slice(cut) }] : [];
  const key = YAML_KEY.exec(code);
  if (!key) {
    const lead = /^\s*(?:- )*/.exec(code)?.[0] ?? '';
    return [...piece('punct', lead), ...yamlValue(code.slice(lead.length)), ...comment];
  }
  const [all, lead = '', name = '', colon = ''] = key;
  const rest = code.slice(all.length);
  const gap = /^\s*/.exec(rest)?.[0] ?? '';
  return [
    ...piece('punct', lead),
    ...piece('key', name),
    ...piece('punct', colon),
    ...piece('plain', gap),
    ...yamlValue(rest.slice(gap.length)),
    ...comment,
  ];
}

function yamlValue(text: string): Token[] {
  const match = YAML_VALUE.exec(text);
  if (!match) return piece('string', text);
  if (match[3]) return piece('number', text);
  if (match[5]) return piece('word', text);
  if (match[7]) return piece('punct', text);
  return piece('string', text);
}

/** Where a comment begins: a `#` at the start or after a space, outside quotes; the length when there is none. */
function commentStart(line: string): number {
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i);
    if (quote) {
      if (char === '\\' && quote === '"') i++;
      else if (char === quote) quote = '';
    } else if (char === '#' && (i === 0 || /\s/.test(line.charAt(i - 1)))) return i;
    else if ((char === '"' || char === "'") && (i === 0 || /[\s:[{,]/.test(line.charAt(i - 1)))) quote = char;
  }
  return line.length;
}

function piece(kind: Token['kind'], text: string): Token[] {
  return text ? [{ kind, text }] : [];
}
