import { knownProperty } from '@quarterdeck/contract';
import { Button, Combobox, Confirm, Dialog } from '@quarterdeck/ui';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { failureText } from '../../../data/http.ts';
import { flagNames } from '../model/flag-names.ts';
import { useFlagActs } from '../queries/flags.ts';

export interface FlagDialogProps {
  /** The stored flag that is edited; none for a new one. */
  flag?: { name: string; value: string };
  onClose: () => void;
}

/** Fixed by contract screens §11.6. */
const INCOMPLETE = 'please provide all details';
const SWITCH = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
];

/** Adds a feature flag, or changes or removes a stored one (contract screens §11.6). */
export function FlagDialog({ flag, onClose }: FlagDialogProps) {
  const [name, setName] = useState(flag?.name ?? '');
  const [value, setValue] = useState(flag?.value ?? '');
  const [failure, setFailure] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const { act, isPending } = useFlagActs();
  const names = useMemo(flagNames, []);
  const id = useId();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const next = { name: name.trim(), value: value.trim() };
    if (next.name === '' || next.value === '') {
      setFailure(INCOMPLETE);
      return;
    }
    try {
      await act(flag ? { act: 'update', before: flag.name, ...next } : { act: 'add', ...next });
      onClose();
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  const isSwitch = name.trim().endsWith('.disable') || knownProperty(name.trim())?.type === 'bool';
  return (
    <Dialog
      open
      onClose={onClose}
      title={flag ? 'Edit Feature Flag' : 'Add Feature Flag'}
      size="very-small"
      footer={
        <>
          {flag && (
            <Button variant="danger" onClick={() => setRemoving(true)}>
              Delete
            </Button>
          )}
          <span className="qd-grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isPending}>
            {flag ? 'Update' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={id} className="qd-flag-form" noValidate onSubmit={(event) => void save(event)}>
        <div className="qd-field">
          <label htmlFor={`${id}-name`}>Feature flag</label>
          <Combobox
            id={`${id}-name`}
            value={name}
            options={names}
            creatable
            onChange={(next) => setName(next ?? '')}
            invalid={failure === INCOMPLETE && name.trim() === ''}
          />
        </div>
        <div className="qd-field">
          <label htmlFor={`${id}-value`}>Value</label>
          <Combobox
            id={`${id}-value`}
            value={value}
            options={isSwitch ? SWITCH : []}
            creatable
            onChange={(next) => setValue(next ?? '')}
            invalid={failure === INCOMPLETE && value.trim() === ''}
          />
        </div>
        <p className="qd-field-error" role="alert">
          {failure}
        </p>
      </form>
      {flag && (
        <Confirm
          open={removing}
          title={`Delete “${flag.name}”?`}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await act({ act: 'remove', ...flag });
            onClose();
          }}
        >
          What it switches goes back to its default at once, for everyone.
        </Confirm>
      )}
    </Dialog>
  );
}
