import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { CodeLanguage } from '@quarterdeck/contract';
import { streamLanguage } from './stream-languages.ts';

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.attributeName], class: 'qd-tok-key' },
  { tag: [tags.string, tags.content], class: 'qd-tok-string' },
  { tag: tags.number, class: 'qd-tok-number' },
  { tag: [tags.bool, tags.null, tags.keyword, tags.atom], class: 'qd-tok-word' },
  { tag: tags.comment, class: 'qd-tok-comment' },
  { tag: [tags.punctuation, tags.separator, tags.bracket, tags.operator, tags.meta], class: 'qd-tok-punct' },
]);

/** Keys, undo, folding, brackets and colours. Tab is left to the page. */
export function editing(): Extension {
  return [
    foldGutter(),
    history(),
    indentOnInput(),
    bracketMatching(),
    syntaxHighlighting(COLOURS),
    keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap]),
  ];
}

/** The grammar of a language; those of YAML and JSON are chunks of their own. */
export async function languageOf(language: CodeLanguage): Promise<Extension> {
  if (language === 'yaml') return (await import('@codemirror/lang-yaml')).yaml();
  if (language === 'json') return (await import('@codemirror/lang-json')).json();
  return streamLanguage(language);
}
