import { Bookmark, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../controls/Button.tsx';
import { TextField } from '../controls/TextInput.tsx';
import { toast } from '../feedback/toast.tsx';
import { ChipPopover } from '../overlay/Popover.tsx';
import { type FilterState, isSameFilter, NO_FILTERS, type SavedFilter, saveFilter } from './filter-state.ts';

export interface SavedFiltersProps {
  list: readonly SavedFilter[];
  onChange: (list: SavedFilter[]) => void;
  value: FilterState;
  onApply: (value: FilterState) => void;
}

/** The filters that a person saved by name: choose one, save the present one, delete one (with undo). */
export function SavedFilters(props: SavedFiltersProps) {
  const { list, value } = props;
  const chosen = list.find((saved) => isSameFilter(saved, value));
  return (
    <ChipPopover
      label="Saved filters"
      name={null}
      isOn={chosen !== undefined}
      trigger={
        <>
          <Bookmark size={13} aria-hidden="true" />
          {chosen ? 'Saved: ' : 'Saved'}
          {chosen && <b>{chosen.name}</b>}
        </>
      }
      align="end"
      popupClass="qd-saved"
    >
      {(leave) => <SavedList {...props} chosen={chosen} leave={leave} />}
    </ChipPopover>
  );
}

interface SavedListProps extends SavedFiltersProps {
  chosen: SavedFilter | undefined;
  leave: () => void;
}

function SavedList({ list, onChange, value, onApply, chosen, leave }: SavedListProps) {
  const box = useRef<HTMLUListElement>(null);
  const apply = ({ search, filters }: SavedFilter) => {
    leave();
    onApply({ search, filters });
  };
  const remove = (saved: SavedFilter) => {
    // The pressed button goes: the list keeps the focus, so that the panel stays.
    box.current?.focus();
    onChange(list.filter((one) => one !== saved));
    toast.success(`Deleted the filter “${saved.name}”`, {
      action: { label: 'Undo', onClick: () => onChange([...list]) },
    });
  };
  return (
    <>
      {list.length === 0 && <p className="qd-filter-none">No filter is saved yet</p>}
      <ul ref={box} className="qd-filter-list" tabIndex={-1}>
        {list.map((saved) => (
          <li key={saved.name} className="qd-saved-row">
            <button
              type="button"
              className="qd-filter-name"
              title={saved.name}
              aria-current={saved === chosen || undefined}
              onClick={() => apply(saved)}
            >
              {saved.name}
            </button>
            <IconButton
              label={`Delete filter ${saved.name}`}
              icon={<Trash2 size={13} aria-hidden="true" />}
              onClick={() => remove(saved)}
            />
          </li>
        ))}
      </ul>
      <SaveForm
        list={list}
        value={value}
        onSave={(saved) => {
          leave();
          onChange(saveFilter(list, saved));
        }}
      />
    </>
  );
}

interface SaveFormProps {
  list: readonly SavedFilter[];
  value: FilterState;
  onSave: (saved: SavedFilter) => void;
}

function SaveForm({ list, value, onSave }: SaveFormProps) {
  const [name, setName] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const isNothing = isSameFilter(value, NO_FILTERS);
  const trimmed = name.trim();
  const isTaken = list.some((saved) => saved.name === trimmed);
  const hint = isNothing ? 'Nothing is filtered now' : isTaken ? 'Replaces the filter of this name' : undefined;
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isNothing && trimmed !== '') onSave({ name: trimmed, search: value.search.trim(), filters: value.filters });
  };
  return (
    <form ref={form} className="qd-saved-form" onSubmit={submit}>
      <TextField
        label="Save these filters as"
        autoComplete="off"
        value={name}
        onChange={setName}
        {...(hint ? { hint } : {})}
      />
      <Button type="submit" disabled={isNothing || trimmed === ''}>
        Save
      </Button>
    </form>
  );
}
