import type { Json } from '@quarterdeck/contract';
import type { CursorPlace } from './cursor.ts';
import { alternatives, type JsonSchema, schemasAt } from './json-schema.ts';

/** One thing that may be written at a place. */
export interface Suggestion {
  label: string;
  /** What is written. */
  insert: string;
  /** The type, in a word. */
  detail?: string;
  /** What it is for. */
  info?: string;
  isRequired?: boolean;
}

/** What a schema allows at a place: keys that are not there yet, required ones first, or values. */
export function suggest(schema: JsonSchema, place: CursorPlace, language: 'yaml' | 'json'): Suggestion[] {
  const here = schemasAt(schema, place.path);
  const values = here.flatMap((one) => valuesOf(one)).map((value) => asValue(value, language));
  if (place.part === 'value') return unique(values);
  const keys = here.flatMap((one) => {
    const required = new Set(one.required ?? []);
    return Object.entries(one.properties ?? {}).map(([key, inner]) =>
      asKey(key, alternatives(schema, inner), required.has(key), language),
    );
  });
  const taken = new Set(place.siblings);
  const free = unique(keys).filter(({ label }) => !taken.has(label));
  const order = (one: Suggestion) => (one.isRequired ? 0 : 1);
  return keys.length > 0 ? free.sort((a, b) => order(a) - order(b) || (a.label < b.label ? -1 : 1)) : unique(values);
}

function valuesOf(schema: JsonSchema): Json[] {
  if (schema.enum) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  if ([schema.type].flat().includes('boolean')) return [true, false];
  return schema.default === undefined || typeof schema.default === 'object' ? [] : [schema.default];
}

function asValue(value: Json, language: 'yaml' | 'json'): Suggestion {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isBare = typeof value !== 'string' || /^[\w./-]+$/.test(value);
  const isWord = typeof value === 'string' && /^(true|false|null|yes|no|on|off|~|[\d.+-].*)$/i.test(value);
  return { label: text, insert: language === 'json' || !isBare || isWord ? JSON.stringify(value) : text };
}

function asKey(
  key: string,
  schemas: readonly JsonSchema[],
  isRequired: boolean,
  language: 'yaml' | 'json',
): Suggestion {
  const type = schemas.map((one) => one.type && [one.type].flat().join(' or ')).find(Boolean);
  const info = schemas.map((one) => one.description ?? one.title).find(Boolean);
  const isNested = type === 'object' || type === 'array';
  const detail = [type, isRequired && 'required'].filter(Boolean).join(', ');
  return {
    label: key,
    insert: language === 'json' ? `${JSON.stringify(key)}: ` : isNested ? `${key}:` : `${key}: `,
    ...(detail && { detail }),
    ...(info !== undefined && { info }),
    ...(isRequired && { isRequired }),
  };
}

function unique(suggestions: readonly Suggestion[]): Suggestion[] {
  return [...new Map([...suggestions].reverse().map((one) => [one.label, one])).values()].reverse();
}
