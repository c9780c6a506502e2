import { Bookmark, ChevronDown, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../controls/Button.tsx';
import { TextField } from '../controls/TextInput.tsx';
import { toast } from '../feedback/toast.tsx';
import { cx } from '../format/cx.ts';
import { closeOnLeave } from '../overlay/leave.ts';
import { usePopup } from '../overlay/popup.ts';
import { type FilterState, isSameFilter, NO_FILTERS, type SavedFilter, saveFilter } from './filter-state.ts';

export interface SavedFiltersProps {
  list: readonly SavedFilter[];
  onChange: (list: SavedFilter[]) => void;
  value: FilterState;
  onApply: (value: FilterState) => void;
}

/** The filters that a person saved by name: choose one, save the present one, delete one (with undo). */
export function SavedFilters({ list, onChange, value, onApply }: SavedFiltersProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const close = () => setOpen(false);
  const popup = usePopup(button, open, close, { align: 'end' });
  const chosen = list.find((saved) => isSameFilter(saved, value));
  const apply = ({ search, filters }: SavedFilter) => {
    close();
    button.current?.focus();
    onApply({ search, filters });
  };
  const remove = (saved: SavedFilter) => {
    popup.current?.focus();
    onChange(list.filter((one) => one !== saved));
    toast.success(`Deleted the filter “${saved.name}”`, {
      action: { label: 'Undo', onClick: () => onChange([...list]) },
    });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx('qd-chip-btn', chosen && 'qd-on')}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Bookmark size={13} aria-hidden="true" />
        {chosen ? 'Saved: ' : 'Saved'}
        {chosen && <b>{chosen.name}</b>}
        <ChevronDown size={13} aria-hidden="true" className="qd-chevron" />
      </button>
      {open && (
        <div
          ref={popup}
          id={id}
          popover="manual"
          role="dialog"
          tabIndex={-1}
          aria-label="Saved filters"
          className="qd-popup qd-saved"
          onBlur={closeOnLeave(popup, close)}
        >
          {list.length === 0 && <p className="qd-filter-none">No filter is saved yet</p>}
          <ul className="qd-filter-list">
            {list.map((saved) => (
              <li key={saved.name} className="qd-saved-row">
                <button type="button" aria-current={saved === chosen || undefined} onClick={() => apply(saved)}>
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
              close();
              button.current?.focus();
              onChange(saveFilter(list, saved));
            }}
          />
        </div>
      )}
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
