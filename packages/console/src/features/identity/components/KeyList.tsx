import type { FlowNode } from '@quarterdeck/contract';
import { Age, Button, Confirm } from '@quarterdeck/ui';
import { useState } from 'react';
import { isInput, labelOf } from '../model/form-nodes.ts';

export interface KeyListProps {
  /** Names the list for those who hear it. */
  label: string;
  /** The buttons that remove keys. */
  nodes: readonly FlowNode[];
  pending: boolean;
  onRemove: (button: { name: string; value: string }) => void;
}

/** The keys of an account, each with its name, since when it is there, and a button that removes it once that is confirmed. */
export function KeyList({ label, nodes, pending, onRemove }: KeyListProps) {
  const [asked, setAsked] = useState<{ name: string; value: string; key: string } | null>(null);
  return (
    <>
      <ul className="qd-key-list" aria-label={label}>
        {nodes.filter(isInput).map((node) => {
          const { name, value, disabled } = node.attributes;
          const { display_name, added_at } = node.meta.label?.context ?? {};
          const key = typeof display_name === 'string' ? display_name : labelOf(node);
          return (
            <li key={String(value)}>
              <span className="qd-key-name">{key}</span>
              <span className="qd-field-hint">
                {typeof added_at === 'string' && (
                  <>
                    Added <Age at={added_at} suffix relative />
                  </>
                )}
                {disabled && ' · the only way to sign in'}
              </span>
              <Button
                variant="danger-quiet"
                className="qd-key-remove"
                disabled={disabled}
                pending={pending}
                aria-label={`Remove ${key}`}
                onClick={() => setAsked({ name, value: String(value), key })}
              >
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Remove “${asked?.key ?? ''}”?`}
        yesLabel="Remove"
        onConfirm={() => {
          if (asked !== null) onRemove({ name: asked.name, value: asked.value });
          setAsked(null);
        }}
      >
        <p>It signs in no more. Wherever else you are signed in, you are signed out.</p>
      </Confirm>
    </>
  );
}
