import { Compartment, EditorState, type Extension } from '@codemirror/state';

/** The parts of an editor that change while it stands, and what holds for all editors. */
export interface EditorSlots {
  attributes: Compartment;
  mode: Compartment;
  help: Compartment;
  search: Compartment;
  basics: Extension;
}

/** Makes the slots of one editor. Apart from the view, so that the two load side by side. */
export function makeSlots(): EditorSlots {
  return {
    attributes: new Compartment(),
    mode: new Compartment(),
    help: new Compartment(),
    search: new Compartment(),
    basics: EditorState.tabSize.of(2),
  };
}
