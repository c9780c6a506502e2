import type { FormTab } from '@quarterdeck/ui/form';

/** Which way of editing a spec is open; the fields when it is not said. */
export interface EditorSearch {
  editor?: 'code';
}

/** Reads which way of editing is open. */
export function parseEditor(raw: Readonly<Record<string, unknown>>): EditorSearch {
  return raw.editor === 'code' ? { editor: 'code' } : {};
}

/** The way of editing of a state. */
export function editorOf({ editor }: EditorSearch): FormTab {
  return editor === 'code' ? 'text' : 'form';
}

/** The state with another way of editing. */
export function withEditor<T extends EditorSearch>({ editor: _editor, ...held }: T, tab: FormTab): T {
  return { ...held, ...(tab === 'text' ? { editor: 'code' } : {}) } as T; // the rest of a state is a state
}
