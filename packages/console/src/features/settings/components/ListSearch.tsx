import { SEARCH_DEBOUNCE_MS } from '@quarterdeck/contract';
import { SearchBox, useDebouncedText } from '@quarterdeck/ui';

export interface ListSearchProps {
  /** Names the field: "Search tokens". */
  label: string;
  placeholder: string;
  /** What the address holds. */
  value: string;
  /** Called once a person pauses. */
  onWrite: (text: string) => void;
}

/** The search of a list, whose text lives in the address. */
export function ListSearch({ label, placeholder, value, onWrite }: ListSearchProps) {
  const { text, setText, flush } = useDebouncedText(value, onWrite, SEARCH_DEBOUNCE_MS);
  return <SearchBox label={label} placeholder={placeholder} value={text} onChange={setText} onSubmit={flush} hotkey />;
}
