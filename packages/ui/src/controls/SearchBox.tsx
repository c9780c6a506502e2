import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Kbd } from '../data/Kbd.tsx';
import { cx } from '../format/cx.ts';

export interface SearchBoxProps {
  value: string;
  /** Called at once with every keystroke. */
  onChange: (value: string) => void;
  label: string;
  placeholder?: string;
  /** Enter. */
  onSubmit?: (value: string) => void;
  /** `/` anywhere on the page focuses this box. One box per screen should have it. */
  hotkey?: boolean;
  className?: string;
}

/** The search field of a list: letters go through at once, Escape or the cross clears. */
export function SearchBox({ value, onChange, label, placeholder, onSubmit, hotkey, className }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!hotkey) return;
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [hotkey]);
  return (
    <div className={cx('qd-search', className)}>
      <Search size={14} aria-hidden="true" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-keyshortcuts={hotkey ? '/' : undefined}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSubmit?.(value);
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          if (value) onChange('');
          else input.current?.blur();
        }}
      />
      {value ? (
        <button
          type="button"
          className="qd-search-clear"
          aria-label="Clear search"
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <X size={13} aria-hidden="true" />
        </button>
      ) : (
        hotkey && <Kbd>/</Kbd>
      )}
    </div>
  );
}

/** Whether a key press goes into a field, so that page shortcuts keep their hands off. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
