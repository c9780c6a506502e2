import {
  describeTriState,
  formatCount,
  pressTriState,
  type TriState,
  type TriStateMode,
  type TriStateValue,
} from '@quarterdeck/kit';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../format/cx.ts';
import { closeOnLeave } from '../overlay/leave.ts';
import { usePopup } from '../overlay/popup.ts';
import { TextButton } from './Button.tsx';
import { TextInput } from './TextInput.tsx';
import { TriToggle } from './TriToggle.tsx';

export interface TriStateOption {
  value: string;
  label?: string;
  count?: number;
}

export interface TriStateFilterProps {
  /** "Type", "Agent", or a label key. */
  label: string;
  options: readonly TriStateOption[];
  value: TriStateValue;
  onChange: (value: TriStateValue) => void;
  /** `multi` (default): any number of values of one state. `tags`: values are `key:value`, one of each key. */
  mode?: TriStateMode;
}

/** A filter button whose list gives each value an exclude and an include toggle. */
export function TriStateFilter(props: TriStateFilterProps) {
  const { label, options, value } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const close = () => setOpen(false);
  const popup = usePopup(button, open, close);
  const labels = new Map(options.map((option) => [option.value, option.label ?? option.value]));
  const said = describeTriState(value, (item) => labels.get(item) ?? item);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx('qd-chip-btn', said && 'qd-on')}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {said ? `${label}: ` : label}
        {said && <b>{said.text}</b>}
        {said && said.more > 0 && <span>+{said.more}</span>}
        <ChevronDown size={13} aria-hidden="true" className="qd-chevron" />
      </button>
      {open && <FilterPopup {...props} popup={popup} id={id} onClose={close} />}
    </>
  );
}

interface FilterPopupProps extends TriStateFilterProps {
  popup: RefObject<HTMLDivElement | null>;
  id: string;
  onClose: () => void;
}

/** Values drawn at most; the search narrows the rest. */
const MAX_SHOWN = 200;

function FilterPopup({ label, options, value, onChange, mode = 'multi', popup, id, onClose }: FilterPopupProps) {
  const [search, setSearch] = useState('');
  useEffect(() => {
    popup.current?.querySelector('input')?.focus();
  }, [popup]);
  const wanted = search.trim().toLowerCase();
  const found = options.filter((option) => (option.label ?? option.value).toLowerCase().includes(wanted));
  const press = (item: string, state: TriState) => onChange(pressTriState(value, item, state, mode));
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    moveFocus(popup.current, event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <div
      ref={popup}
      id={id}
      popover="manual"
      role="dialog"
      aria-label={`Filter by ${label}`}
      className="qd-popup qd-filter"
      tabIndex={-1}
      onKeyDown={key}
      onBlur={closeOnLeave(popup, onClose)}
    >
      <div className="qd-filter-head">
        <TextInput aria-label={`Find in ${label}`} placeholder="Find a value" value={search} onChange={setSearch} />
      </div>
      <ul className="qd-filter-list">
        {found.slice(0, MAX_SHOWN).map((option) => (
          <FilterRow key={option.value} option={option} state={value[option.value]} onPress={press} />
        ))}
      </ul>
      {found.length === 0 && <p className="qd-filter-none">No value matches</p>}
      {found.length > MAX_SHOWN && (
        <p className="qd-filter-none">{formatCount(found.length - MAX_SHOWN)} more; search to narrow</p>
      )}
      {Object.keys(value).length > 0 && (
        <div className="qd-filter-foot">
          <TextButton onClick={() => onChange({})}>Clear</TextButton>
        </div>
      )}
    </div>
  );
}

interface FilterRowProps {
  option: TriStateOption;
  state: TriState | undefined;
  onPress: (item: string, state: TriState) => void;
}

function FilterRow({ option, state, onPress }: FilterRowProps) {
  const name = option.label ?? option.value;
  return (
    <li className="qd-filter-row">
      <button
        type="button"
        className="qd-filter-name"
        tabIndex={-1}
        title={name}
        aria-hidden="true"
        onClick={() => onPress(option.value, 1)}
      >
        {name}
      </button>
      {option.count !== undefined && <span className="qd-dim qd-num">{formatCount(option.count)}</span>}
      <TriToggle label={name} state={state} onPress={(pressed) => onPress(option.value, pressed)} />
    </li>
  );
}

/** Up and down go from the search through the include toggles. */
function moveFocus(popup: HTMLElement | null, step: number) {
  if (!popup) return;
  const stops = [...popup.querySelectorAll<HTMLElement>('input, .qd-tri-inc')];
  const row = document.activeElement?.closest('.qd-filter-row')?.querySelector<HTMLElement>('.qd-tri-inc');
  const at = stops.indexOf(row ?? (document.activeElement as HTMLElement));
  stops[Math.max(0, Math.min(at + step, stops.length - 1))]?.focus();
}
