import type { ColorField, SelectField, SwitchField } from '@quarterdeck/contract';
import { FieldFrame } from '../FieldFrame.tsx';
import { shownText, useField } from '../use-field.ts';

/** On or off. */
export function SwitchView({ field, base }: { field: SwitchField; base: string }) {
  const { id, held, error, readOnly, set } = useField(field, base);
  const isOn = held === true || held === 'true';
  const note = [error && `${id}-error`, field.hint && `${id}-hint`].filter(Boolean).join(' ');
  const flip = () => set(field.asText ? String(!isOn) : !isOn);
  return (
    <div className="qd-field">
      <span className="qd-switch-row">
        <button
          id={id}
          type="button"
          role="switch"
          className="qd-switch"
          aria-checked={isOn}
          aria-describedby={note || undefined}
          disabled={readOnly}
          onClick={flip}
        />
        <label htmlFor={id}>{field.label}</label>
      </span>
      {error && (
        <span id={`${id}-error`} className="qd-field-error">
          {error}
        </span>
      )}
      {field.hint && (
        <span id={`${id}-hint`} className="qd-field-hint">
          {field.hint}
        </span>
      )}
    </div>
  );
}

/** One of a few: the browser's own list, or all of them side by side. A stored value that is no option stays visible. */
export function SelectView({ field, base }: { field: SelectField; base: string }) {
  const { id, held, error, readOnly, set, touch } = useField(field, base);
  const value = shownText(held);
  const isForeign = value !== '' && !field.options.some((option) => option.value === value);
  const options = isForeign ? [...field.options, { value, label: value }] : field.options;
  if (field.radio) {
    return (
      <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required} group>
        {(control) => (
          <Radios
            id={id}
            options={options}
            value={value}
            disabled={readOnly}
            invalid={control['aria-invalid'] ?? false}
            onChange={set}
            onBlur={touch}
          />
        )}
      </FieldFrame>
    );
  }
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required}>
      {(control) => (
        <select
          {...control}
          className="qd-input"
          disabled={readOnly}
          value={value}
          onChange={(event) => set(event.target.value === '' ? undefined : event.target.value)}
          onBlur={touch}
        >
          {(value === '' || !field.required) && <option value="">{field.placeholder ?? 'None'}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

export interface RadiosProps {
  id: string;
  options: readonly { value: string; label: string }[];
  value: string;
  disabled: boolean;
  invalid?: boolean;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

/** Choices side by side; arrows move and choose, as the browser does it. */
export function Radios({ id, options, value, disabled, invalid, onChange, onBlur }: RadiosProps) {
  return (
    <div className="qd-radios">
      {options.map((option) => (
        <label key={option.value} className="qd-radio">
          <input
            type="radio"
            name={id}
            data-invalid={invalid || undefined}
            disabled={disabled}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            onBlur={onBlur}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

/** Colours to choose from at a click; others are typed. */
const SWATCHES = ['#4450d6', '#2a9a5d', '#d1830b', '#dc3d45', '#3b86d8', '#8b5cf6', '#0d9488', '#858e9c'];

/** A colour: swatches, or its six digits. */
export function ColorView({ field, base }: { field: ColorField; base: string }) {
  const { id, held, error, readOnly, set, touch } = useField(field, base);
  const value = shownText(held);
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required}>
      {(control) => (
        <div className="qd-unit-row">
          <span className="qd-swatch" style={{ background: value || 'transparent' }} aria-hidden="true" />
          <input
            {...control}
            className="qd-input qd-short qd-mono"
            type="text"
            autoComplete="off"
            spellCheck={false}
            placeholder={field.placeholder ?? '#4450d6'}
            readOnly={readOnly}
            value={value}
            onChange={(event) => set(event.target.value || undefined)}
            onBlur={touch}
          />
          {!readOnly &&
            SWATCHES.map((color) => (
              <button
                key={color}
                type="button"
                className="qd-swatch"
                style={{ background: color }}
                aria-label={`${field.label} ${color}`}
                aria-pressed={value.toLowerCase() === color}
                onClick={() => set(color)}
              />
            ))}
        </div>
      )}
    </FieldFrame>
  );
}
