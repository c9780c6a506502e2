import type { Json, KeyValueField } from '@quarterdeck/contract';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../controls/Button.tsx';
import { useFormContext } from '../context.ts';
import { FieldFrame } from '../FieldFrame.tsx';
import { isSame } from '../path.ts';
import { FIRST_CONTROL, focusRow } from '../row-focus.ts';
import { shownText, useField } from '../use-field.ts';

interface Row {
  id: number;
  key: string;
  value: Json;
}

/**
 * A map as rows of key and value. Rows are kept apart from the map while they are typed, so that a half-typed or doubled
 * key does not swallow another row; a doubled key holds the form back. Values that are no texts stay as they are.
 */
export function KeyValueView({ field, base }: { field: KeyValueField; base: string }) {
  const { block } = useFormContext().form;
  const { id, path, held, error, readOnly, set, touch } = useField(field, base);
  const count = useRef(0);
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(held, count));
  const list = useRef<HTMLDivElement>(null);
  if (!isSame(mapOf(rows) ?? {}, held ?? {})) setRows(rowsOf(held, count));
  useEffect(() => () => block(path, undefined), [block, path]);
  const doubled = doubledKey(rows);
  const change = (next: readonly Row[]) => {
    const key = doubledKey(next);
    setRows(next);
    set(mapOf(next));
    block(path, key === undefined ? undefined : `The key ${key} stands twice`);
  };
  const put = (row: Row, part: Partial<Row>) =>
    change(rows.map((one) => (one.id === row.id ? { ...one, ...part } : one)));
  const keyLabel = field.keyLabel ?? 'Key';
  const valueLabel = field.valueLabel ?? 'Value';
  const add = () => {
    count.current += 1;
    change([...rows, { id: count.current, key: '', value: '' }]);
    focusRow(list.current, -1, FIRST_CONTROL);
  };
  const remove = (row: Row, at: number) => {
    change(rows.filter((one) => one.id !== row.id));
    focusRow(list.current, at, '[data-act="remove"]');
  };
  return (
    <FieldFrame id={id} label={field.label} hint={field.hint} error={error} required={field.required} group>
      {(control) => (
        <div ref={list} className="qd-rows">
          {rows.map((row, i) => (
            <div key={row.id} className="qd-kv" data-row>
              <input
                className="qd-input"
                aria-label={`${keyLabel} ${i + 1}`}
                aria-invalid={(control['aria-invalid'] && (row.key === '' || row.key === doubled)) || undefined}
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
                  data-act="remove"
                  onClick={() => remove(row, i)}
                />
              )}
            </div>
          ))}
          {!readOnly && (
            <Button
              variant="ghost"
              icon={<Plus size={13} aria-hidden="true" />}
              data-add
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

function doubledKey(rows: readonly Row[]): string | undefined {
  const keys = rows.map((row) => row.key).filter((key) => key !== '');
  return keys.find((key, i) => keys.indexOf(key) !== i);
}
