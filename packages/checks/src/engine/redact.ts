import type { EnvVar, Json } from '@quarterdeck/contract';

const MASK = '***';
const MIN_SECRET_CHARS = 4;
const SECRET_KEY =
  /pass(word|wd|phrase)?$|secret|token$|bearer|credential|api[-_]?key|access[-_]?key|private[-_]?key|^key$|authorization|^cookie$/i;

/** Knows the secret values that one run has read, and takes them out of texts. */
export interface Redactor {
  /** Remembers a secret. Texts shorter than 4 characters are not looked for: they would hide half of every text. */
  add(secret: string): void;
  /** The text with each known secret, also in its URL-encoded spelling, replaced by `***`. */
  text(text: string): string;
  /** The same for every text inside a JSON value, keys included. */
  json(value: Json): Json;
}

/** Starts a redactor that knows no secret yet. */
export function createRedactor(): Redactor {
  const known = new Set<string>();
  let ordered: string[] = [];
  const text = (input: string) => ordered.reduce((rest, secret) => rest.replaceAll(secret, MASK), input);
  const json = (value: Json): Json => {
    if (known.size === 0) return value;
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), json(item)]));
  };
  return {
    add(secret) {
      const trimmed = secret.trim();
      if (trimmed.length < MIN_SECRET_CHARS) return;
      known.add(trimmed);
      known.add(encodeURIComponent(trimmed.toWellFormed()));
      known.add(JSON.stringify(trimmed).slice(1, -1));
      // Longest first, so that a secret which holds another is not cut in two.
      ordered = [...known].sort((a, b) => b.length - a.length);
    },
    text,
    json,
  };
}

/** Whether a value source reads from a place for secrets, so that its value must never be shown. */
export function isSecretSource(source: EnvVar): boolean {
  const from = source.valueFrom;
  if (from?.secretKeyRef || from?.helmRef || from?.serviceAccount) return true;
  return SECRET_KEY.test(source.name ?? '');
}

/** The value sources of a spec that stand under a field whose name says secret, such as `password`. */
export function secretSources(spec: unknown, key = ''): object[] {
  if (typeof spec !== 'object' || spec === null) return [];
  if (Array.isArray(spec)) return spec.flatMap((item) => secretSources(item, key));
  const inner = Object.entries(spec).flatMap(([field, value]) => secretSources(value, field));
  return SECRET_KEY.test(key) ? [spec, ...inner] : inner;
}

/** Passwords written inside a URL, an address or a `key=value` connection text. */
function urlSecrets(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(/(?::\/\/|^(?!\w+:\/\/))[^\s/@:]*:([^\s@]+)@/g)) found.push(match[1] ?? '');
  for (const match of text.matchAll(/\b(?:password|pwd)=([^;\s&]+)/gi)) found.push(match[1] ?? '');
  return found.flatMap((secret) => {
    try {
      return [secret, decodeURIComponent(secret)];
    } catch {
      return [secret];
    }
  });
}

/**
 * The secrets written in place in a check's spec: values of fields and list entries whose name says so (`password`,
 * `token`, `authorization` …) and passwords within URLs.
 */
export function specSecrets(spec: unknown, key = ''): string[] {
  const secret = SECRET_KEY.test(key);
  if (typeof spec === 'string') {
    // A template such as $(password) is no secret itself.
    const literal = !/\$\(|\{\{/.test(spec);
    return [...(secret && literal && !spec.includes('://') ? [spec] : []), ...(literal ? urlSecrets(spec) : [])];
  }
  if (Array.isArray(spec)) return spec.flatMap((item) => specSecrets(item, key));
  if (typeof spec !== 'object' || spec === null) return [];
  const named = 'name' in spec && typeof spec.name === 'string' ? spec.name : '';
  return Object.entries(spec).flatMap(([field, value]) => {
    if (field === 'valueFrom') return [];
    if (field === 'value') return specSecrets(value, SECRET_KEY.test(named) ? named : key);
    return specSecrets(value, field);
  });
}
