import './combobox.css';
import { Check, ChevronDown, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Chip } from '../controls/Chip.tsx';
import { cx } from '../format/cx.ts';
import { Icon } from '../status/Icon.tsx';
import { type ComboboxOption, type OptionSearch, useOptions } from './combobox-model.ts';
import { OptionRow } from './OptionRow.tsx';
import { usePopup } from './popup.ts';

interface ComboboxBase {
  /** The accessible name, also of the list and of what clears it. */
  label?: string;
  id?: string;
  describedBy?: string;
  /** What can be chosen, filtered here … */
  options?: readonly ComboboxOption[];
  /** … or asked of the host as the person types. */
  search?: OptionSearch;
  /** The pause before asking, in milliseconds (spec 001 §9: 100 for options, 300 for resources). */
  delayMs?: number;
  /** Other texts than those offered may be entered. */
  creatable?: boolean;
  placeholder?: string;
  invalid?: boolean;
  required?: boolean;
  readOnly?: boolean;
  onBlur?: () => void;
}

export interface ComboboxProps extends ComboboxBase {
  value: string | undefined;
  /** What the value reads as, where `options` does not say it. */
  valueLabel?: string;
  /** A mark before the field. */
  icon?: ReactNode;
  onChange: (value: string | undefined, option?: ComboboxOption) => void;
}

/** One choice from many: type to narrow, arrows to move, Enter to take, Escape to leave as it was, no text for no value. */
export function Combobox({ value, valueLabel, icon, onChange, ...base }: ComboboxProps) {
  const shown = base.options?.find((option) => option.value === value)?.label ?? valueLabel ?? value ?? '';
  return (
    <ComboboxField
      {...base}
      shown={shown}
      chosen={value === undefined ? [] : [value]}
      lead={icon}
      onPick={(option) => onChange(option.value, option)}
      {...(value !== undefined && value !== '' && { onClear: () => onChange(undefined) })}
    />
  );
}

export interface MultiComboboxProps extends ComboboxBase {
  values: readonly string[];
  /** Labels of values that `options` does not have. */
  labels?: ReadonlyMap<string, string>;
  onChange: (values: string[], added?: ComboboxOption) => void;
}

/** Many choices as chips. Backspace in the empty field removes the last one. */
export function MultiCombobox({ values, labels, onChange, ...base }: MultiComboboxProps) {
  const nameOf = (value: string) =>
    base.options?.find((option) => option.value === value)?.label ?? labels?.get(value) ?? value;
  const remove = (value: string) => onChange(values.filter((one) => one !== value));
  const last = values.at(-1);
  return (
    <ComboboxField
      {...base}
      shown=""
      chosen={values}
      multiple
      lead={values.map((value) => (
        <Chip
          key={value}
          tone="accent"
          {...(!base.readOnly && { removeLabel: `Remove ${nameOf(value)}`, onRemove: () => remove(value) })}
        >
          {nameOf(value)}
        </Chip>
      ))}
      onPick={(option) =>
        values.includes(option.value) ? remove(option.value) : onChange([...values, option.value], option)
      }
      {...(last !== undefined && { onBackspace: () => remove(last) })}
    />
  );
}

interface FieldProps extends ComboboxBase {
  shown: string;
  chosen: readonly string[];
  multiple?: boolean;
  lead?: ReactNode;
  onPick: (option: ComboboxOption) => void;
  onClear?: () => void;
  onBackspace?: () => void;
}

