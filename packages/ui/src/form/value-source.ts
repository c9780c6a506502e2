import type { Json } from '@quarterdeck/contract';

/** Where a text comes from; `other`: a Helm release or a service account, which stays until another is chosen. */
export type SourceKind = 'static' | 'configmap' | 'secret' | 'other';

/** A text in place, or the name and key of what holds it; for `other` the text says what is read. */
export interface SourceValue {
  kind: SourceKind;
  text: string;
  name: string;
  key: string;
}

const REF = /^(secret|configmap):\/\/([^/]*)\/?(.*)$/s;
const ENV_KEYS = [
  ['secret', 'secretKeyRef'],
  ['configmap', 'configMapKeyRef'],
] as const;
const OTHERS: Record<string, string> = { helmRef: 'Helm release', serviceAccount: 'service account' };

/** Reads what a value-source field stores (contract screens §12: one string; §13.1: an object). */
export function readSource(stored: Json | undefined): SourceValue {
  const empty: SourceValue = { kind: 'static', text: '', name: '', key: '' };
  if (typeof stored === 'string') {
    const match = REF.exec(stored);
    if (!match) return { ...empty, text: stored };
    return {
      ...empty,
      kind: match[1] === 'secret' ? 'secret' : 'configmap',
      name: match[2] ?? '',
      key: match[3] ?? '',
    };
  }
  const record = asRecord(stored);
  const from = asRecord(record.valueFrom);
  for (const [kind, member] of ENV_KEYS) {
    if (from[member] === undefined) continue;
    const ref = asRecord(from[member]);
    return { ...empty, kind, name: asText(ref.name), key: asText(ref.key) };
  }
  const [other] = Object.entries(from);
  if (other) return { ...empty, kind: 'other', text: `${OTHERS[other[0]] ?? other[0]} ${describe(other[1])}` };
  return { ...empty, text: asText(record.value) };
}

/** What is stored for a source; undefined for an empty text in place. Other keys of an object (`name`) are kept. */
export function writeSource(as: 'env' | 'url', source: SourceValue, stored: Json | undefined): Json | undefined {
  const { kind, text, name, key } = source;
  if (kind === 'other') return stored;
  if (as === 'url') return kind === 'static' ? text || undefined : `${kind}://${name}/${key}`;
  const { value: _value, valueFrom, ...others } = asRecord(stored);
  if (kind === 'static') {
    return text === '' && Object.keys(others).length === 0
      ? undefined
      : { ...others, ...(text !== '' && { value: text }) };
  }
  const member = kind === 'secret' ? 'secretKeyRef' : 'configMapKeyRef';
  return { ...others, valueFrom: { [member]: { ...asRecord(asRecord(valueFrom)[member]), name, key } } };
}

/** Whether nothing usable is given: no text, or a reference without name or key. */
export function isSourceEmpty({ kind, text, name, key }: SourceValue): boolean {
  return kind === 'static' || kind === 'other' ? text === '' : name.trim() === '' || key.trim() === '';
}

function asRecord(value: Json | undefined): { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function describe(ref: Json): string {
  return typeof ref === 'string' ? ref : Object.values(asRecord(ref)).join(', ');
}

function asText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
