import { TextField } from '@quarterdeck/ui';

export interface UntilFieldProps {
  /** A timestamp (RFC 3339), or nothing for ever. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  readOnly: boolean;
  error: string | undefined;
}

const HINT = 'Empty: for ever. After this moment the rule no longer holds.';

/** When a rule ends, to the minute, in the time of the browser. */
export function UntilField({ value, onChange, readOnly, error }: UntilFieldProps) {
  return (
    <TextField
      type="datetime-local"
      label="Until"
      hint={HINT}
      {...(error === undefined ? {} : { error })}
      readOnly={readOnly}
      value={value === undefined ? '' : localMinute(new Date(value))}
      onChange={(text) => onChange(text === '' ? undefined : new Date(text).toISOString())}
    />
  );
}

/** `2026-11-21T17:25`, as the browser's field has it. */
function localMinute(at: Date): string {
  if (Number.isNaN(at.getTime())) return '';
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
