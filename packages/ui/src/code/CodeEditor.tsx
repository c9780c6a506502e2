import './code.css';
import type { CodeLanguage, CodeSize, Json } from '@quarterdeck/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { EditorSettings, MountedEditor } from './editor.ts';
import type { JsonSchema } from './json-schema.ts';

export interface CodeEditorProps {
  /** The accessible name. */
  label: string;
  value: string;
  /** Every change, at once. Without it the editor is a viewer. */
  onChange?: (text: string) => void;
  onBlur?: () => void;
  language: CodeLanguage;
  /** JSON schema: completion, and warnings for what does not fit. */
  schema?: Json;
  size?: CodeSize;
  readOnly?: boolean;
  invalid?: boolean;
  id?: string;
  describedBy?: string;
}

/**
 * An editor with line numbers, folding, find, undo, and help from a JSON schema. The editor itself is a chunk of its own:
 * until it is here, or where it cannot be loaded, a plain text field does the work, with the same name and value.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, onChange, onBlur, language, schema, size = 'small', invalid, id, describedBy } = props;
  const readOnly = props.readOnly === true || onChange === undefined;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<MountedEditor>(undefined);
  const [isMounted, setMounted] = useState(false);
  const hooks = useRef({ value, onChange, onBlur });
  useLayoutEffect(() => {
    hooks.current = { value, onChange, onBlur };
  });
  const settings: EditorSettings = {
    language,
    readOnly,
    schema: schema as JsonSchema | undefined,
    attributes: {
      'aria-label': label,
      ...(id !== undefined && { id }),
      ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
      ...(invalid && { 'aria-invalid': 'true' }),
    },
  };
  const latest = useRef(settings);
  const key = JSON.stringify(settings.attributes);
  useLayoutEffect(() => {
    latest.current = settings;
  });

  useEffect(() => {
    let isAlive = true;
    loadEditor()
      .then(([{ mountEditor }, tools, { makeSlots }]) => {
        const parent = place.current;
        if (!isAlive || !parent) return;
        const listeners = {
          onChange: (text: string) => {
            if (text !== hooks.current.value) hooks.current.onChange?.(text);
          },
          onBlur: () => hooks.current.onBlur?.(),
        };
        editor.current = mountEditor(parent, hooks.current.value, latest.current, listeners, tools, makeSlots());
        setMounted(true);
      })
      // The plain field stays: it can do all that is needed.
      .catch(() => {});
    return () => {
      isAlive = false;
      editor.current?.destroy();
      editor.current = undefined;
      setMounted(false);
    };
  }, []);

  useEffect(() => {
    if (isMounted) editor.current?.setText(value);
  }, [value, isMounted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the attributes, which are new each time
  useEffect(() => {
    if (isMounted) editor.current?.configure(latest.current);
  }, [isMounted, language, readOnly, schema, key]);

  return (
    <div
      className={`qd-editor qd-editor-${size}`}
      data-invalid={invalid || undefined}
      data-readonly={readOnly || undefined}
    >
      {!isMounted && (
        <textarea
          {...settings.attributes}
          spellCheck={false}
          readOnly={readOnly}
          value={value}
          onChange={(event) => onChange?.(event.target.value)}
          onBlur={onBlur}
        />
      )}
      <div ref={place} className="qd-editor-place" />
    </div>
  );
}

function loadEditor() {
  return Promise.all([import('./editor.ts'), import('./editor-tools.ts'), import('./editor-slots.ts')]);
}
