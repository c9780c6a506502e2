import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { type Diagnostic, linter, lintKeymap } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { placeInJson, placeInYaml } from './cursor.ts';
import { problemsIn } from './document-problems.ts';
import type { JsonSchema } from './json-schema.ts';
import { suggest } from './schema-help.ts';

/** Marks what is wrong with a document and offers what its schema allows. */
export function assist(language: 'yaml' | 'json', schema: JsonSchema | undefined): Extension {
  const lint = linter((view): Diagnostic[] => problemsIn(view.state.doc.toString(), language, schema), { delay: 300 });
  if (!schema) return [lint, keymap.of(lintKeymap)];
  const complete = (context: CompletionContext) => completionsAt(context, language, schema);
  return [
    lint,
    autocompletion({ override: [complete], icons: false }),
    keymap.of([...completionKeymap, ...lintKeymap]),
  ];
}

function completionsAt(
  context: CompletionContext,
  language: 'yaml' | 'json',
  schema: JsonSchema,
): CompletionResult | null {
  const text = context.state.doc.toString();
  const place = (language === 'json' ? placeInJson : placeInYaml)(text, context.pos);
  if (!context.explicit && place.from === context.pos) return null;
  const options = suggest(schema, place, language).map(({ label, insert, detail, info, isRequired }) => ({
    label: language === 'json' ? insert.replace(/: $/, '') : label,
    displayLabel: label,
    apply: insert,
    boost: isRequired ? 1 : 0,
    ...(detail !== undefined && { detail }),
    ...(info !== undefined && { info }),
  }));
  return options.length === 0 ? null : { from: place.from, options, validFor: /^["\w.-]*$/ };
}
