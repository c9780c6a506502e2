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

function pathsOf(schema: FormSchema): string[] {
  return schema.flatMap((field: FormField) => {
    if (field.kind === 'group') return pathsOf(field.fields);
    return 'path' in field && field.path !== undefined ? [field.path] : [];
  });
}

/**
 * What the server refused, by the field of the form that it is about: `spec.http[0].url` belongs to `spec`,
 * `metadata.labels` to `labels`. Several problems of one field stand in lines. Null where the answer names no field.
 */
export function refusedFields(details: unknown, schema: FormSchema): Record<string, string> | null {
  const paths = pathsOf(schema);
  const refused: Record<string, string> = {};
  for (const { field, message } of problemsOf(details)) {
    const column = field.replace(/^metadata\./, '').split(/[.[]/)[0] ?? '';
    const path = paths.find((one) => one === column) ?? 'spec';
    const line = field === path ? message : `${field}: ${message}`;
    refused[path] = refused[path] === undefined ? line : `${refused[path]}\n${line}`;
  }
  return Object.keys(refused).length > 0 ? refused : null;
}
