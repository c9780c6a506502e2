import { pressTriState, type TriStateValue } from '@quarterdeck/kit';
import { IconButton, Switch, TriStateFilter, TriToggle } from '@quarterdeck/ui';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { barFilters, type LabelFilter, type LabelStates, labelsOf } from '../model/labels.ts';

export interface FilterAreaProps {
  /** Lies over the list and can be closed, rather than standing beside it. */
  floating: boolean;
  onClose: () => void;
  hidePassing: boolean;
  onHidePassing: (hide: boolean) => void;
  labels: LabelStates;
  onLabels: (labels: LabelStates) => void;
  filters: readonly LabelFilter[];
}

/** Closes from within: the focus goes back to the button that opens the filters, or it would be lost. */
function closeByKey(onClose: () => void): void {
  document.querySelector<HTMLElement>('[data-filter-toggle]')?.focus();
  onClose();
}

/** The filter sidebar: by health, by label (spec 001 §2). Floating, it closes by its button, Escape and a click outside. */
export function FilterArea(props: FilterAreaProps) {
  const { floating, onClose, filters } = props;
  const area = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!floating) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      closeByKey(onClose);
    };
    const onPointer = (event: PointerEvent): void => {
      const target = event.target;
      if (!(target instanceof Element) || area.current?.contains(target)) return;
      if (
        !target.closest('[data-filter-toggle],[data-base-ui-portal],[role="menu"],[role="listbox"],[role="dialog"]')
      ) {
        onClose();
      }
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPointer);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPointer);
    };
  }, [floating, onClose]);
  return (
    <aside ref={area} className={floating ? 'qd-filters qd-filters-floating' : 'qd-filters'} aria-label="Filters">
      <div className="qd-filters-head">
        <h2>Filter by Health</h2>
        {floating && (
          <IconButton
            label="Close filters"
            icon={<X size={14} aria-hidden="true" />}
            onClick={() => closeByKey(onClose)}
          />
        )}
      </div>
      <Switch label="Hide Passing" checked={props.hidePassing} onChange={props.onHidePassing} />
      <h2>Filter by Label</h2>
      {filters.length === 0 && <p className="qd-quiet">The checks shown have no labels.</p>}
      <ul>
        {filters.map((filter) => (
          <li key={filter.key}>
            <LabelControl filter={filter} labels={props.labels} onLabels={props.onLabels} />
          </li>
        ))}
      </ul>
    </aside>
  );
}

interface LabelControlProps {
  filter: LabelFilter;
  labels: LabelStates;
  onLabels: (labels: LabelStates) => void;
}

function LabelControl({ filter, labels, onLabels }: LabelControlProps) {
  const held = barFilters(labels);
  const value = held[filter.key] ?? {};
  const change = (next: TriStateValue) => onLabels(labelsOf({ ...held, [filter.key]: next }));
  if (filter.kind === 'toggle') {
    const name = `${filter.key}: ${filter.value}`;
    return (
      <div className="qd-three-way">
        <span className="qd-three-way-label" title={name}>
          {name}
        </span>
        <span className="qd-quiet qd-num">{filter.count}</span>
        <TriToggle
          label={name}
          state={value[filter.value]}
          onPress={(state) => change(pressTriState(value, filter.value, state))}
        />
      </div>
    );
  }
  return <TriStateFilter label={filter.key} options={filter.values} value={value} onChange={change} />;
}
