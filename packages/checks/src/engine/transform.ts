import { AppError, isUuid } from '@quarterdeck/contract';
import { z } from 'zod';
import { textField } from '../types/fields.ts';
import { canonicaliseKeys } from './canonical-keys.ts';
import { issueText } from './document-schema.ts';

const metricEntry = z.object({
  name: z.string(),
  type: z.enum(['counter', 'gauge', 'histogram']),
  value: z.coerce.number(),
  labels: z.record(z.string(), textField).default({}),
});

const entrySchema = z.object({
  id: textField.transform((id) => (isUuid(id) ? id : undefined)).optional(),
  name: textField.optional(),
  namespace: textField.optional(),
  type: textField.optional(),
  endpoint: textField.optional(),
  icon: textField.optional(),
  description: textField.optional(),
  displayType: textField.optional(),
  labels: z.record(z.string(), textField).optional(),
  start: textField.optional(),
  pass: z.boolean().optional(),
  invalid: z.boolean().optional(),
  detail: z.json().optional(),
  data: z.json().optional(),
  duration: z.number().optional(),
  message: textField.optional(),
  error: textField.optional(),
  metrics: z.array(metricEntry).optional(),
  deletedAt: textField.optional(),
  transformDeleteStrategy: z.enum(['MarkHealthy', 'MarkUnhealthy', 'Ignore']).optional(),
});

/** One entry of a transform's output (contract checks §1.7, step 3). */
export type TransformEntry = z.output<typeof entrySchema>;

/** What a transform asks for: nothing, an edit of its own result, or checks of its own. */
export type Transformation =
  | { kind: 'empty' }
  | { kind: 'edit'; entry: TransformEntry }
  | { kind: 'checks'; entries: TransformEntry[] };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('EXPRESSION_FAILED', { message: 'the transform did not return JSON', cause });
  }
}

function parseEntry(value: unknown): TransformEntry {
  const parsed = entrySchema.safeParse(canonicaliseKeys(entrySchema, value));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const reason = issue ? `${issue.path.join('.')}: ${issueText(issue)}` : 'not an entry';
  throw new AppError('EXPRESSION_FAILED', { message: `the transform returned a wrong entry: ${reason}` });
}

/**
 * Reads the output of a transform: a JSON list of entries, or one entry. A first entry with another name than the
 * check's makes every entry a check; exactly one entry without a name edits the result. Throws `EXPRESSION_FAILED` for
 * anything else.
 */
export function parseTransformation(text: string, checkName: string): Transformation {
  const json = parseJson(text);
  const entries = (Array.isArray(json) ? json : json === null ? [] : [json]).map(parseEntry);
  const [first] = entries;
  if (first === undefined) return { kind: 'empty' };
  if (first.name && first.name !== checkName) return { kind: 'checks', entries };
  if (entries.length === 1 && !first.name) return { kind: 'edit', entry: first };
  throw new AppError('EXPRESSION_FAILED', {
    message: 'transformation returned more than 1 entry without a name, or repeated the name of its check',
  });
}
