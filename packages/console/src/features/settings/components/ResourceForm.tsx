import { Button, Toggle } from '@quarterdeck/ui';
import {
  Form,
  FormButtons,
  type FormErrors,
  FormFields,
  type FormHandle,
  LeaveQuestion,
  useForm,
  useLeaveGuard,
} from '@quarterdeck/ui/form';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef } from 'react';
import { useAccess } from '../../../data/access.ts';
import { HttpError } from '../../../data/http-error.ts';
import { useStored } from '../../../data/stored.ts';
import { KeeperNote } from '../../../shared/KeeperNote.tsx';
import type { Keeper } from '../../../shared/keeper.ts';
import { refusedFields } from '../model/refusal.ts';
import type { ResourceValue, SettingsResource, SpecLanguage } from '../model/resource.ts';
import { useSaveResource, useSpecSchema } from '../queries/resources.ts';

export interface ResourceFormProps {
  resource: SettingsResource;
  /** What is edited; for a new one what it begins with. */
  value: ResourceValue;
  /** The id of a stored one. */
  id?: string;
  /** Who keeps it instead of the console: then there are no buttons. */
  keeper: Keeper | null;
  onSaved: (row: ResourceValue) => void;
  onCancel: () => void;
  /** More buttons: Delete. */
  children?: ReactNode;
}

const SPEC = 'spec';

/**
 * The form of a resource, its spec as YAML or JSON. What the server refuses stands at its field and nothing that was
 * typed is lost; leaving with unsaved changes asks first.
 */
export function ResourceForm({ resource, value, id, keeper, onSaved, onCancel, children }: ResourceFormProps) {
  const isNew = id === undefined;
  const [language, setLanguage] = useStored<SpecLanguage>('specLanguage', readLanguage, String);
  const schema = useSpecSchema(resource);
  const fields = useMemo(() => resource.fields({ isNew, language, schema }), [resource, isNew, language, schema]);
  const save = useSaveResource(resource);
  const mayWrite = useAccess()?.can(resource.resource, 'write') ?? false;
  const isReadOnly = keeper !== null || !mayWrite;
  const leaving = useRef(false);
  const form: FormHandle = useForm({
    schema: fields,
    initial: value,
    onSubmit: async (next) => {
      try {
        const row = await save.mutateAsync({ ...(id === undefined ? {} : { id }), value: next });
        leaving.current = true;
        onSaved(row);
      } catch (error) {
        const refused: FormErrors | null = error instanceof HttpError ? refusedFields(error.details, fields) : null;
        if (refused) form.refuse(refused);
        throw refused ? new Error('The server refused this: see the marked fields.') : error;
      }
    },
  });
  const isHeld = form.isDirty && !isReadOnly;
  useLeaveGuard(isHeld);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isHeld && !leaving.current && current.pathname !== next.pathname,
    withResolver: true,
  });
  return (
    <div className="qd-resource-form">
      <Form form={form} label={isNew ? resource.addTitle : resource.title} readOnly={isReadOnly}>
        <div className="qd-resource-form-body">
          <FormFields schema={fields.filter(({ kind }) => kind !== 'code')} />
          <LanguageChoice
            language={language}
            onChange={setLanguage}
            // Another notation is written from the value: a text that has none yet would be lost.
            disabled={form.errors[SPEC] !== undefined && !form.isValid}
          />
          <FormFields key={language} schema={fields.filter(({ kind }) => kind === 'code')} />
        </div>
        <div className="qd-resource-form-foot">
          {keeper && <KeeperNote keeper={keeper} />}
          {!isReadOnly && (
            <FormButtons
              form={form}
              saveLabel={isNew ? 'Save' : 'Update'}
              savingLabel={isNew ? 'Saving' : 'Updating'}
              onCancel={onCancel}
            >
              {children}
            </FormButtons>
          )}
          {isReadOnly && <Button onClick={onCancel}>Back</Button>}
        </div>
      </Form>
      <LeaveQuestion
        open={blocker.status === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </div>
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
