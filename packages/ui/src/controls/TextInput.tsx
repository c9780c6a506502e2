import type { ComponentPropsWithRef } from 'react';
import { useId } from 'react';
import { cx } from '../format/cx.ts';

export interface TextInputProps extends Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange'> {
  value: string;
  /** Called with every keystroke; nothing is delayed, so no letter is ever dropped. */
  onChange: (value: string) => void;
  invalid?: boolean;
}

/** A one-line text field. Name it with a label or `aria-label`. */
export function TextInput({ value, onChange, invalid, className, type, ...rest }: TextInputProps) {
  return (
    <input
      {...rest}
      type={type ?? 'text'}
      className={cx('qd-input', className)}
      value={value}
      aria-invalid={invalid || undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export interface TextFieldProps extends TextInputProps {
  label: string;
  hint?: string;
  error?: string;
}

/** A text field with its label, its hint, and what is wrong with it. */
export function TextField({ label, hint, error, invalid, id, ...rest }: TextFieldProps) {
  const auto = useFieldId(id);
  const note = error ?? hint;
  return (
    <div className="qd-field">
      <label htmlFor={auto}>{label}</label>
      <TextInput
        {...rest}
        id={auto}
        invalid={invalid ?? Boolean(error)}
        aria-describedby={note ? `${auto}-note` : undefined}
      />
      {note && (
        <span id={`${auto}-note`} className={error ? 'qd-field-error' : 'qd-field-hint'}>
          {note}
        </span>
      )}
    </div>
  );
}

function useFieldId(given: string | undefined): string {
  const made = useId();
  return given ?? made;
}
