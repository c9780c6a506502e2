import { useEffect, useRef, useState } from 'react';

/** A thing to choose. */
export interface ComboboxOption {
  value: string;
  label: string;
  /** Quieter words at the end. */
  hint?: string;
  /** A mark before the label, by name (see `Icon`). */
  icon?: string;
}

/** Asks the host for options; the signal ends when the text has changed since. */
export type OptionSearch = (query: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>;

/** What the list of a combobox shows. */
export interface OptionList {
  options: readonly ComboboxOption[];
  isLoading: boolean;
  error: string | undefined;
}

/** Rows drawn at most; more letters narrow the rest. */
const MAX_OPTIONS = 100;

/** Options whose label, value or hint has all words of the text; at most 100. */
export function matchOptions(options: readonly ComboboxOption[], query: string): ComboboxOption[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found: ComboboxOption[] = [];
  for (const option of options) {
    const text = `${option.label} ${option.value} ${option.hint ?? ''}`.toLowerCase();
    if (words.every((word) => text.includes(word))) found.push(option);
    if (found.length === MAX_OPTIONS) break;
  }
  return found;
}

/**
 * The options for a text: filtered from a given list, or asked of the host after a pause. An answer that comes after
 * its question was replaced is dropped; the last options stay while new ones are on their way.
 */
export function useOptions(
  given: readonly ComboboxOption[] | undefined,
  search: OptionSearch | undefined,
  query: string,
  open: boolean,
  delayMs: number,
): OptionList {
  const [answer, setAnswer] = useState<OptionList>({ options: [], isLoading: true, error: undefined });
  const ask = useRef(search);
  useEffect(() => {
    ask.current = search;
  });
  const isRemote = search !== undefined;
  useEffect(() => {
    if (!open || !isRemote) return;
    const stop = new AbortController();
    setAnswer((held) => ({ ...held, isLoading: true, error: undefined }));
    const timer = setTimeout(() => {
      ask.current?.(query, stop.signal).then(
        (options) => {
          if (!stop.signal.aborted) setAnswer({ options, isLoading: false, error: undefined });
        },
        (error: unknown) => {
          if (stop.signal.aborted) return;
          setAnswer({ options: [], isLoading: false, error: error instanceof Error ? error.message : String(error) });
        },
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [open, isRemote, query, delayMs]);
  if (isRemote) return answer;
  return { options: matchOptions(given ?? [], query), isLoading: false, error: undefined };
}
