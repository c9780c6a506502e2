import { type Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  lineNumbers,
} from '@codemirror/view';
import type { CodeLanguage } from '@quarterdeck/contract';
import type { EditorSlots } from './editor-slots.ts';
import type { JsonSchema } from './json-schema.ts';

/** The other half of the editor, a chunk of its own that loads beside this one. */
export type EditorTools = typeof import('./editor-tools.ts');

/** What an editor is made with; all but `parent` and `value` may change later. */
export interface EditorSettings {
  attributes: Readonly<Record<string, string>>;
  language: CodeLanguage;
  readOnly: boolean;
  schema: JsonSchema | undefined;
}

export interface EditorHooks {
  onChange: (text: string) => void;
  onBlur: () => void;
}

/** A mounted editor. */
export interface MountedEditor {
  /** Replaces the text where it differs; undo goes back before it. */
  setText: (text: string) => void;
  configure: (settings: EditorSettings) => void;
  destroy: () => void;
}

/**
 * Puts an editor into an element. Tab leaves it, as a keyboard expects; Enter indents. Languages, search and schema help
 * are chunks of their own that come after the first paint.
 */
export function mountEditor(
  parent: HTMLElement,
  value: string,
  settings: EditorSettings,
  hooks: EditorHooks,
  tools: EditorTools,
  slots: EditorSlots,
): MountedEditor {
  const { attributes, mode, help, search, basics } = slots;
  let current = settings;
  let isAlive = true;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      extensions: [
        lineNumbers(),
        tools.editing(),
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        basics,
        attributes.of(traits(settings)),
        mode.of([]),
        help.of([]),
        search.of([]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) hooks.onChange(update.state.doc.toString());
          if (update.focusChanged && !update.view.hasFocus) hooks.onBlur();
        }),
      ],
    }),
  });
  const put = (slot: Compartment, extension: Extension) => {
    if (isAlive) view.dispatch({ effects: slot.reconfigure(extension) });
  };
  const loadMode = async ({ language }: EditorSettings) => {
    const extension = await tools.languageOf(language);
    if (language === current.language) put(mode, extension);
  };
  const loadHelp = async ({ language, schema, readOnly }: EditorSettings) => {
    if (readOnly || (language !== 'yaml' && language !== 'json')) {
      put(help, []);
      return;
    }
    const { assist } = await import('./assist.ts');
    if (schema === current.schema && language === current.language) put(help, assist(language, schema));
  };
  void loadMode(settings);
  void loadHelp(settings);
  void import('./editor-search.ts').then(({ searchTools }) => put(search, searchTools()));
  return {
    setText: (text) => {
      if (text === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    configure: (next) => {
      const before = current;
      current = next;
      put(attributes, traits(next));
      if (next.language !== before.language) void loadMode(next);
      if (next.language !== before.language || next.schema !== before.schema || next.readOnly !== before.readOnly) {
        void loadHelp(next);
      }
    },
    destroy: () => {
      isAlive = false;
      view.destroy();
    },
  };
}

function traits({ attributes, readOnly }: EditorSettings): Extension {
  return [
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ tabindex: '0', ...attributes, ...(readOnly && { 'aria-readonly': 'true' }) }),
  ];
}
