import type { DocumentSet, Documents, OtherDocument } from '../../documents/types.ts';

/** Documents for tests, which change when the test says so. */
export function fakeDocuments(
  first: readonly OtherDocument[],
): Pick<Documents, 'current' | 'onChange'> & { change(others: readonly OtherDocument[]): void } {
  let set: DocumentSet = { canaries: new Map(), others: first, errors: [] };
  const listeners = new Set<(set: DocumentSet) => void>();
  return {
    current: () => set,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change(others) {
      set = { ...set, others };
      for (const listener of listeners) listener(set);
    },
  };
}

/** A document of another kind than a canary, for tests. */
export function other(
  kind: string,
  name: string,
  content: Record<string, unknown>,
  namespace = 'default',
): OtherDocument {
  return { file: 'a.yaml', kind, name, namespace, content: { kind, metadata: { name, namespace }, ...content } };
}
