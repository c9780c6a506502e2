import { Toggle } from '@quarterdeck/ui';
import { FormFields } from '@quarterdeck/ui/form';
import { type ReactNode, useMemo } from 'react';
import { useStored } from '../../../data/stored.ts';
import type { SpecLanguage } from '../model/resource.ts';
import { useSpecSchema } from '../queries/resources.ts';
import { ResourceFormFrame } from './ResourceFormFrame.tsx';
import { type ResourceFormOptions, useResourceForm } from './use-resource-form.ts';

export interface ResourceFormProps extends ResourceFormOptions {
  onCancel: () => void;
  /** More buttons: Delete. */
  children?: ReactNode;
}

const SPEC = 'spec';

/** The form of a resource of any kind, its spec as YAML or JSON (contract screens §11.4). */
export function ResourceForm({ onCancel, children, ...options }: ResourceFormProps) {
  const { resource, id, keeper } = options;
  const isNew = id === undefined;
  const [language, setLanguage] = useStored<SpecLanguage>('specLanguage', readLanguage, String);
  const schema = useSpecSchema(resource);
  const fields = useMemo(() => resource.fields({ isNew, language, schema }), [resource, isNew, language, schema]);
  const state = useResourceForm(options, fields);
  const { form } = state;
  return (
    <ResourceFormFrame resource={resource} state={state} keeper={keeper} onCancel={onCancel} buttons={children}>
      <FormFields schema={fields.filter(({ kind }) => kind !== 'code')} />
      <LanguageChoice
        language={language}
        onChange={setLanguage}
        // Another notation is written from the value: a text that has none yet would be lost.
        disabled={form.errors[SPEC] !== undefined && !form.isValid}
      />
      <FormFields key={language} schema={fields.filter(({ kind }) => kind === 'code')} />
    </ResourceFormFrame>
  );
}

function readLanguage(stored: string | null): SpecLanguage {
  return stored === 'json' ? 'json' : 'yaml';
}

interface LanguageChoiceProps {
  language: SpecLanguage;
  onChange: (language: SpecLanguage) => void;
  disabled: boolean;
}

function LanguageChoice({ language, onChange, disabled }: LanguageChoiceProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around two toggles
    <div role="group" aria-label="Notation of the spec" className="qd-resource-language">
      {(['yaml', 'json'] as const).map((one) => (
        <Toggle
          key={one}
          label={one.toUpperCase()}
          pressed={language === one}
          onChange={() => !disabled && onChange(one)}
        />
      ))}
    </div>
  );
}
