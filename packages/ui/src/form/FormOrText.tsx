import type { Json } from '@quarterdeck/contract';
import { type ReactNode, useId, useState } from 'react';
import { CodeEditor } from '../code/CodeEditor.tsx';
import { TextButton } from '../controls/Button.tsx';
import { Tabs } from '../controls/Tabs.tsx';
import { Banner } from '../feedback/Banner.tsx';
import { FormFields } from './Form.tsx';
import type { FormValue } from './path.ts';
import { loadYaml } from './raw.ts';
import type { FormHandle } from './use-form.ts';

export interface FormOrTextProps {
  form: FormHandle;
  /** JSON schema of the whole value, for completion and checks in the text. */
  jsonSchema?: Json;
  /** The text that the value was read from; its comments stay. */
  source?: string;
  /** Names of the tabs (spec 001 §3: Form and Code). */
  labels?: { form: string; text: string };
  /** Default: the fields of the form's schema. */
  children?: ReactNode;
}

const TEXT_PATH = '(text)';
const LABELS = { form: 'Form', text: 'Code' };

/**
 * The fields of a form, or all of its value as YAML, inside a `Form`. Both edit the same value: keys that no field knows
 * stay, comments of the text stay, and a text that cannot be read holds the form back instead of being dropped.
 */
export function FormOrText({ form, jsonSchema, source = '', labels = LABELS, children }: FormOrTextProps) {
  const [tab, setTab] = useState<'form' | 'text'>('form');
  const [text, setText] = useState(source);
  const id = useId();
  const problem = form.errors[TEXT_PATH];
  const showText = async () => {
    const { mergeText } = await loadYaml();
    setText(mergeText(text, form.value));
    setTab('text');
  };
  const change = async (next: string) => {
    setText(next);
    const { readText } = await loadYaml();
    const read = readText(next);
    const said =
      'problem' in read ? read.problem : isRecord(read.value ?? {}) ? undefined : 'A map of keys is expected';
    form.block(TEXT_PATH, said);
    if (said === undefined && 'value' in read) form.setValue((read.value ?? {}) as FormValue);
  };
  const choose = (next: string) => {
    if (next === 'text') void showText();
    else if (problem === undefined) setTab('form');
  };
  const discard = async () => {
    const { writeText } = await loadYaml();
    form.block(TEXT_PATH, undefined);
    setText(writeText(form.value));
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
        {tab === 'form' ? (
          (children ?? <FormFields schema={form.schema} />)
        ) : (
          <>
            {problem !== undefined && (
              <Banner
                tone="error"
                title="The text cannot be read yet"
                actions={<TextButton onClick={() => void discard()}>Back to the last good text</TextButton>}
              >
                {problem}
              </Banner>
            )}
            <CodeEditor
              label="Document"
              language="yaml"
              size="medium"
              value={text}
              invalid={problem !== undefined}
              onChange={(next) => void change(next)}
              {...(jsonSchema !== undefined && { schema: jsonSchema })}
            />
          </>
        )}
      </div>
    </div>
  );
}

function isRecord(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
