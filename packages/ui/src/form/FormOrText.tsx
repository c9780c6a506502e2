import type { Json } from '@quarterdeck/contract';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CodeEditor } from '../code/CodeEditor.tsx';
import { TextButton } from '../controls/Button.tsx';
import { Tabs } from '../controls/Tabs.tsx';
import { Banner } from '../feedback/Banner.tsx';
import { useFormContext } from './context.ts';
import { FormFields } from './Form.tsx';
import { type FormValue, isSame, readAt, writeAt } from './path.ts';
import { loadYaml } from './raw.ts';
import type { FormHandle } from './use-form.ts';

/** Which of the two is shown. */
export type FormTab = 'form' | 'text';

export interface FormOrTextProps {
  form: FormHandle;
  /** The part of the value that the text holds, as `spec` (default: all of it). */
  path?: string;
  /** JSON schema of what the text holds, for completion and checks. */
  jsonSchema?: Json;
  /** The text that the value was read from; its comments stay. */
  source?: string;
  /** Names of the tabs (spec 001 §3: Form and Code). */
  labels?: { form: string; text: string };
  /** The tab on show, where the host keeps it (in the address); else it is kept here. */
  tab?: FormTab;
  onTab?: (tab: FormTab) => void;
  /** Default: the fields of the form's schema. */
  children?: ReactNode;
}

const LABELS = { form: 'Form', text: 'Code' };

/**
 * The fields of a form, or its value as YAML, inside a `Form`. Both edit the same value: keys that no field knows stay,
 * comments of the text stay, and a text that cannot be read holds the form back instead of being dropped.
 */
export function FormOrText({ form, path = '', jsonSchema, source = '', labels = LABELS, ...rest }: FormOrTextProps) {
  const [ownTab, setOwnTab] = useState<FormTab>('form');
  const tab = rest.tab ?? ownTab;
  const id = useId();
  const textPath = `${path}(text)`;
  const problem = form.errors[textPath];
  const choose = (next: string) => {
    if (next !== 'text' && (next !== 'form' || problem !== undefined)) return;
    setOwnTab(next);
    rest.onTab?.(next);
  };
  return (
    <div className="qd-form-or-text">
      <Tabs
        label="Edit as"
        tabs={[
          { id: 'form', label: labels.form },
          { id: 'text', label: labels.text },
        ]}
        value={tab}
        onChange={choose}
        panelId={id}
      />
      <div id={id} role="tabpanel" aria-label={tab === 'form' ? labels.form : labels.text}>
        {/* Stays behind the fields: it holds the comments. */}
        {tab === 'form' && (rest.children ?? <FormFields schema={form.schema} />)}
        <TextOfForm
          form={form}
          path={path}
          textPath={textPath}
          source={source}
          isShown={tab === 'text'}
          {...(jsonSchema !== undefined && { jsonSchema })}
        />
      </div>
    </div>
  );
}

interface TextOfFormProps {
  form: FormHandle;
  path: string;
  textPath: string;
  source: string;
  isShown: boolean;
  jsonSchema?: Json;
}

/** The value as text. It follows the value, except while a person's text cannot be read. */
function TextOfForm({ form, path, textPath, source, isShown, jsonSchema }: TextOfFormProps) {
  const { readOnly } = useFormContext();
  const [text, setText] = useState<string>();
  const good = useRef(source);
  const meant = useRef<Json>(undefined);
  const { block } = form;
  const problem = form.errors[textPath];
  const value = readAt(form.value, path) ?? {};
  useEffect(() => {
    if (!isShown || problem !== undefined || (text !== undefined && isSame(meant.current, value))) return;
    let isStale = false;
    void loadYaml().then(({ mergeText }) => {
      if (isStale) return;
      good.current = mergeText(good.current, value);
      meant.current = value;
      setText(good.current);
    });
    return () => {
      isStale = true;
    };
  }, [isShown, problem, text, value]);
  if (!isShown) return null;
  if (text === undefined) return <div className="qd-editor qd-editor-medium" aria-busy="true" />;
  const change = async (next: string) => {
    setText(next);
    const { readText } = await loadYaml();
    const read = readText(next);
    const said =
      'problem' in read ? read.problem : isRecord(read.value ?? {}) ? undefined : 'A map of keys is expected';
    block(textPath, said);
    meant.current = undefined;
    if (said !== undefined || 'problem' in read) return;
    const now = (read.value ?? {}) as FormValue;
    good.current = next;
    meant.current = now;
    // At once: whoever presses Save right after a paste saves what was pasted.
    flushSync(() => form.setValue((held) => (path === '' ? now : writeAt(held, path, now))));
  };
  const wrong = Object.entries(form.errors).filter(([at]) => at !== textPath && (path === '' || isBelow(at, path)));
  return (
    <>
      {problem !== undefined && (
        <Banner
          tone="error"
          title="The text cannot be read yet"
          actions={<TextButton onClick={() => block(textPath, undefined)}>Back to the last good text</TextButton>}
        >
          {problem}
        </Banner>
      )}
      {wrong.length > 0 && (
        <Banner tone="error" title="What is wrong">
          {wrong.map(([at, said]) => (
            <span key={at} className="qd-form-wrong">
              {path === '' ? at : at.slice(path.length + 1)}: {said}
            </span>
          ))}
        </Banner>
      )}
      <CodeEditor
        label="Document"
        language="yaml"
        size="medium"
        value={text}
        readOnly={readOnly}
        invalid={problem !== undefined || wrong.length > 0}
        onChange={(next) => void change(next)}
        {...(jsonSchema !== undefined && { schema: jsonSchema })}
      />
    </>
  );
}

function isBelow(at: string, path: string): boolean {
  return at === path || at.startsWith(`${path}.`);
}

function isRecord(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