function ComboboxField(props: FieldProps) {
  const { label, id, describedBy, options, search, delayMs = 100, creatable, placeholder, invalid, required } = props;
  const { readOnly = false, onBlur, shown, chosen, multiple = false, lead, onPick, onClear, onBackspace } = props;
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const query = typed ?? '';
  const { options: found, isLoading, error } = useOptions(options, search, query, open, delayMs);
  const fresh = query.trim();
  const offersNew = creatable && fresh !== '' && !found.some((one) => one.value === fresh || one.label === fresh);
  const rows = offersNew ? [...found, { value: fresh, label: fresh, hint: 'as typed' }] : found;
  const at = Math.min(active, rows.length - 1);
  const close = () => {
    setOpen(false);
    setTyped(undefined);
    setActive(-1);
  };
  const leave = () => {
    const exact = fresh === '' ? undefined : rows.find((one) => one.value === fresh || one.label === fresh);
    if (typed !== undefined && exact && !multiple) onPick(exact);
    if (typed !== undefined && fresh === '' && !required) onClear?.();
    close();
  };
  // A whole text that is left by a click is taken, as it is by Tab; Escape drops it.
  const popup = usePopup(box, open, (by) => (by === 'outside' ? leave() : close()));
  const take = (option: ComboboxOption | undefined) => {
    if (!option) return;
    onPick(option);
    if (multiple) setTyped('');
    else close();
  };
  const key = (event: KeyboardEvent) => {
    if (readOnly) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const start = at < 0 ? (step > 0 ? -1 : rows.length) : at;
      if (rows.length > 0) setActive((start + step + rows.length) % rows.length);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      const typedRow = query === '' ? undefined : offersNew ? rows.at(-1) : rows[0];
      if (at < 0 && !typedRow) leave();
      else take(at >= 0 ? rows[at] : typedRow);
    } else if (event.key === 'Backspace' && query === '') {
      onBackspace?.();
    }
  };
  const blurred = (event: FocusEvent) => {
    const to = event.relatedTarget;
    if (to instanceof Node && (box.current?.contains(to) || popup.current?.contains(to))) return;
    leave();
    onBlur?.();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click beside the chips goes to the field; the field is the control
    // biome-ignore lint/a11y/useKeyWithClickEvents: same
    <div
      ref={box}
      className={cx('qd-combo', multiple && 'qd-combo-multi')}
      data-invalid={invalid || undefined}
      data-readonly={readOnly || undefined}
      onBlur={blurred}
      onClick={() => input.current?.focus()}
    >
      {lead}
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-describedby={describedBy}
        aria-expanded={open && rows.length > 0}
        aria-controls={open && rows.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 ? `${listId}-${at}` : undefined}
        aria-invalid={invalid || undefined}
        aria-required={required || undefined}
        readOnly={readOnly}
        placeholder={chosen.length > 0 && multiple ? undefined : placeholder}
        value={typed ?? shown}
        onChange={(event) => {
          setTyped(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onClick={() => !readOnly && setOpen(true)}
        onKeyDown={key}
      />
      {onClear && !readOnly && !required && (
        <button
          type="button"
          className="qd-search-clear"
          tabIndex={-1}
          aria-label={`Clear ${label ?? ''}`.trim()}
          onClick={onClear}
        >
          <X size={13} aria-hidden="true" />
        </button>
      )}
      <ChevronDown size={13} aria-hidden="true" className="qd-chevron" />
      {open && (
        <div ref={popup} popover="manual" className="qd-popup qd-menu qd-combo-list">
          {rows.length > 0 && (
            <div
              id={listId}
              role="listbox"
              aria-label={label ?? 'Options'}
              aria-multiselectable={multiple || undefined}
            >
              {rows.map((option, i) => (
                <Row
                  key={option.value}
                  id={`${listId}-${i}`}
                  option={option}
                  isActive={i === at}
                  isChosen={chosen.includes(option.value)}
                  onTake={() => take(option)}
                />
              ))}
            </div>
          )}
          <p className="qd-combo-note" role="status">
            {noteOf(isLoading, error, rows.length)}
          </p>
        </div>
      )}
    </div>
  );
}

function noteOf(isLoading: boolean, error: string | undefined, count: number): string {
  if (error !== undefined) return `Could not search: ${error}`;
  if (isLoading) return 'Searching …';
  return count === 0 ? 'Nothing matches' : '';
}

interface RowProps {
  id: string;
  option: ComboboxOption;
  isActive: boolean;
  isChosen: boolean;
  onTake: () => void;
}

function Row({ id, option, isActive, isChosen, onTake }: RowProps) {
  return (
    <OptionRow
      id={id}
      className={cx('qd-menu-item', isActive && 'qd-combo-active')}
      isActive={isActive}
      isSelected={isChosen}
      onTake={onTake}
    >
      {option.icon && <Icon name={option.icon} />}
      <span className="qd-menu-label">{option.label}</span>
      {option.hint && <span className="qd-menu-hint">{option.hint}</span>}
      {isChosen && <Check size={14} aria-hidden="true" className="qd-combo-check" />}
    </OptionRow>
  );
}
