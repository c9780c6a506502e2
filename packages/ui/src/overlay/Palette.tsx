import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Kbd } from '../data/Kbd.tsx';
import { cx } from '../format/cx.ts';
import { highlight } from './match-text.ts';
import { OptionRow } from './OptionRow.tsx';

/** One line of the palette. */
export interface PaletteItem {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Where it is, or what it is: quieter, after the name. */
  hint?: string;
  /** The keys that do the same. */
  keys?: readonly string[];
}

export interface PaletteSection {
  id: string;
  title: string;
  items: readonly PaletteItem[];
}

export interface PaletteProps {
  /** What it is for; its accessible name. */
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  sections: readonly PaletteSection[];
  onPick: (item: PaletteItem) => void;
  onClose: () => void;
  /** Said under the list, also to assistive technology: searching, how many, nothing found. */
  note: string;
}

/** Finds and does: type to narrow, arrows to move, Enter to take, Escape to leave. The first line is always ready. */
export function Palette({ label, placeholder, query, onQuery, sections, onPick, onClose, note }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<string>();
  const id = useId();
  const items = sections.flatMap((section) => section.items);
  const at = Math.max(
    0,
    items.findIndex((item) => item.id === chosen),
  );
  const active = items[at];
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const key = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setChosen(items[(at + step + items.length) % items.length]?.id);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      onPick(active);
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way; this is the click on the backdrop
    <dialog
      ref={dialog}
      className="qd-palette"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="qd-palette-box">
        <div className="qd-palette-field">
          <Search size={16} aria-hidden="true" />
          <input
            type="text"
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            aria-label={label}
            aria-expanded={items.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active ? `${id}-${at}` : undefined}
            placeholder={placeholder}
            value={query}
            onChange={(event) => {
              setChosen(undefined);
              onQuery(event.target.value);
            }}
            onKeyDown={key}
          />
          <Kbd>Esc</Kbd>
        </div>
        <div id={`${id}-list`} role="listbox" aria-label={label} className="qd-palette-list" tabIndex={-1}>
          {sections.map((section) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not a fieldset
            <div key={section.id} role="group" aria-label={section.title}>
              <div className="qd-palette-section" role="presentation">
                {section.title}
              </div>
              {section.items.map((item) => (
                <Line
                  key={item.id}
                  id={`${id}-${items.indexOf(item)}`}
                  item={item}
                  query={query}
                  isActive={item === active}
                  onPoint={() => setChosen(item.id)}
                  onPick={() => onPick(item)}
                />
              ))}
            </div>
          ))}
        </div>
        <p className="qd-palette-note" role="status">
          {note}
        </p>
      </div>
    </dialog>
  );
}

interface LineProps {
  id: string;
  item: PaletteItem;
  query: string;
  isActive: boolean;
  onPoint: () => void;
  onPick: () => void;
}

function Line({ id, item, query, isActive, onPoint, onPick }: LineProps) {
  return (
    <OptionRow
      id={id}
      className={cx('qd-palette-item', isActive && 'qd-palette-active')}
      isActive={isActive}
      isSelected={isActive}
      onTake={onPick}
      onPoint={onPoint}
    >
      <span className="qd-palette-icon" aria-hidden="true">
        {item.icon}
      </span>
      <span className="qd-palette-label">
        {highlight(item.label, query).map((piece, i) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
          piece.hit ? <mark key={i}>{piece.text}</mark> : <span key={i}>{piece.text}</span>,
        )}
      </span>
      {item.hint && <span className="qd-palette-hint">{item.hint}</span>}
      {item.keys?.map((one) => (
        <Kbd key={one}>{one}</Kbd>
      ))}
    </OptionRow>
  );
}
