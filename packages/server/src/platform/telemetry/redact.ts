const SECRET_NAME =
  /pass(word|phrase|wd)?$|secret|token|authori[sz]ation|cookie|api[-_]?key|credential|private[-_]?key|^databaseurl$/i;
const USER_INFO = /([a-z][\w+.-]*:\/\/)[^\s/@:]*(?::[^\s/@]*)?@/gi;
const MAX_DEPTH = 5;
const HIDDEN = '***';

/** Hides what a log line must never hold: members named like secrets, and user names and passwords within addresses. */
export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  return redactMembers(fields, 0);
}

function redactMembers(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SECRET_NAME.test(name) && typeof value !== 'boolean' && typeof value !== 'number'
        ? HIDDEN
        : redactValue(value, depth),
    ]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (value instanceof Error) return errorFields(value, depth);
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, depth + 1));
  if (value instanceof Date) return value;
  return redactMembers({ ...value }, depth + 1);
}

/** Removes `user:password@` from every address in a text. */
export function redactText(text: string): string {
  return text.replace(USER_INFO, `$1${HIDDEN}@`);
}

function errorFields(error: Error, depth: number): Record<string, unknown> {
  const code = 'code' in error ? { code: error.code } : {};
  return {
    name: error.name,
    message: redactText(error.message),
    ...code,
    stack: error.stack === undefined ? undefined : redactText(error.stack),
    ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, depth + 1) }),
  };
}
