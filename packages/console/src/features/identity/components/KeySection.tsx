import type { Flow, FlowNode } from '@quarterdeck/contract';
import { useEffect, useRef } from 'react';
import { initialValues, isInput, sharedNodes, submittedValues } from '../model/form-nodes.ts';
import { FlowForm } from './FlowForm.tsx';
import { KeyList } from './KeyList.tsx';

/** What kinds of keys there are, and what each is for. */
const KINDS = {
  webauthn: {
    title: 'Security keys',
    note: 'Asked for after your password, as the second step. Keep a second key, or backup codes, for the day that one is lost.',
  },
  passkey: {
    title: 'Passkeys',
    note: 'Sign in without a password: by the fingerprint, the face or the PIN of a device.',
  },
} as const;

export type KeyGroup = keyof typeof KINDS;

/** Whether a group of a form is about keys. */
export function isKeyGroup(group: string): group is KeyGroup {
  return group in KINDS;
}

export interface KeySectionProps {
  flow: Flow;
  group: KeyGroup;
  nodes: readonly FlowNode[];
  pending: boolean;
  reread: () => Promise<Flow | null>;
  onSubmit: (values: Record<string, unknown>) => void;
}

/** The keys of one kind that an account has, and the form that adds one. */
export function KeySection({ flow, group, nodes, pending, reread, onSubmit }: KeySectionProps) {
  const { title, note } = KINDS[group];
  const isRemoval = (node: FlowNode) => isInput(node) && node.attributes.name === `${group}_remove`;
  const removals = nodes.filter(isRemoval);
  const shared = sharedNodes(flow);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(removals.length);
  // The button that removed a key is gone with it: a keyboard goes on from the heading.
  useEffect(() => {
    if (removals.length < before.current && document.activeElement === document.body) heading.current?.focus();
    before.current = removals.length;
  }, [removals.length]);
  return (
    <div className="qd-keys">
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <p className="qd-field-hint">{note}</p>
      {removals.length > 0 && (
        <KeyList
          label={title}
          nodes={removals}
          pending={pending}
          onRemove={(button) => onSubmit(submittedValues(shared, initialValues(shared), button))}
        />
      )}
      <FlowForm
        flow={flow}
        nodes={[...shared, ...nodes.filter((node) => !isRemoval(node))]}
        label={`Add to ${title.toLowerCase()}`}
        pending={pending}
        reread={reread}
        onSubmit={onSubmit}
      />
    </div>
  );
}
