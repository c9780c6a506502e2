import type { FormSchema } from '@quarterdeck/contract';
import { type ComponentType, createContext, use } from 'react';
import type { ComboboxOption } from '../overlay/combobox-model.ts';
import type { FormHandle } from './use-form.ts';

/** Where a field's options come from. The host fetches; the design system does not. */
export interface OptionSource {
  search: (query: string, signal: AbortSignal, field: { selector?: unknown }) => Promise<readonly ComboboxOption[]>;
  /** Labels of values that are already stored. */
  resolve?: (values: readonly string[], signal: AbortSignal) => Promise<readonly ComboboxOption[]>;
}

/** What the fields of one form share. */
export interface FormContextValue {
  form: FormHandle;
  sources: Readonly<Record<string, OptionSource>>;
  /** Begins the ids of this form's fields. */
  id: string;
  readOnly: boolean;
  /** Now, in epoch milliseconds, for the next runs of schedules. */
  clock: () => number;
  /** Draws fields inside of fields: groups, lists, alternatives. */
  Fields: ComponentType<{ schema: FormSchema; base: string }>;
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

/** The form around a field. A field outside of one is a mistake of the programmer. */
export function useFormContext(): FormContextValue {
  const context = use(FormContext);
  if (!context) throw new Error('a field must stand inside a Form');
  return context;
}

/** The id of a field's control. */
export function controlId(formId: string, path: string): string {
  return `${formId}${path.replaceAll('.', '-')}`;
}
