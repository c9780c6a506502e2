import type { BytesField, MillicoresField, NumberField, TextField } from '@quarterdeck/contract';
import { type ReactNode, useState } from 'react';
import { cx } from '../../format/cx.ts';
import { FieldFrame } from '../FieldFrame.tsx';
import { shownText, useField } from '../use-field.ts';

/** One line or many; an emptied field removes its key. */
export function TextView({ field, base }: { field: TextField; base: string }) {
  const { id, held, error, readOnly, set, touch } = useField(field, base);
  const write = (text: string) => set(text === '' ? undefined : text);
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required}>
      {(control) =>
        field.multiline ? (
          <textarea
            {...control}
            className="qd-input qd-area"
            rows={4}
            placeholder={readOnly ? undefined : field.placeholder}
            readOnly={readOnly}
            value={shownText(held)}
            onChange={(event) => write(event.target.value)}
            onBlur={touch}
          />
        ) : (
          <input
            {...control}
            className="qd-input"
            type={field.secret ? 'password' : 'text'}
            autoComplete={field.secret ? 'new-password' : 'off'}
            spellCheck={false}
            placeholder={readOnly ? undefined : field.placeholder}
            readOnly={readOnly}
            value={shownText(held)}
            onChange={(event) => write(event.target.value)}
            onBlur={touch}
          />
        )
      }
    </FieldFrame>
  );
}

/** A number as it is typed. What is no number stays as text and is named as wrong. */
export function NumberView({ field, base }: { field: NumberField; base: string }) {
  const { held, set } = useField(field, base);
  const [typed, setTyped] = useState<string>();
  const write = (text: string) => {
    setTyped(text);
    const number = Number(text);
    const trimmed = text.trim();
    if (trimmed === '') set(undefined);
    else set(field.asText || !Number.isFinite(number) ? trimmed : number);
  };
  return (
    <AmountView
      field={field}
      base={base}
      value={typed ?? shownText(held)}
      onChange={write}
      onBlur={() => setTyped(undefined)}
      unit={field.unit && <span className="qd-dim">{field.unit}</span>}
    />
  );
}

const BYTE_UNITS = ['Mi', 'Gi', 'Ti'];

/** A number with its unit in one text: `512Mi`, `250m` (spec 001 §5: bytes default Mi; millicores append `m`). */
export function QuantityView({ field, base }: { field: BytesField | MillicoresField; base: string }) {
  const { held, readOnly, set } = useField(field, base);
  const units = field.kind === 'bytes' ? BYTE_UNITS : ['m'];
  const text = shownText(held);
  const match = new RegExp(`^(.*?)(${units.join('|')})$`).exec(text);
  const [chosen, setChosen] = useState<string>();
  const amount = match ? (match[1] ?? '') : text;
  const unit = match?.[2] ?? chosen ?? units[0] ?? '';
  const write = (next: string, nextUnit: string) => set(next.trim() === '' ? undefined : `${next.trim()}${nextUnit}`);
  return (
    <AmountView
      field={field}
      base={base}
      value={amount}
      onChange={(next) => write(next, unit)}
      unit={
        field.kind === 'bytes' ? (
          <select
            className={cx('qd-input', 'qd-unit')}
            aria-label={`Unit of ${field.label}`}
            disabled={readOnly}
            value={unit}
            onChange={(event) => {
              setChosen(event.target.value);
              write(amount, event.target.value);
            }}
          >
            {units.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        ) : (
          <span className="qd-dim">millicores</span>
        )
      }
    />
  );
}

interface AmountViewProps {
  field: NumberField | BytesField | MillicoresField;
  base: string;
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  unit: ReactNode;
}

/** A number as text, with its unit behind it. */
function AmountView({ field, base, value, onChange, onBlur, unit }: AmountViewProps) {
  const { id, error, readOnly, touch } = useField(field, base);
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required}>
      {(control) => (
        <span className="qd-unit-row">
          <input
            {...control}
            className="qd-input qd-num qd-short"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            placeholder={readOnly ? undefined : field.placeholder}
            readOnly={readOnly}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={() => {
              onBlur?.();
              touch();
            }}
          />
          {unit}
        </span>
      )}
    </FieldFrame>
  );
}
