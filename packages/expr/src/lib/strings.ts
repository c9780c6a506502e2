import { failure } from '../failure.ts';
import { quote } from '../go/printf.ts';
import { parseJson } from './data.ts';
import { type Env, type Fns, list, text, whole } from './env.ts';

function capitalise(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Repeats a text within the budget. */
function repeat(env: Env, input: string, count: number): string {
  if (count < 0) throw failure('a text cannot be repeated fewer than 0 times');
  env.budget.chars(input.length * count);
  return input.repeat(count);
}

/** Replaces up to `limit` occurrences, all when it is negative. An empty `from` is found around every character. */
export function replaceText(env: Env, input: string, from: string, to: string, limit = -1): string {
  const parts = from === '' ? ['', ...input, ''] : input.split(from);
  const head = limit < 0 || limit >= parts.length ? parts : [...parts.slice(0, limit), parts.slice(limit).join(from)];
  env.budget.chars(input.length + head.length * to.length);
  return head.join(to);
}

function words(input: string): string[] {
  const spaced = input.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' ');
  return spaced.split(' ').filter((word) => word !== '');
}

function trimSet(input: string, cut: string, start: boolean, end: boolean): string {
  const set = new Set(cut);
  const chars = [...input];
  let from = 0;
  let to = chars.length;
  while (start && from < to && set.has(chars[from] ?? '')) from += 1;
  while (end && to > from && set.has(chars[to - 1] ?? '')) to -= 1;
  return chars.slice(from, to).join('');
}

/** Splits into at most `limit` parts, all when it is negative; an empty separator parts the characters. */
export function splitN(input: string, separator: string, limit: number): string[] {
  if (limit === 0) return [];
  const parts = separator === '' ? [...input] : input.split(separator);
  return limit < 0 || parts.length <= limit
    ? parts
    : [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)];
}

function slug(input: string): string {
  const plain = input.replaceAll('&', ' and ').replaceAll('@', ' at ').normalize('NFKD').replace(/\p{M}/gu, '');
  return words(plain.toLowerCase()).join('-');
}

function indent(env: Env, operands: unknown[]): string {
  const input = text(operands.at(-1));
  const width = operands.length > 1 && typeof operands[0] !== 'string' ? whole(operands[0]) : 1;
  const mark = operands.length > 1 ? operands.at(-2) : ' ';
  const prefix = repeat(env, typeof mark === 'string' ? mark : ' ', width);
  env.budget.chars(input.length + prefix.length * input.split('\n').length);
  return input.replace(/^(?=.)/gm, prefix);
}

function abbrev(operands: unknown[]): string {
  const input = text(operands.at(-1));
  const width = whole(operands.at(-2));
  const offset = operands.length > 2 ? whole(operands[0]) : 0;
  if (width < 4) throw failure('a text cannot be abbreviated to fewer than 4 characters');
  if (input.length <= width) return input;
  return offset > 4 ? `...${input.slice(offset, offset + width - 6)}...` : `${input.slice(0, width - 3)}...`;
}

/** `strings.*` of gomplate: the text that is worked on comes last, so that it can be piped in. */
export const stringsFns: Fns = {
  Abbrev: (_env, ...operands) => abbrev(operands),
  CamelCase: (_env, input) =>
    words(text(input))
      .map((word, i) => (i === 0 ? word : capitalise(word)))
      .join(''),
  Contains: (_env, part, input) => text(input).includes(text(part)),
  ContainsAny: (_env, chars, input) => [...text(chars)].some((char) => text(input).includes(char)),
  HasPrefix: (_env, part, input) => text(input).startsWith(text(part)),
  HasSuffix: (_env, part, input) => text(input).endsWith(text(part)),
  Indent: (env, ...operands) => indent(env, operands),
  Join: (_env, items, separator) => list(items).map(text).join(text(separator)),
  KebabCase: (_env, input) => words(text(input)).join('-'),
  PrettyJSON: (_env, input) => JSON.stringify(parseJson(input), null, 2),
  Quote: (_env, input) => quote(text(input)),
  Repeat: (env, count, input) => repeat(env, text(input), whole(count)),
  ReplaceAll: (env, from, to, input) => replaceText(env, text(input), text(from), text(to)),
  RuneCount: (_env, ...inputs) => BigInt(inputs.reduce<number>((sum, input) => sum + [...text(input)].length, 0)),
  ShellQuote: (_env, input) =>
    (Array.isArray(input) ? input : [input]).map((item) => `'${text(item).replaceAll("'", `'"'"'`)}'`).join(' '),
  SkipLines: (_env, count, input) =>
    text(input)
      .split('\n')
      .slice(Math.max(0, whole(count)))
      .join('\n'),
  Slug: (_env, input) => slug(text(input)),
  SnakeCase: (_env, input) => words(text(input)).join('_'),
  Sort: (_env, items) => list(items).map(text).sort(),
  Split: (_env, separator, input) => splitN(text(input), text(separator), -1),
  SplitN: (_env, separator, limit, input) => splitN(text(input), text(separator), whole(limit)),
  Squote: (_env, input) => `'${text(input).replaceAll("'", "''")}'`,
  Title: (_env, input) =>
    text(input).replace(
      /(^|[^\p{L}\p{N}'])(\p{L})/gu,
      (_all, before: string, letter: string) => before + letter.toUpperCase(),
    ),
  ToLower: (_env, input) => text(input).toLowerCase(),
  ToUpper: (_env, input) => text(input).toUpperCase(),
  Trim: (_env, cut, input) => trimSet(text(input), text(cut), true, true),
  TrimLeft: (_env, cut, input) => trimSet(text(input), text(cut), true, false),
  TrimPrefix: (_env, part, input) =>
    text(input).startsWith(text(part)) ? text(input).slice(text(part).length) : text(input),
  TrimRight: (_env, cut, input) => trimSet(text(input), text(cut), false, true),
  TrimSpace: (_env, input) => text(input).trim(),
  TrimSuffix: (_env, part, input) =>
    text(part) !== '' && text(input).endsWith(text(part)) ? text(input).slice(0, -text(part).length) : text(input),
  Trunc: (_env, width, input) => text(input).slice(0, Math.max(0, whole(width))),
};
