import type { FormSchema } from '@quarterdeck/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { OptionSource } from '../form/context.ts';
import { Form, FormButtons, FormFields } from '../form/Form.tsx';
import type { FormValue } from '../form/path.ts';
import { useForm } from '../form/use-form.ts';
import type { FormErrors } from '../form/validate.ts';

const TAKEN = { name: 'Taken' };

export interface SampleFormProps {
  schema: FormSchema;
  initial?: FormValue;
  onSubmit?: (value: FormValue) => unknown;
  sources?: Record<string, OptionSource>;
  readOnly?: boolean;
  /** What the button Refuse refuses. */
  refusal?: FormErrors;
}

/** A form of a schema, with its value on show, for tests. */
export function SampleForm({
  schema,
  initial = {},
  onSubmit = vi.fn(),
  sources = {},
  readOnly = false,
  refusal = TAKEN,
}: SampleFormProps) {
  const form = useForm({ schema, initial, onSubmit });
  return (
    <Form form={form} label="Sample" sources={sources} readOnly={readOnly} clock={() => Date.UTC(2026, 10, 21)}>
      <FormFields schema={schema} />
      <FormButtons form={form} saveLabel="Save" savingLabel="Saving" />
      <button type="button" onClick={() => form.refuse(refusal)}>
        Refuse
      </button>
      <output aria-label="value">{JSON.stringify(form.value)}</output>
    </Form>
  );
}

/** The value that a sample form holds now. */
export const valueNow = () => JSON.parse(screen.getByRole('status', { name: 'value' }).textContent ?? '');

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const press = async (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(button(name));
    // Focus moves in the next frame.
    await new Promise(requestAnimationFrame);
  });
