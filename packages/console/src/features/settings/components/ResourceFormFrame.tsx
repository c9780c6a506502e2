import { Button } from '@quarterdeck/ui';
import { Form, FormButtons, type FormHandle, LeaveQuestion } from '@quarterdeck/ui/form';
import type { ReactNode } from 'react';
import { KeeperNote } from '../../../shared/KeeperNote.tsx';
import type { Keeper } from '../../../shared/keeper.ts';
import type { SettingsResource } from '../model/resource.ts';
import { useFirstFocus } from './use-first-focus.ts';
import type { ResourceFormState } from './use-resource-form.ts';

export interface ResourceFormFrameProps {
  resource: SettingsResource;
  state: ResourceFormState;
  /** The form to draw; default: that of the state. */
  form?: FormHandle;
  keeper: Keeper | null;
  onCancel: () => void;
  /** More buttons: Delete, Back. */
  buttons?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** What stands around the fields of a resource: its buttons, or who keeps it, and the question when it is left. */
export function ResourceFormFrame({ resource, state, form = state.form, ...rest }: ResourceFormFrameProps) {
  const { isNew, isReadOnly, leave } = state;
  const { keeper, onCancel, buttons, children } = rest;
  const body = useFirstFocus<HTMLDivElement>(isNew ? 'input' : undefined);
  return (
    <div className="qd-resource-form">
      <Form form={form} label={isNew ? resource.addTitle : resource.title} readOnly={isReadOnly}>
        <div ref={body} className="qd-resource-form-body">
          {children}
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
              {buttons}
            </FormButtons>
          )}
          {isReadOnly && <Button onClick={onCancel}>Back</Button>}
        </div>
      </Form>
      <LeaveQuestion open={leave.isAsked} onStay={leave.stay} onLeave={leave.go} />
    </div>
  );
}
