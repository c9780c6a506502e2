import type { Flow, FlowNode } from '@quarterdeck/contract';
import { Button } from '@quarterdeck/ui';
import { type FormEvent, useState } from 'react';
import { initialValues, isButton, isInput, keyOf, labelOf, submittedValues } from '../model/form-nodes.ts';
import { FlowField } from './FlowField.tsx';
import { Messages } from './Messages.tsx';

export interface FlowFormProps {
  flow: Flow;
  /** What the form is made of, in order. */
  nodes: readonly FlowNode[];
  /** Names the form for those who hear it. */
  label: string;
  pending: boolean;
  onSubmit: (values: Record<string, string | boolean>) => void;
  /** The field that has the focus at first. */
  focusFirst?: boolean;
}

/** One form of a flow. Enter presses its first button that submits, which is the one of its method. */
export function FlowForm({ flow, nodes, label, pending, onSubmit, focusFirst = false }: FlowFormProps) {
  const [held, setHeld] = useState({ flow, values: initialValues(nodes) });
  const [pressed, setPressed] = useState<string | null>(null);
  // An answer brings its own values: what is no secret comes back, the rest is empty.
  if (held.flow !== flow) setHeld({ flow, values: initialValues(nodes) });
  const fields = nodes.filter((node) => !isButton(node));
  const buttons = nodes.filter(isInput).filter(isButton);
  const firstField = fields.find((node) => isInput(node) && node.attributes.type !== 'hidden');

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const { submitter } = event.nativeEvent as SubmitEvent; // React hands the browser's own event on
    const button = submitter instanceof HTMLButtonElement ? submitter : null;
    setPressed(button?.dataset.key ?? null);
    const by = button === null ? null : { name: button.name, value: button.value };
    onSubmit(submittedValues(nodes, held.values, by));
  };

  return (
    <form className="qd-flow-form" aria-label={label} onSubmit={submit} noValidate>
      {fields.map((node, index) => (
        <FlowField
          key={keyOf(node, index)}
          node={node}
          value={isInput(node) ? (held.values[node.attributes.name] ?? '') : ''}
          autoFocus={focusFirst && node === firstField}
          onChange={(value) => {
            if (!isInput(node)) return;
            setHeld({ ...held, values: { ...held.values, [node.attributes.name]: value } });
          }}
        />
      ))}
      <div className="qd-flow-buttons">
        {buttons.map((node, index) => {
          const key = keyOf(node, index);
          const { name, value, disabled } = node.attributes;
          const isMain = name === 'method';
          return (
            <Button
              key={key}
              data-key={key}
              type="submit"
              name={name}
              value={value === undefined ? '' : String(value)}
              disabled={disabled}
              variant={isMain ? 'primary' : 'default'}
              pending={pending && (pressed === key || (pressed === null && isMain))}
            >
              {labelOf(node)}
            </Button>
          );
        })}
      </div>
      <Messages messages={buttons.flatMap(({ messages }) => messages)} />
    </form>
  );
}
