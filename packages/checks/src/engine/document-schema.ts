import { z } from 'zod';
import { envVarField, textField } from '../types/fields.ts';

const retries = z.object({
  delay: textField.optional(),
  timeout: textField.optional(),
  interval: textField.optional(),
  maxRetries: z.number().int().optional(),
  disabled: z.boolean().optional(),
});

const texts = z.record(z.string(), textField);

/** The fields of a canary's `spec` beside its checks (contract checks §1.2). */
export const canarySpecSchema = z.object({
  schedule: textField.optional(),
  interval: z.number().nonnegative().optional(),
  replicas: z.number().int().nonnegative().optional(),
  env: z.record(z.string(), envVarField).optional(),
  resultMode: textField.optional(),
  owner: textField.optional(),
  severity: textField.optional(),
  icon: textField.optional(),
  retries: retries.optional(),
  agentSelector: z.array(z.string()).optional(),
});

/** The envelope of any document (contract checks §1.1). `spec` is looked at later, by its kind. */
export const envelopeSchema = z.object({
  apiVersion: z.unknown().optional(),
  kind: z.unknown().optional(),
  metadata: z
    .object({
      name: textField.optional(),
      namespace: textField.optional(),
      uid: textField.optional(),
      labels: texts.optional(),
      annotations: texts.optional(),
    })
    .optional(),
  spec: z.unknown().optional(),
});

/** A path as a person writes it: `spec.http[0].url`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

/** What was expected, for each wrong value; the alternatives of a union are joined. */
export function issueText(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  const expected = issue.errors
    .flat()
    .filter((inner) => inner.path.length === 0)
    .map((inner) => ('expected' in inner ? String(inner.expected) : inner.message));
  return expected.length > 0 ? `Invalid input: expected ${[...new Set(expected)].join(' or ')}` : issue.message;
}
