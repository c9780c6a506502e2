import { type FailurePlace, failure } from './failure.ts';

/** One requirement of the Kubernetes selector syntax. `greater` and `less` compare whole numbers. */
export type Requirement = { key: string } & (
  | { by: 'in' | 'notIn'; values: readonly string[] }
  | { by: 'exists' | 'absent' }
  | { by: 'greater' | 'less'; value: number }
);

const MAX_LENGTH = 10_000;
/** A key or a value ends here. */
const ENDS = new Set([...' \t\r\n=!<>(),']);

/**
 * Reads the Kubernetes selector syntax: `k=v`, `k==v`, `k!=v`, `k in (a,b)`, `k notin (a)`, `k`, `!k`, `k>1`, `k<1`,
 * with commas between (contract catalog §9.1). Takes time in proportion to the text.
 *
 * @param part the selector's field, for errors
 * @throws AppError SELECTOR_SYNTAX with the position
 */
export function parseLabelSelector(text: string, part: string): Requirement[] {
  if (text.length > MAX_LENGTH)
    throw failure('SELECTOR_SYNTAX', 'the selector is too long', { part, position: MAX_LENGTH });
  let at = 0;
  const fail = (problem: string, place: FailurePlace = {}) =>
    failure('SELECTOR_SYNTAX', problem, { part, position: at, ...place });
  const space = (): void => {
    while (/\s/.test(text[at] ?? '')) at++;
  };
  const word = (): string => {
    space();
    const from = at;
    while (at < text.length && !ENDS.has(text[at] ?? '') && !/\s/.test(text[at] ?? '')) at++;
    const found = text.slice(from, at);
    space();
    return found;
  };
  const take = (sign: string): boolean => {
    if (!text.startsWith(sign, at)) return false;
    at += sign.length;
    return true;
  };
  const keyOf = (): string => {
    const key = word();
    if (key === '') throw fail('a key is missing');
    return key;
  };
  const list = (): string[] => {
    if (!take('(')) throw fail('expected a list of values in parentheses');
    const values = [word()];
    while (take(',')) values.push(word());
    if (!take(')')) throw fail('expected , or )');
    return values;
  };
  const whole = (): number => {
    const from = at;
    const value = word();
    if (!/^[+-]?\d{1,15}$/.test(value)) throw fail(`${value || 'nothing'} is no whole number`, { position: from });
    return Number(value);
  };
  const requirement = (): Requirement => {
    space();
    if (take('!')) return { key: keyOf(), by: 'absent' };
    const key = keyOf();
    if (take('==') || take('=')) return { key, by: 'in', values: [word()] };
    if (take('!=')) return { key, by: 'notIn', values: [word()] };
    if (take('>')) return { key, by: 'greater', value: whole() };
    if (take('<')) return { key, by: 'less', value: whole() };
    const from = at;
    const operator = word();
    if (operator === 'in' || operator === 'notin') {
      return { key, by: operator === 'in' ? 'in' : 'notIn', values: list() };
    }
    if (operator !== '') throw fail(`${operator} is no operator`, { position: from });
    return { key, by: 'exists' };
  };
  const requirements: Requirement[] = [];
  space();
  while (at < text.length) {
    requirements.push(requirement());
    space();
    if (at < text.length && !take(',')) throw fail(`unexpected ${text[at] ?? ''}`);
    space();
  }
  return requirements;
}
