import { Button, TextField } from '@quarterdeck/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { failureText, HttpError } from '../../../data/http.ts';
import { refusalText } from '../model/refusals.ts';

/** One field of a form; all are needed. */
export interface HubField {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  hint?: string;
  initial?: string;
  /** Follows another field until it is written in. */
  from?: (values: Readonly<Record<string, string>>) => string;
}

export interface HubFormProps {
  /** Names the form for those who hear it. */
  label: string;
  fields: readonly HubField[];
  submit: string;
  /** Rejects with what is shown. */
  onSubmit: (values: Readonly<Record<string, string>>) => Promise<unknown>;
  focusFirst?: boolean;
  /** Beside the button, and what to offer after a refusal. */
  extra?: (code: string, values: Readonly<Record<string, string>>) => ReactNode;
}

/** A form of the control plane: a few texts, one button, and what was refused. */
export function HubForm({ label, fields, submit, onSubmit, focusFirst = false, extra }: HubFormProps) {
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({});
  const [missing, setMissing] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<{ code: string; text: string } | null>(null);
  const values: Record<string, string> = {};
  for (const { name, initial = '', from } of fields) values[name] = written[name] ?? from?.(values) ?? initial;

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (pending) return;
    const empty = fields.find(({ name }) => values[name]?.trim() === '');
    setMissing(empty?.name ?? null);
    setRefusal(null);
    if (empty) {
      const field = event.currentTarget.elements.namedItem(empty.name);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setPending(true);
    try {
      await onSubmit(values);
    } catch (error) {
      const code = error instanceof HttpError ? error.code : '';
      setRefusal({ code, text: refusalText(code) ?? failureText(error) });
    } finally {
      setPending(false);
    }
  };

  return (
    <form className="qd-flow-form" aria-label={label} onSubmit={(event) => void send(event)} noValidate>
      {fields.map(({ name, label: text, type = 'text', autoComplete = 'off', hint }, index) => (
        <TextField
          key={name}
          name={name}
          label={text}
          type={type}
          autoComplete={autoComplete}
          value={values[name] ?? ''}
          autoFocus={focusFirst && index === 0}
          onChange={(value) => setWritten({ ...written, [name]: value })}
          {...(missing === name ? { error: 'Please fill this in.' } : hint === undefined ? {} : { hint })}
        />
      ))}
      {refusal !== null && (
        <div role="alert">
          <p className="qd-flow-message qd-flow-error">{refusal.text}</p>
        </div>
      )}
      <div className="qd-flow-buttons">
        <Button type="submit" variant="primary" pending={pending}>
          {submit}
        </Button>
        {extra?.(refusal?.code ?? '', values)}
      </div>
    </form>
  );
}
