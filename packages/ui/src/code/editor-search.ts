import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

/** Find and replace inside an editor (Ctrl F). */
export function searchTools(): Extension {
  return [search({ top: true }), highlightSelectionMatches(), keymap.of(searchKeymap)];
}
