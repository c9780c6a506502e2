import type {
  FieldCondition,
  FormField,
  FormSchema,
  GroupField,
  Json,
  TextField,
  ValueField,
} from '@quarterdeck/contract';
import { parseDuration } from '@quarterdeck/kit';
import { chosenOption } from './one-of.ts';
import { type FormValue, isEmpty, joinPath, readAt, writeAt } from './path.ts';
import { describeSchedule } from './schedule-words.ts';
import { isSourceEmpty, readSource } from './value-source.ts';

/** What is wrong, by the path of the field, in the order of the fields. */
export type FormErrors = Readonly<Record<string, string>>;

/** Texts that the specification fixes (spec 001 §5). */
export const REQUIRED_TEXT = 'This field is required';
export const NUMBER_TEXT = 'This field must be a number';

/** Lower-case names of DNS (contract screens §7.6). */
const DNS1123 = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Checks a value against its schema, visible fields only. No keys: nothing is wrong. */
export function validateForm(schema: FormSchema, value: FormValue, base = ''): FormErrors {
  const errors: Record<string, string> = {};
  for (const field of schema) Object.assign(errors, errorsOf(field, value, base));
  return errors;
}

/** Whether a field is shown for a value. */
export function isShown(when: FieldCondition | undefined, value: FormValue, base: string): boolean {
  if (!when) return true;
  const held = readAt(value, joinPath(base, when.path)) ?? null;
  return when.in.some((one) => one === held) !== (when.not ?? false);
}

/** Whether the fields of a group count: always, or, for an optional one, while something stands where it stores. */
export function isGroupOn(field: GroupField, value: FormValue, base: string): boolean {
  if (!field.optional) return true;
  const at = field.path === undefined ? (field.owns ?? []) : [field.path];
  return at.some((path) => readAt(value, joinPath(base, path)) !== undefined);
}

/** Whether one of the fields edits what stands at a path, or something around it. */
export function editsPath(schema: FormSchema, base: string, path: string): boolean {
  return schema.some((field) => {
    if (field.kind === 'note') return false;
    if (field.kind === 'group') return editsPath(field.fields, joinPath(base, field.path ?? ''), path);
    if (field.kind === 'one-of') {
      const isOwn = field.path !== undefined && joinPath(base, field.path) === path;
      return isOwn || field.options.some((option) => editsPath(option.fields ?? [], base, path));
    }
    const own = joinPath(base, field.path);
    return path === own || path.startsWith(`${own}.`);
  });
}

/** The value with the defaults of its fields where nothing stands yet. */
export function defaultsOf(schema: FormSchema, value: FormValue = {}, base = ''): FormValue {
  let next = value;
  for (const field of schema) {
    if (field.kind === 'note') continue;
    if (field.kind === 'group') {
      const inner = joinPath(base, field.path ?? '');
      if (isGroupOn(field, next, base)) next = defaultsOf(field.fields, next, inner);
    } else if (field.kind === 'one-of') {
      const option = chosenOption(field, next, base);
      if (field.path !== undefined && option) {
        const path = joinPath(base, field.path);
        if (readAt(next, path) === undefined) next = writeAt(next, path, option.value);
      }
      next = defaultsOf(option?.fields ?? [], next, base);
    } else if (field.default !== undefined) {
      const path = joinPath(base, field.path);
      if (readAt(next, path) === undefined) next = writeAt(next, path, field.default);
    }
  }
  return next;
}

function errorsOf(field: FormField, value: FormValue, base: string): FormErrors {
  if (field.kind === 'note' || !isShown(field.when, value, base)) return {};
  if (field.kind === 'group') {
    const inner = joinPath(base, field.path ?? '');
    return isGroupOn(field, value, base) ? validateForm(field.fields, value, inner) : {};
  }
  if (field.kind === 'one-of') return validateForm(chosenOption(field, value, base)?.fields ?? [], value, base);
  const path = joinPath(base, field.path);
  const held = readAt(value, path);
  const own = valueError(field, held);
  const errors: Record<string, string> = own === undefined ? {} : { [path]: own };
  if (field.kind === 'list' && Array.isArray(held)) {
    const item = field.item;
    held.forEach((_one, i) => {
      const at = `${path}.${i}`;
      Object.assign(errors, item ? errorsOf(atPath(item, ''), value, at) : validateForm(field.fields ?? [], value, at));
    });
  }
  return errors;
}

