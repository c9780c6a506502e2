import { RestError } from '../errors.ts';

/** Nothing is nested deeper than this: embedded resources, logic trees, JSON of a body. */
export const MAX_DEPTH = 32;

/** A place in a text that is read once from left to right. `steps` counts what reading cost. */
export interface Cursor {
  readonly text: string;
  /** The parameter that is read, for errors. */
  readonly parameter: string;
  at: number;
  steps: number;
}

/** Starts reading at the text's begin. */
export function createCursor(text: string, parameter: string): Cursor {
  return { text, parameter, at: 0, steps: 0 };
}

/** Refuses the text: PGRST100, with the place and what was expected there. */
export function refuse({ text, parameter, at }: Cursor, expected: string): never {
  const found = at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : 'the end';
  throw new RestError('PGRST100', {
    message: `The parameter ${JSON.stringify(shorten(parameter))} cannot be read`,
    details: `unexpected ${found} at ${at + 1}, expecting ${expected}`,
  });
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Whether nothing is left. */
export function isEnd(cursor: Cursor): boolean {
  return cursor.at >= cursor.text.length;
}

/** The next character, or an empty text at the end. */
export function peek(cursor: Cursor): string {
  cursor.steps += 1;
  return cursor.text[cursor.at] ?? '';
}

/** Whether the text goes on like this. */
export function isAt(cursor: Cursor, expected: string): boolean {
  cursor.steps += 1;
  return cursor.text.startsWith(expected, cursor.at);
}

/** Takes what is expected if it is there. */
export function accept(cursor: Cursor, expected: string): boolean {
  const found = isAt(cursor, expected);
  if (found) cursor.at += expected.length;
  return found;
}

/** Takes what must be there. */
export function expect(cursor: Cursor, expected: string): void {
  if (!accept(cursor, expected)) refuse(cursor, JSON.stringify(expected));
}

/** Takes all characters up to one of `stops` or the end. */
export function takeUntil(cursor: Cursor, stops: string): string {
  const start = cursor.at;
  while (cursor.at < cursor.text.length && !stops.includes(cursor.text.charAt(cursor.at))) cursor.at += 1;
  cursor.steps += cursor.at - start + 1;
  return cursor.text.slice(start, cursor.at);
}

/** Takes what is left. */
export function takeRest(cursor: Cursor): string {
  const rest = cursor.text.slice(cursor.at);
  cursor.at = cursor.text.length;
  cursor.steps += 1;
  return rest;
}

/** Passes blanks and tabs; tells whether there were any. */
export function skipBlanks(cursor: Cursor): boolean {
  const start = cursor.at;
  while (cursor.text[cursor.at] === ' ' || cursor.text[cursor.at] === '\t') cursor.at += 1;
  cursor.steps += cursor.at - start + 1;
  return cursor.at > start;
}
