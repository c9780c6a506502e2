import type { GroupField } from '@quarterdeck/contract';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { cx } from '../../format/cx.ts';
import { useFormContext } from '../context.ts';
import { drop } from '../one-of.ts';
import { type FormValue, joinPath, writeAt } from '../path.ts';
import { defaultsOf, editsPath, isGroupOn, validateForm } from '../validate.ts';

/** Fields under a heading; folded, or revealed by a switch that owns the sub-object. Opens itself for what is wrong inside. */
export function GroupView({ field, base }: { field: GroupField; base: string }) {
  const { form, readOnly, Fields } = useFormContext();
  const inner = joinPath(base, field.path ?? '');
  const [unfolded, setUnfolded] = useState(!field.collapsed || field.optional === true);
  const [seenRefusals, setSeenRefusals] = useState(form.refusals);
  const id = useId();
  // Where nothing stands yet, only this knows that the fields are to be shown.
  const [isAsked, setAsked] = useState(false);
  const isOn = isAsked || isGroupOn(field, form.value, base);
  if (form.refusals !== seenRefusals) {
    setSeenRefusals(form.refusals);
    const wrong = [...Object.keys(validateForm(field.fields, form.value, inner)), ...Object.keys(form.errors)];
    if (wrong.some((path) => editsPath(field.fields, inner, path))) setUnfolded(true);
  }
  const flip = () => {
    if (field.path === undefined) setAsked(!isOn);
    if (!isOn) {
      const begin = (held: FormValue) => (field.path === undefined ? held : writeAt(held, inner, {}));
      form.setValue((held) => defaultsOf(field.fields, begin(held), inner));
    } else if (field.path === undefined) {
      form.setValue((held) => (field.owns ?? []).reduce((next, path) => drop(next, base, path), held));
    } else {
      form.set(inner, undefined);
    }
  };
  return (
    <fieldset className="qd-fieldset qd-group" aria-describedby={field.hint ? `${id}-hint` : undefined}>
      <legend>
        {field.optional ? (
          <label className="qd-radio">
            <input type="checkbox" checked={isOn} disabled={readOnly} onChange={flip} />
            {field.label}
          </label>
        ) : field.collapsed ? (
          <button
            type="button"
            className="qd-fold"
            aria-expanded={unfolded}
            aria-controls={unfolded ? id : undefined}
            onClick={() => setUnfolded(!unfolded)}
          >
            <ChevronRight size={14} aria-hidden="true" />
            {field.label}
          </button>
        ) : (
          field.label
        )}
      </legend>
      {field.hint && (
        <p id={`${id}-hint`} className="qd-field-hint">
          {field.hint}
        </p>
      )}
      {isOn && unfolded && (
        <div id={id} className={cx('qd-group-body', field.row && 'qd-group-row')}>
          <Fields schema={field.fields} base={inner} />
        </div>
      )}
    </fieldset>
  );
}
