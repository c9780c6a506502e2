import {
  describeTriState,
  formatCount,
  pressTriState,
  type TriState,
  type TriStateMode,
  type TriStateValue,
} from '@quarterdeck/kit';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ChipPopover } from '../overlay/Popover.tsx';
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
  const labels = new Map(options.map((option) => [option.value, option.label ?? option.value]));
  const said = describeTriState(value, (item) => labels.get(item) ?? item);
  return (
    <ChipPopover
      label={`Filter by ${label}`}
      name={null}
      isOn={Boolean(said)}
      trigger={
        <>
          {said ? `${label}: ` : label}
          {said && <b>{said.text}</b>}
          {said && said.more > 0 && <span>+{said.more}</span>}
        </>
      }
      popupClass="qd-filter"
    >
      <FilterList {...props} />
    </ChipPopover>
  );
}

/** Values drawn at most; the search narrows the rest. */
const MAX_SHOWN = 200;

function FilterList({ label, options, value, onChange, mode = 'multi' }: TriStateFilterProps) {
  const list = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  useEffect(() => {
    list.current?.querySelector('input')?.focus();
  }, []);
  const wanted = search.trim().toLowerCase();
  const found = options.filter((option) => (option.label ?? option.value).toLowerCase().includes(wanted));
  const press = (item: string, state: TriState) => onChange(pressTriState(value, item, state, mode));
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    moveFocus(list.current, event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows go between the controls within, which are reached by Tab as well
    <div ref={list} className="qd-filter-body" onKeyDown={key}>
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
function moveFocus(list: HTMLElement | null, step: number) {
  if (!list) return;
  const stops = [...list.querySelectorAll<HTMLElement>('input, .qd-tri-inc')];
  const row = document.activeElement?.closest('.qd-filter-row')?.querySelector<HTMLElement>('.qd-tri-inc');
  const at = stops.indexOf(row ?? (document.activeElement as HTMLElement));
  stops[Math.max(0, Math.min(at + step, stops.length - 1))]?.focus();
}
