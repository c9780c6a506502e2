import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSourceEmpty, readSource, type SourceValue, writeSource } from './value-source.ts';

const empty = { kind: 'static', text: '', name: '', key: '' } as const;

test('one string is the text or a reference', () => {
  expect(readSource('hunter2')).toEqual({ ...empty, text: 'hunter2' });
  expect(readSource('secret://ledger/pass')).toEqual({ ...empty, kind: 'secret', name: 'ledger', key: 'pass' });
  expect(readSource('configmap://ledger')).toEqual({ ...empty, kind: 'configmap', name: 'ledger' });
  expect(readSource(undefined)).toEqual(empty);
});

test('an object is a value or a reference; its other keys stay', () => {
  const stored = { name: 'Authorization', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } };
  const read = readSource(stored);
  expect(read).toEqual({ ...empty, kind: 'secret', name: 's', key: 'k' });
  expect(writeSource('env', { ...read, kind: 'static', text: 'plain' }, stored)).toEqual({
    name: 'Authorization',
    value: 'plain',
  });
  expect(writeSource('env', { ...read, kind: 'configmap' }, stored)).toEqual({
    name: 'Authorization',
    valueFrom: { configMapKeyRef: { name: 's', key: 'k' } },
  });
  expect(writeSource('env', empty, undefined)).toBeUndefined();
});

test('a reference needs a name and a key', () => {
  expect(isSourceEmpty(readSource('secret://a/'))).toBe(true);
  expect(isSourceEmpty(readSource('secret://a/b'))).toBe(false);
  expect(isSourceEmpty(readSource({}))).toBe(true);
});

test('what is written is read back', () => {
  const part = fc.stringMatching(/^[a-z0-9.-]{1,12}$/);
  const reference = fc.record({
    kind: fc.constantFrom('secret' as const, 'configmap' as const),
    name: part,
    key: part,
  });
  fc.assert(
    fc.property(reference, fc.constantFrom('env' as const, 'url' as const), (ref, as) => {
      const source: SourceValue = { ...empty, ...ref };
      expect(readSource(writeSource(as, source, undefined))).toEqual(source);
    }),
  );
});

test('what is neither text, secret nor config map is named, counts as given and is written back as it was', () => {
  const account = { valueFrom: { serviceAccount: 'probe' } };
  const read = readSource(account);
  expect(read).toEqual({ ...empty, kind: 'other', text: 'service account probe' });
  expect(isSourceEmpty(read)).toBe(false);
  expect(writeSource('env', read, account)).toBe(account);
  expect(writeSource('env', { ...empty, kind: 'secret', name: 's', key: 'k' }, account)).toEqual({
    valueFrom: { secretKeyRef: { name: 's', key: 'k' } },
  });
});

test('what a reference carries beside name and key stays while it is edited', () => {
  const stored = { valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: true } } };
  expect(writeSource('env', { ...readSource(stored), key: 'other' }, stored)).toEqual({
    valueFrom: { secretKeyRef: { name: 's', key: 'other', optional: true } },
  });
});
