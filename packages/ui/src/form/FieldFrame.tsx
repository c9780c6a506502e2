import type { ReactNode } from 'react';

/** What a control needs to be named, described and marked as wrong. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface FieldFrameProps {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  required?: boolean | undefined;
  /** Several controls under one name: a group with a legend instead of a label. */
  group?: boolean;
  /** Stands beside the label. */
  aside?: ReactNode;
  /** Further notes under the field that describe it; their id is `{id}-more`. */
  more?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}

/** A field's label, control, hint and error, tied together for assistive technology. */
export function FieldFrame({ id, label, hint, error, required, group, aside, more, children }: FieldFrameProps) {
  const described = [error && `${id}-error`, hint && `${id}-hint`, more && `${id}-more`].filter(Boolean).join(' ');
  const control: ControlProps = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  };
  const body = (
    <>
      {children(control)}
      {error && (
        <span id={`${id}-error`} className="qd-field-error">
          {error}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className="qd-field-hint">
          {hint}
        </span>
      )}
      {more && (
        <div id={`${id}-more`} className="qd-field-hint">
          {more}
        </div>
      )}
    </>
  );
  const star = required && (
    <span className="qd-field-star" title="Required" aria-hidden="true">
      *
    </span>
  );
  if (group) {
    return (
      <fieldset className="qd-field qd-fieldset" aria-describedby={described || undefined}>
        <legend>
          {label}
          {star}
          {required && <span className="qd-sr"> required</span>}
        </legend>
        {aside}
        {body}
      </fieldset>
    );
  }
  return (
    <div className="qd-field">
      <div className="qd-field-head">
        <label htmlFor={id}>
          {label}
          {star}
        </label>
        {aside}
      </div>
      {body}
    </div>
  );
}
