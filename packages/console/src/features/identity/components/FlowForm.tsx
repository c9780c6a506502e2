import type { Flow, FlowNode } from '@quarterdeck/contract';
import { Button } from '@quarterdeck/ui';
import { type FormEvent, useState } from 'react';
import { answeredValues } from '../model/ceremony.ts';
import {
  initialValues,
  isButton,
  isInput,
  isVisibleField,
  keyOf,
  labelOf,
  submittedValues,
} from '../model/form-nodes.ts';
import { useKeys } from '../queries/use-keys.ts';
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
  /** Reads the flow once more: of forms that ask for keys. */
  reread?: () => Promise<Flow | null>;
}

/** One form of a flow. Enter presses its first button that submits, which is the one of its method. */
export function FlowForm({ flow, nodes, label, pending, onSubmit, focusFirst = false, reread }: FlowFormProps) {
  const [held, setHeld] = useState({ flow, values: initialValues(nodes) });
  const [pressed, setPressed] = useState<string | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  // An answer brings its own values: what is no secret comes back, the rest is empty.
  if (held.flow !== flow) setHeld({ flow, values: initialValues(nodes) });
  const fields = nodes.filter((node) => !isButton(node));
  const buttons = nodes.filter(isInput).filter(isButton);
  const firstField = fields.find(isVisibleField);
  const keys = useKeys({
    flow,
    nodes,
    reread,
    onAnswer: (ceremony, answer) => onSubmit(answeredValues(nodes, held.values, ceremony, answer)),
  });
  const busy = pending || keys.waiting;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent; // React hands the browser's own event on
    const button = submitter instanceof HTMLButtonElement ? submitter : null;
    const node = buttons.find((one, index) => keyOf(one, index) === button?.dataset.key);
    setPressed(button?.dataset.key ?? null);
    let by = button === null ? null : { name: button.name, value: button.value };
    if (node?.attributes.type === 'button') {
      // A key is asked for only once the rest is there: what it answers cannot be taken back.
      const empty = fields
        .filter(isInput)
        .find(({ attributes }) => attributes.required && attributes.type !== 'hidden' && !held.values[attributes.name]);
      setMissing(empty?.attributes.name ?? null);
      if (empty) {
        const field = form.elements.namedItem(empty.attributes.name);
        if (field instanceof HTMLElement) field.focus();
        return;
      }
      if ((await keys.begin(node)) === 'asked') return;
      by = { name: node.attributes.name, value: 'true' };
    }
    onSubmit(submittedValues(nodes, held.values, by));
  };

  return (
    <form className="qd-flow-form" aria-label={label} onSubmit={(event) => void submit(event)} noValidate>
      {fields.map((node, index) => (
        <FlowField
          key={keyOf(node, index)}
          node={node}
          value={isInput(node) ? (held.values[node.attributes.name] ?? '') : ''}
          autoFocus={focusFirst && node === firstField}
          missing={isInput(node) && node.attributes.name === missing}
          onChange={(value) => {
            if (!isInput(node)) return;
            setMissing(null);
            setHeld({ ...held, values: { ...held.values, [node.attributes.name]: value } });
          }}
        />
      ))}
      <div className="qd-flow-buttons">
        {buttons.map((node, index) => {
          const key = keyOf(node, index);
          const { name, type, value, disabled } = node.attributes;
          const isMain = MAIN_BUTTONS.has(name);
          return (
            <Button
              key={key}
              data-key={key}
              type="submit"
              name={name}
              value={value === undefined || type === 'button' ? '' : String(value)}
              disabled={disabled}
              variant={isMain ? 'primary' : 'default'}
              pending={busy && (pressed === key || (pressed === null && isMain))}
              autoFocus={focusFirst && firstField === undefined && index === 0}
            >
              {labelOf(node)}
            </Button>
          );
        })}
      </div>
      {keys.problem !== null && (
        <p className="qd-flow-message qd-flow-error" role="alert">
          {keys.problem}
        </p>
      )}
      <Messages messages={buttons.flatMap(({ messages }) => messages)} />
    </form>
  );
}

/** Buttons that are the one act of their form. */
const MAIN_BUTTONS: ReadonlySet<string> = new Set(['method', 'webauthn_login_trigger']);
