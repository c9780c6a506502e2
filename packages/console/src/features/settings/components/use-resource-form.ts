import type { FormSchema } from '@quarterdeck/contract';
import { type FormErrors, type FormHandle, useForm, useLeaveGuard } from '@quarterdeck/ui/form';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useAccess } from '../../../data/access.ts';
import { HttpError } from '../../../data/http-error.ts';
import type { Keeper } from '../../../shared/keeper.ts';
import { refusedWrite } from '../model/refusal.ts';
import type { ResourceValue, SettingsResource } from '../model/resource.ts';
import { useSaveResource } from '../queries/resources.ts';

/** What every form of a resource is given. */
export interface ResourceFormOptions {
  resource: SettingsResource;
  /** What is edited; for a new one what it begins with. */
  value: ResourceValue;
  /** The id of a stored one. */
  id?: string;
  /** Who keeps it instead of the console: then there are no buttons. */
  keeper: Keeper | null;
  onSaved: (row: ResourceValue) => void;
}

/** A form of a resource: its state, whether it may be changed, and the question when it is left unsaved. */
export interface ResourceFormState {
  form: FormHandle;
  isNew: boolean;
  isReadOnly: boolean;
  leave: { isAsked: boolean; stay: () => void; go: () => void };
}

/** Parts of the address that, beside the path, say which form is open. */
const PLACES = ['add', 'tab'] as const;

function placeOf({ pathname, search }: { pathname: string; search: object }): string {
  const held: Record<string, unknown> = { ...search };
  return [pathname, ...PLACES.map((name) => String(held[name] ?? ''))].join('\n');
}

/**
 * The form of a resource. What the server refuses stands at its field and nothing that was typed is lost; leaving with
 * unsaved changes asks first.
 */
export function useResourceForm(
  { resource, value, id, keeper, onSaved }: ResourceFormOptions,
  schema: FormSchema,
): ResourceFormState {
  const save = useSaveResource(resource);
  const mayWrite = useAccess()?.can(resource.resource, 'write') ?? false;
  const isReadOnly = keeper !== null || !mayWrite;
  const leaving = useRef(false);
  const form: FormHandle = useForm({
    schema,
    initial: value,
    onSubmit: async (next) => {
      try {
        const row = await save.mutateAsync({ ...(id === undefined ? {} : { id }), value: next });
        leaving.current = true;
        onSaved(row);
      } catch (error) {
        const refused: FormErrors | null = error instanceof HttpError ? refusedWrite(error, schema) : null;
        if (refused) form.refuse(refused);
        throw refused ? new Error('The server refused this: see the marked fields.') : error;
      }
    },
  });
  const isHeld = form.isDirty && !isReadOnly;
  useLeaveGuard(isHeld);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isHeld && !leaving.current && placeOf(current) !== placeOf(next),
    withResolver: true,
  });
  return {
    form,
    isNew: id === undefined,
    isReadOnly,
    leave: {
      isAsked: blocker.status === 'blocked',
      stay: () => blocker.reset?.(),
      go: () => blocker.proceed?.(),
    },
  };
}
