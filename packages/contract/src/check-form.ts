import type { FormSchema } from './form.ts';
import type { Json } from './values.ts';

/**
 * A kind of check that the console offers (contract screens §13.2): a check type as people choose it. Types describe
 * theirs beside what runs them; the server answers those that it can run under {@link CHECK_FORMS_FILE}.
 */
export interface CheckForm {
  /** Names it in the address: `http`. */
  id: string;
  /** In the picker: "HTTP". */
  label: string;
  /** One sentence. */
  description: string;
  /** The name of its mark. */
  icon: string;
  /** Spec keys that are of this kind, whatever their case. A new check is written under the first. */
  keys: readonly [string, ...string[]];
  /** Its own fields, by paths below one check. Without them it is written as code alone. */
  fields?: FormSchema;
  /** Whether there are fields that edit its message and its result. Default true. */
  advanced?: boolean;
  /** What a new check begins with, beside its name. */
  initial?: { readonly [field: string]: Json };
}

/** The file of all {@link CheckForm}s under `/api/schemas/`. */
export const CHECK_FORMS_FILE = 'canary.forms.json';

/** The file of the JSON schema of a canary's `spec` under `/api/schemas/` (contract calls §14). */
export const CANARY_SPEC_FILE = 'canary.spec.schema.json';
