import './form.css';
import type { FormSchema } from '@quarterdeck/contract';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../controls/Button.tsx';
import { FormContext, type OptionSource } from './context.ts';
import { FieldView } from './FieldView.tsx';
import type { FormHandle } from './use-form.ts';

export interface FormProps {
  form: FormHandle;
  /** Names the form: "Connection". */
  label: string;
  /** Where remote options come from, by the name in the field. */
  sources?: Readonly<Record<string, OptionSource>>;
  readOnly?: boolean;
  /** Now, in epoch milliseconds. Tests own it. */
  clock?: () => number;
  /** Default: the fields of the schema. Give it to lay them out otherwise (`FormFields`) or to add buttons. */
  children?: ReactNode;
}

const NO_SOURCES = {};

/**
 * A form. Enter in a one-line field submits; a refused submit moves focus to the first wrong field. Nothing is validated
 * by the browser's own bubbles.
 */
export function Form({ form, label, sources = NO_SOURCES, readOnly = false, clock = Date.now, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const id = useId();
  const { refusals } = form;
  useEffect(() => {
    if (refusals > 0) focusFirstError(element.current);
  }, [refusals]);
  return (
    <FormContext value={{ form, sources, id, readOnly, clock, Fields: FormFields }}>
      <form
        ref={element}
        className="qd-form"
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void form.submit();
        }}
      >
        {children ?? <FormFields schema={form.schema} />}
      </form>
    </FormContext>
  );
}

/** Fields of a schema, in order; inside a `Form`. */
export function FormFields({ schema, base = '' }: { schema: FormSchema; base?: string }) {
  return (
    <div className="qd-form-fields">
      {schema.map((field, i) => (
        <FieldView
          key={field.kind === 'note' ? `note-${i}` : `${field.kind}-${field.path ?? ''}-${field.label}`}
          field={field}
          base={base}
        />
      ))}
    </div>
  );
}

export interface FormButtonsProps {
  form: FormHandle;
  /** "Save". */
  saveLabel: string;
  /** "Saving", while it runs. */
  savingLabel?: string;
  onCancel?: () => void;
  /** More buttons, at the start: Delete. */
  children?: ReactNode;
}

/** The foot of a form: other buttons at the start, then reset (when dirty), cancel, save. */
export function FormButtons({ form, saveLabel, savingLabel, onCancel, children }: FormButtonsProps) {
  return (
    <div className="qd-form-buttons">
      <p className="qd-form-failure" role="alert">
        {form.failure}
      </p>
      {children}
      <span className="qd-grow" />
      {form.isDirty && !form.isSubmitting && (
        <Button variant="ghost" onClick={() => form.reset()}>
          Reset
        </Button>
      )}
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      <Button type="submit" variant="primary" pending={form.isSubmitting}>
        {form.isSubmitting ? (savingLabel ?? saveLabel) : saveLabel}
      </Button>
    </div>
  );
}

function focusFirstError(element: HTMLElement | null) {
  const wrong = element?.querySelector<HTMLElement>(
    '[aria-invalid="true"]:is(input, select, textarea, [contenteditable]), :is(input, button)[data-invalid]',
  );
  wrong?.focus();
}
