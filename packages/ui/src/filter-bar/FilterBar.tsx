import { SEARCH_DEBOUNCE_MS } from '@quarterdeck/contract';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { TextButton } from '../controls/Button.tsx';
import { Chip } from '../controls/Chip.tsx';
import { SearchBox, type SearchBoxProps } from '../controls/SearchBox.tsx';
import { TriStateFilter } from '../controls/TriStateFilter.tsx';
import { useDebouncedText } from '../controls/use-debounced-text.ts';
import {
  activeFilters,
  type FilterField,
  type FilterState,
  NO_FILTERS,
  type SavedFilter,
  withFilter,
  withoutItem,
} from './filter-state.ts';
import { HiddenNote, type HiddenRows } from './HiddenNote.tsx';
import { SavedFilters } from './SavedFilters.tsx';

export interface FilterBarProps {
  /** What is filtered (default "Filters"). */
  label?: string;
  fields: readonly FilterField[];
  value: FilterState;
  /** One call for one act of the person; a search is told after a pause of 400 ms, or at once by Enter. */
  onChange: (value: FilterState) => void;
  /** Leave out for a bar without search. */
  search?: Pick<SearchBoxProps, 'label' | 'placeholder' | 'hotkey'>;
  /** Leave out where filters cannot be saved. */
  saved?: { list: readonly SavedFilter[]; onChange: (list: SavedFilter[]) => void };
  /** What is left out, in words with a way back; a count of none is not said. */
  hidden?: readonly HiddenRows[];
  /** Further tools of the row, such as a time range. They keep their own state. */
  children?: ReactNode;
}

/** The filters of a list: search, tri-state filters, what is active as chips, saved filters, and what is hidden. */
export function FilterBar({
  label = 'Filters',
  fields,
  value,
  onChange,
  search,
  saved,
  hidden,
  children,
}: FilterBarProps) {
  const { bar, keepFocusAt } = useFocusAfterRemoval();
  const active = activeFilters(fields, value);
  const found = hidden?.filter(({ count }) => count > 0) ?? [];
  return (
    <section ref={bar} className="qd-filter-bar" aria-label={label}>
      <div className="qd-filter-tools">
        {search && (
          <BarSearch {...search} value={value.search} onWrite={(text) => onChange({ ...value, search: text })} />
        )}
        {fields
          .filter((field) => !field.aside)
          .map((field) => (
            <TriStateFilter
              key={field.id}
              label={field.label}
              options={field.options}
              value={value.filters[field.id] ?? {}}
              onChange={(next) => onChange(withFilter(value, field.id, next))}
              {...(field.mode && { mode: field.mode })}
            />
          ))}
        {children}
        {saved && <SavedFilters {...saved} value={value} onApply={onChange} />}
      </div>
      {(active.length > 0 || found.length > 0) && (
        <div className="qd-filter-active">
          {active.length > 0 && (
            <ul aria-label="Active filters">
              {active.map((one, index) => (
                <li key={`${one.field.id} ${one.item}`}>
                  <Chip
                    tone={one.state === 1 ? 'include' : 'exclude'}
                    removeLabel={`Remove filter ${one.text}`}
                    onRemove={() => {
                      keepFocusAt(index);
                      onChange(withoutItem(value, one));
                    }}
                  >
                    {one.text}
                  </Chip>
                </li>
              ))}
            </ul>
          )}
          {active.length > 0 && (
            <TextButton
              onClick={() => {
                keepFocusAt(0);
                onChange(NO_FILTERS);
              }}
            >
              Clear all
            </TextButton>
          )}
          <p role="status">
            {found.map((rows) => (
              <HiddenNote key={rows.what} {...rows} />
            ))}
          </p>
        </div>
      )}
    </section>
  );
}

/** What had the focus goes with a removed filter: the focus moves to the next one, or to the first tool. */
function useFocusAfterRemoval() {
  const bar = useRef<HTMLElement>(null);
  const wanted = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const chips = bar.current?.querySelectorAll<HTMLElement>('.qd-filter-active li button');
    const next = chips?.[Math.min(wanted.current, chips.length - 1)];
    wanted.current = undefined;
    (next ?? bar.current?.querySelector<HTMLElement>('.qd-filter-tools :is(input, button)'))?.focus();
  });
  return {
    bar,
    keepFocusAt: (index: number) => {
      wanted.current = index;
    },
  };
}

interface BarSearchProps extends Pick<SearchBoxProps, 'label' | 'placeholder' | 'hotkey'> {
  value: string;
  onWrite: (text: string) => void;
}

/** What is typed draws this box alone, not the tools beside it. */
function BarSearch({ value, onWrite, ...rest }: BarSearchProps) {
  const { text, setText, flush } = useDebouncedText(value, onWrite, SEARCH_DEBOUNCE_MS);
  return <SearchBox {...rest} value={text} onChange={setText} onSubmit={flush} />;
}
