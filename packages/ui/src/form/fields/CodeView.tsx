import type { CodeField, Json } from '@quarterdeck/contract';
import { useEffect, useRef, useState } from 'react';
import { CodeEditor } from '../../code/CodeEditor.tsx';
import { useFormContext } from '../context.ts';
import { FieldFrame } from '../FieldFrame.tsx';
import { isSame } from '../path.ts';
import { loadYaml } from '../raw.ts';
import { shownText, useField } from '../use-field.ts';

/** A text in some language, or a value written as YAML or JSON. */
export function CodeView({ field, base }: { field: CodeField; base: string }) {
  return field.as === 'value' ? <ValueCode field={field} base={base} /> : <TextCode field={field} base={base} />;
}

function TextCode({ field, base }: { field: CodeField; base: string }) {
  const { held, set } = useField(field, base);
  return (
    <Editor field={field} base={base} text={shownText(held)} onText={(text) => set(text === '' ? undefined : text)} />
  );
}

/** The text is kept as typed; the value follows whenever the text means one. */
function ValueCode({ field, base }: { field: CodeField; base: string }) {
  const { form } = useFormContext();
  const { path, held, set } = useField(field, base);
  const [text, setText] = useState<string>();
  const { block } = form;
  useEffect(() => () => block(path, undefined), [block, path]);
  const written = useRef<Json | undefined>(undefined);
  useEffect(() => {
    if (text !== undefined && isSame(written.current, held)) return;
    written.current = held;
    let stale = false;
    void loadYaml().then(({ writeText }) => {
      if (stale) return;
      block(path, undefined);
      setText(held === undefined ? '' : writeText(held, field.language === 'json' ? 'json' : 'yaml'));
    });
    return () => {
      stale = true;
    };
  }, [held, text, field.language, block, path]);
  const change = (next: string) => {
    setText(next);
    void loadYaml().then(({ readText }) => {
      const read = readText(next);
      block(path, 'problem' in read ? read.problem : undefined);
      if ('problem' in read) return;
      written.current = read.value;
      set(read.value);
    });
  };
  return <Editor field={field} base={base} text={text ?? ''} onText={change} />;
}

interface EditorProps {
  field: CodeField;
  base: string;
  text: string;
  onText: (text: string) => void;
}

function Editor({ field, base, text, onText }: EditorProps) {
  const { id, error, readOnly, touch } = useField(field, base);
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required}>
      {(control) => (
        <CodeEditor
          id={control.id}
          label={field.label}
          {...(control['aria-describedby'] !== undefined && { describedBy: control['aria-describedby'] })}
          invalid={control['aria-invalid'] ?? false}
          language={field.language}
          value={text}
          onChange={onText}
          onBlur={touch}
          readOnly={readOnly}
          size={field.size ?? 'small'}
          {...(field.schema !== undefined && { schema: field.schema })}
        />
      )}
    </FieldFrame>
  );
}
