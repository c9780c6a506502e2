import type { FlowMessage, FlowNode, TextAttributes } from '@quarterdeck/contract';
import { TextField } from '@quarterdeck/ui';
import { isInput, labelOf } from '../model/form-nodes.ts';
import { safeTarget } from '../model/safe-target.ts';

export interface FlowFieldProps {
  node: FlowNode;
  value: string | boolean;
  autoFocus: boolean;
  /** It has to be filled in first. */
  missing: boolean;
  onChange: (value: string | boolean) => void;
}

/** One node of a form that is no button. What the server says of it stands under it. */
export function FlowField({ node, value, autoFocus, missing, onChange }: FlowFieldProps) {
  const { attributes, messages } = node;
  if (attributes.node_type === 'img') {
    return (
      <figure className="qd-flow-figure">
        <img src={attributes.src} width={attributes.width} height={attributes.height} alt={labelOf(node)} />
      </figure>
    );
  }
  if (attributes.node_type === 'text') return <TextNode label={labelOf(node)} attributes={attributes} />;
  if (attributes.node_type === 'a') {
    return <a href={safeTarget(attributes.href, location.origin, { allowSignIn: true })}>{attributes.title.text}</a>;
  }
  if (!isInput(node) || attributes.type === 'hidden') return null;
  const { name, type, required, disabled, autocomplete, maxlength } = attributes;
  const error = missing ? 'Please fill this in.' : messages.find((one) => one.type === 'error')?.text;
  const hint = messages.find((one) => one.type !== 'error');
  if (type === 'checkbox') {
    return (
      <label className="qd-flow-check">
        <input
          type="checkbox"
          name={name}
          checked={value === true}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        {labelOf(node)}
      </label>
    );
  }
  return (
    <TextField
      label={labelOf(node)}
      name={name}
      type={type}
      value={String(value)}
      onChange={onChange}
      required={required ?? false}
      disabled={disabled}
      autoFocus={autoFocus}
      {...(autocomplete === undefined ? {} : { autoComplete: autocomplete })}
      {...(autocomplete === 'one-time-code' ? { inputMode: 'text' as const, spellCheck: false } : {})}
      {...(maxlength === undefined ? {} : { maxLength: maxlength })}
      {...(error ? { error } : hint ? { hint: hint.text } : {})}
    />
  );
}

/** A text to keep: a secret for an app, or a list of codes with those that were used struck through. */
function TextNode({ label, attributes }: { label: string; attributes: TextAttributes }) {
  const { secrets } = attributes.text.context ?? {};
  if (!Array.isArray(secrets)) {
    return (
      <div className="qd-field">
        <span className="qd-flow-label">{label}</span>
        <code className="qd-flow-secret">{attributes.text.text}</code>
      </div>
    );
  }
  return (
    <div className="qd-field">
      <span className="qd-flow-label">{label}</span>
      <ul className="qd-flow-codes" aria-label={label}>
        {(secrets as FlowMessage[]).map(({ id, text, context }) => {
          const code = String(context?.secret ?? text);
          return <li key={code}>{id === USED_CODE ? <s title={text}>{code}</s> : <code>{code}</code>}</li>;
        })}
      </ul>
      <span className="qd-field-hint">{attributes.text.text}</span>
    </div>
  );
}

/** A backup code that was used (contract identity §4). */
const USED_CODE = 1050014;
