import type { Json, ValueField } from '@quarterdeck/contract';
import { controlId, useFormContext } from './context.ts';
import { joinPath, readAt } from './path.ts';

/** A field's value, what is wrong with it, and how it changes. */
export function useField(field: ValueField, base: string) {
  const { form, id, readOnly } = useFormContext();
  const path = joinPath(base, field.path);
  return {
    path,
    id: controlId(id, path),
    held: readAt(form.value, path),
    error: form.errors[path],
    readOnly: readOnly || field.readOnly === true,
    set: (next: Json | undefined) => form.set(path, next),
    touch: () => form.touch(path),
  };
}

/** A stored value as the text that a field shows. */
export function shownText(held: Json | undefined): string {
  if (held === undefined || held === null) return '';
  return typeof held === 'object' ? JSON.stringify(held) : String(held);
}
