import type { Json, ListField } from '@quarterdeck/contract';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Button, IconButton } from '../../controls/Button.tsx';
import { useFormContext } from '../context.ts';
import { FieldFrame } from '../FieldFrame.tsx';
import { FIRST_CONTROL, focusRow } from '../row-focus.ts';
import { useField } from '../use-field.ts';
import { atPath, defaultsOf } from '../validate.ts';

/** A list of sub-forms or of single values, with add, remove and move. */
export function ListView({ field, base }: { field: ListField; base: string }) {
  const { id, path, held, error, readOnly, set } = useField(field, base);
  const { Fields } = useFormContext();
  const items: readonly Json[] = Array.isArray(held) ? held : [];
  const box = useRef<HTMLDivElement>(null);
  const noun = field.itemLabel ?? 'item';
  const change = (next: readonly Json[]) => set(next.length === 0 ? undefined : [...next]);
  const add = () => {
    change([...items, field.item ? emptyOf(field.item.kind) : defaultsOf(field.fields ?? [])]);
    focusRow(box.current, -1, FIRST_CONTROL);
  };
  const remove = (i: number) => {
    change(items.filter((_one, at) => at !== i));
    focusRow(box.current, i, '[data-act="remove"]');
  };
  const move = (from: number, to: number) => {
    const next = [...items];
    next.splice(to, 0, ...next.splice(from, 1));
    change(next);
    const acts = ['[data-act="up"]:not(:disabled)', '[data-act="down"]:not(:disabled)'];
    focusRow(box.current, to, ...(to < from ? acts : acts.reverse()));
  };
  const name = (i: number) => `${noun} ${i + 1}`;
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required} group>
      {(control) => (
        <div ref={box} className="qd-rows">
          {items.map((_item, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item of a stored list is known by its place alone
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend on show for each row
            <div key={i} className="qd-list-item" data-row role="group" aria-label={name(i)}>
              <Fields
                schema={field.item ? [named(atPath(field.item, ''), capital(name(i)))] : (field.fields ?? [])}
                base={`${path}.${i}`}
              />
              {!readOnly && (
                <span className="qd-list-acts">
                  {items.length > 1 && (
                    <>
                      <IconButton
                        label={`Move ${name(i)} up`}
                        icon={<ArrowUp size={14} aria-hidden="true" />}
                        data-act="up"
                        disabled={i === 0}
                        onClick={() => move(i, i - 1)}
                      />
                      <IconButton
                        label={`Move ${name(i)} down`}
                        icon={<ArrowDown size={14} aria-hidden="true" />}
                        data-act="down"
                        disabled={i === items.length - 1}
                        onClick={() => move(i, i + 1)}
                      />
                    </>
                  )}
                  <IconButton
                    label={`Remove ${name(i)}`}
                    icon={<Trash2 size={14} aria-hidden="true" />}
                    data-act="remove"
                    onClick={() => remove(i)}
                  />
                </span>
              )}
            </div>
          ))}
          {!readOnly && (
            <Button
              variant="ghost"
              icon={<Plus size={13} aria-hidden="true" />}
              data-add
              data-invalid={control['aria-invalid']}
              onClick={add}
            >
              Add {noun}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A single value takes its place in the list as its name. */
function named(field: ReturnType<typeof atPath>, label: string): ReturnType<typeof atPath> {
  return field.kind === 'note' ? field : { ...field, label };
}

function emptyOf(kind: string): Json {
  return kind === 'value-source' || kind === 'key-value' || kind === 'group' ? {} : '';
}
