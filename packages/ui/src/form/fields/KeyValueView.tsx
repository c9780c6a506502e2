import type { Json, KeyValueField } from '@quarterdeck/contract';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, IconButton } from '../../controls/Button.tsx';
import { FieldFrame } from '../FieldFrame.tsx';
import { isSame } from '../path.ts';
import { shownText, useField } from '../use-field.ts';

interface Row {
  id: number;
  key: string;
  value: Json;
}

/**
 * A map as rows of key and value. Rows are kept apart from the map while they are typed, so that a half-typed or doubled
 * key does not swallow another row; the last of two same keys counts. Values that are no texts stay as they are.
 */
export function KeyValueView({ field, base }: { field: KeyValueField; base: string }) {
  const { id, held, error, readOnly, set, touch } = useField(field, base);
  const count = useRef(0);
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(held, count));
  const list = useRef<HTMLDivElement>(null);
  if (!isSame(mapOf(rows) ?? {}, held ?? {})) setRows(rowsOf(held, count));
  const change = (next: readonly Row[]) => {
    setRows(next);
    set(mapOf(next));
  };
  const put = (row: Row, part: Partial<Row>) =>
    change(rows.map((one) => (one.id === row.id ? { ...one, ...part } : one)));
  const keyLabel = field.keyLabel ?? 'Key';
  const valueLabel = field.valueLabel ?? 'Value';
  const add = () => {
    count.current += 1;
    const next = [...rows, { id: count.current, key: '', value: '' }];
    setRows(next);
    set(mapOf(next));
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('.qd-kv:last-of-type input')?.focus());
  };
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required} group>
      {(control) => (
        <div ref={list} className="qd-rows">
          {rows.map((row, i) => (
            <div key={row.id} className="qd-kv">
              <input
                className="qd-input"
                aria-label={`${keyLabel} ${i + 1}`}
                aria-invalid={(control['aria-invalid'] && row.key === '') || undefined}
                placeholder={keyLabel}
                readOnly={readOnly}
                value={row.key}
                onChange={(event) => put(row, { key: event.target.value })}
                onBlur={touch}
              />
              <input
                className="qd-input"
                aria-label={`${valueLabel} ${i + 1}`}
                placeholder={valueLabel}
                readOnly={readOnly || (typeof row.value === 'object' && row.value !== null)}
                value={shownText(row.value)}
                onChange={(event) => put(row, { value: event.target.value })}
                onBlur={touch}
              />
              {!readOnly && (
                <IconButton
                  label={`Remove ${row.key || `row ${i + 1}`}`}
                  icon={<Trash2 size={14} aria-hidden="true" />}
                  onClick={() => change(rows.filter((one) => one.id !== row.id))}
                />
              )}
            </div>
          ))}
          {!readOnly && (
            <Button
              variant="ghost"
              icon={<Plus size={13} aria-hidden="true" />}
              data-invalid={(control['aria-invalid'] && rows.length === 0) || undefined}
              onClick={add}
            >
              Add {keyLabel === 'Key' ? field.label.toLowerCase().replace(/s$/, '') : keyLabel.toLowerCase()}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

function rowsOf(held: Json | undefined, count: { current: number }): Row[] {
  if (typeof held !== 'object' || held === null || Array.isArray(held)) return [];
  return Object.entries(held).map(([key, value]) => {
    count.current += 1;
    return { id: count.current, key, value };
  });
}

/** The map of rows; rows without key and value are not yet part of it. */
function mapOf(rows: readonly Row[]): { [key: string]: Json } | undefined {
  const filled = rows.filter((row) => row.key !== '' || row.value !== '');
  return filled.length === 0 ? undefined : Object.fromEntries(filled.map((row) => [row.key, row.value]));
}
