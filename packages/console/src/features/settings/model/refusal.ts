import type { FormField, FormSchema } from '@quarterdeck/contract';

interface Problem {
  field: string;
  message: string;
}

function problemsOf(details: unknown): Problem[] {
  if (typeof details !== 'object' || details === null || !('problems' in details)) return [];
  const { problems } = details;
  if (!Array.isArray(problems)) return [];
  return problems.flatMap((problem: Partial<Problem> | null) =>
    typeof problem?.field === 'string' && typeof problem.message === 'string'
      ? [{ field: problem.field, message: problem.message }]
      : [],
  );
}

/** Whether a form has a field at a path, in whichever alternative of it. */
export function hasField(schema: FormSchema, path: string): boolean {
  const keys = path.split('.');
  return patternsOf(schema, []).some(
    (pattern) =>
      pattern.length === keys.length &&
      pattern.every((one, i) => (one === ANY ? /^\d+$/.test(keys[i] ?? '') : one === keys[i])),
  );
}

/** Stands for the number of an item. */
const ANY = '*';

/** The paths of all fields, key by key. */
function patternsOf(schema: FormSchema, base: readonly string[]): string[][] {
  const at = (path = '') => [...base, ...(path === '' ? [] : path.split('.'))];
  return schema.flatMap((field: FormField): string[][] => {
    if (field.kind === 'note') return [];
    if (field.kind === 'group') return patternsOf(field.fields, at(field.path));
    if (field.kind === 'one-of') {
      const own = field.path === undefined ? [] : [at(field.path)];
      return [...own, ...field.options.flatMap((option) => patternsOf(option.fields ?? [], base))];
    }
    if (field.kind !== 'list') return [at(field.path)];
    const item = [...at(field.path), ANY];
    return [at(field.path), ...(field.item ? [item] : []), ...patternsOf(field.fields ?? [], item)];
  });
}

/**
 * What the server refused, by the field of the form that it is about: `spec.http[0].url` stands at `spec.http.0.url`
 * where the form has that field, else at the nearest field around it (with the whole name in front), else under its own
 * path. `metadata.labels` belongs to `labels`. Several problems of one field stand in lines. Null where the answer names
 * no field.
 */
export function refusedFields(details: unknown, schema: FormSchema): Record<string, string> | null {
  const refused = new Map<string, string>();
  for (const { field, message } of problemsOf(details)) {
    const exact = field.replace(/^metadata\./, '').replace(/\[(\d+)\]/g, '.$1');
    const path = nearest(schema, exact) ?? exact;
    const line = path === exact ? message : `${field}: ${message}`;
    const before = refused.get(path);
    refused.set(path, before === undefined ? line : `${before}\n${line}`);
  }
  return refused.size > 0 ? Object.fromEntries(refused) : null;
}

function nearest(schema: FormSchema, path: string): string | undefined {
  const keys = path.split('.');
  const around = keys.map((_key, i) => keys.slice(0, keys.length - i).join('.'));
  return around.find((one) => hasField(schema, one));
}

/** What the database answers to a second row of the same name (PostgreSQL, unique_violation). */
const TAKEN = '23505';

/** A failed write by field: what {@link refusedFields} reads, or the name where there is one of it already. */
export function refusedWrite(failure: { code: string; details: unknown }, schema: FormSchema) {
  if (failure.code === TAKEN && hasField(schema, 'name')) return { name: 'There is one of this name already' };
  return refusedFields(failure.details, schema);
}