/** The field of a list's single values, with the path that its place gives. */
export function atPath(field: FormField, path: string): FormField {
  return field.kind === 'note' || field.kind === 'group' ? field : { ...field, path };
}

function valueError(field: ValueField, held: Json | undefined): string | undefined {
  const empty = field.kind === 'value-source' ? isSourceEmpty(readSource(held)) : isEmpty(held);
  if (empty || (typeof held === 'string' && field.kind === 'text' && held.trim() === '')) {
    return field.required ? (field.requiredText ?? REQUIRED_TEXT) : sourceGap(field, held);
  }
  switch (field.kind) {
    case 'text':
      return textError(field, String(held));
    case 'number':
      return numberError(field, held);
    case 'bytes':
      return /^\d+(\.\d+)?(Mi|Gi|Ti)$/.test(String(held)) ? undefined : NUMBER_TEXT;
    case 'millicores':
      return /^\d+m$/.test(String(held)) ? undefined : NUMBER_TEXT;
    case 'duration':
      return parseDuration(String(held)) === null ? 'A duration such as 30s, 5m or 1h30m' : undefined;
    case 'schedule':
      return describeSchedule(String(held), 0, 1).error;
    case 'color':
      return /^#[0-9a-f]{6}$/i.test(String(held)) ? undefined : 'A colour such as #4450d6';
    case 'key-value':
      return typeof held === 'object' && !Array.isArray(held) && Object.hasOwn(held ?? {}, '')
        ? 'Each value needs a key'
        : undefined;
    case 'combobox':
      return field.numeric && [held].flat().some((one) => typeof one !== 'number') ? NUMBER_TEXT : undefined;
    default:
      return undefined;
  }
}

/** A reference that is begun but not complete is wrong even where nothing is required. */
function sourceGap(field: ValueField, held: Json | undefined): string | undefined {
  if (field.kind !== 'value-source' || held === undefined) return undefined;
  const source = readSource(held);
  return source.kind !== 'static' ? 'A name and a key are needed' : undefined;
}

function textError(field: TextField, text: string): string | undefined {
  if (field.minLength !== undefined && text.length < field.minLength) return `At least ${field.minLength} characters`;
  if (field.maxLength !== undefined && text.length > field.maxLength) return `At most ${field.maxLength} characters`;
  if (field.format === 'dns1123' && !DNS1123.test(text)) return 'Only lower-case letters, digits, “-” and “.”';
  if (field.format === 'email' && !EMAIL.test(text)) return 'An e-mail address such as name@example.org';
  if (field.format === 'url' && !URL.canParse(text)) return 'An address such as https://example.org';
  if (field.pattern !== undefined && !matches(field.pattern, text)) {
    return field.patternText ?? `Must match ${field.pattern}`;
  }
  return undefined;
}

function numberError(
  field: { min?: number; max?: number; integer?: boolean },
  held: Json | undefined,
): string | undefined {
  const number = typeof held === 'number' ? held : typeof held === 'string' ? Number(held) : Number.NaN;
  if (!Number.isFinite(number)) return NUMBER_TEXT;
  if (field.integer && !Number.isInteger(number)) return 'Must be a whole number';
  if (field.min !== undefined && number < field.min) return `Must be ${field.min} or more`;
  if (field.max !== undefined && number > field.max) return `Must be ${field.max} or less`;
  return undefined;
}

/** A pattern that is no regular expression refuses nothing: it is the schema's fault, not the person's. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`).test(text);
  } catch {
    return true;
  }
}
