export { CodeEditor, type CodeEditorProps } from './CodeEditor.tsx';
export { Diff, type DiffProps } from './Diff.tsx';
export { checkSchema, type JsonSchema, type SchemaProblem } from './json-schema.ts';
export { type DiffHunk, type DiffLine, diffTexts, parseUnified } from './line-diff.ts';
export { JsonView, type TreeViewProps, YamlView } from './TreeView.tsx';
export { writePath } from './tree-rows.ts';
