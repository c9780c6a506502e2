import type { FormField } from '@quarterdeck/contract';
import { useFormContext } from './context.ts';
import { ComboboxView, IconView, ResourceView } from './fields/ChoiceFields.tsx';
import { CodeView } from './fields/CodeView.tsx';
import { GroupView } from './fields/GroupView.tsx';
import { KeyValueView } from './fields/KeyValueView.tsx';
import { ListView } from './fields/ListView.tsx';
import { OneOfView } from './fields/OneOfView.tsx';
import { ColorView, SelectView, SwitchView } from './fields/PickFields.tsx';
import { NumberView, QuantityView, TextView } from './fields/TextFields.tsx';
import { DurationView, ScheduleView } from './fields/TimeFields.tsx';
import { ValueSourceView } from './fields/ValueSourceView.tsx';
import { isShown } from './validate.ts';

/** Any field of a form, by its kind; nothing while its condition does not hold. */
export function FieldView({ field, base }: { field: FormField; base: string }) {
  const { form } = useFormContext();
  if (!isShown(field.when, form.value, base)) return null;
  switch (field.kind) {
    case 'text':
      return <TextView field={field} base={base} />;
    case 'number':
      return <NumberView field={field} base={base} />;
    case 'switch':
      return <SwitchView field={field} base={base} />;
    case 'select':
      return <SelectView field={field} base={base} />;
    case 'combobox':
      return <ComboboxView field={field} base={base} />;
    case 'resource':
      return <ResourceView field={field} base={base} />;
    case 'duration':
      return <DurationView field={field} base={base} />;
    case 'schedule':
      return <ScheduleView field={field} base={base} />;
    case 'bytes':
    case 'millicores':
      return <QuantityView field={field} base={base} />;
    case 'key-value':
      return <KeyValueView field={field} base={base} />;
    case 'list':
      return <ListView field={field} base={base} />;
    case 'value-source':
      return <ValueSourceView field={field} base={base} />;
    case 'code':
      return <CodeView field={field} base={base} />;
    case 'icon':
      return <IconView field={field} base={base} />;
    case 'color':
      return <ColorView field={field} base={base} />;
    case 'group':
      return <GroupView field={field} base={base} />;
    case 'one-of':
      return <OneOfView field={field} base={base} />;
    case 'note':
      return <p className="qd-form-note">{field.text}</p>;
  }
}
