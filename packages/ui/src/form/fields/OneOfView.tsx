import type { OneOfField } from '@quarterdeck/contract';
import { useId } from 'react';
import { Tabs } from '../../controls/Tabs.tsx';
import { useFormContext } from '../context.ts';
import { FieldFrame } from '../FieldFrame.tsx';
import { chooseOption, chosenOption } from '../one-of.ts';
import { joinPath } from '../path.ts';
import { defaultsOf } from '../validate.ts';
import { Radios } from './PickFields.tsx';

/** Alternatives, as radio buttons or tabs, with the fields of the chosen one under them. */
export function OneOfView({ field, base }: { field: OneOfField; base: string }) {
  const { form, readOnly, Fields } = useFormContext();
  const fieldId = useId();
  const panel = `${fieldId}-panel`;
  const chosen = chosenOption(field, form.value, base);
  const error = field.path === undefined ? undefined : form.errors[joinPath(base, field.path)];
  const choose = (value: string) => {
    const option = field.options.find((one) => one.value === value);
    if (!option || option === chosen) return;
    form.setValue((held) => defaultsOf(option.fields ?? [], chooseOption(field, held, base, option), base));
  };
  const inner = chosen?.fields && chosen.fields.length > 0 && (
    <Fields key={chosen.value} schema={chosen.fields} base={base} />
  );
  return (
    <FieldFrame id={fieldId} label={field.label} hint={field.hint} error={error} group>
      {() =>
        field.tabs && !readOnly ? (
          <>
            <Tabs
              label={field.label}
              tabs={field.options.map((option) => ({ id: option.value, label: option.label }))}
              value={chosen?.value ?? ''}
              onChange={choose}
              panelId={panel}
            />
            <div id={panel} role="tabpanel" aria-label={chosen?.label} className="qd-oneof">
              {inner}
            </div>
          </>
        ) : (
          <>
            <Radios
              id={fieldId}
              options={field.options}
              value={chosen?.value ?? ''}
              disabled={readOnly}
              onChange={choose}
            />
            {inner && <div className="qd-oneof">{inner}</div>}
          </>
        )
      }
    </FieldFrame>
  );
}
