import type { DocumentError } from '@quarterdeck/contract';
import { silentLog } from '@quarterdeck/kit';
import { expect, it, vi } from 'vitest';
import type { DocumentSet, Platform } from '../../platform/index.ts';
import { announceDocumentErrors } from './announce.ts';

const bad: DocumentError = {
  file: 'a.yaml',
  line: 3,
  field: 'spec',
  code: 'DOCUMENT_FIELD',
  message: 'expected a map',
};

function start(publish = vi.fn(async () => undefined)) {
  let listener: (set: DocumentSet) => void = () => undefined;
  const set = (errors: DocumentError[]): DocumentSet => ({ canaries: new Map(), others: [], errors });
  const documents = {
    current: () => set([]),
    onChange: (added: typeof listener) => {
      listener = added;
      return () => undefined;
    },
  };
  const pool = {};
  announceDocumentErrors({ documents, live: { publish }, database: { pool }, log: silentLog } as unknown as Platform);
  return { change: (...errors: DocumentError[]) => listener(set(errors)), publish, pool };
}

it('tells of each change of the list, and of the last error that went', () => {
  const { change, publish, pool } = start();
  change(bad);
  change();
  expect(publish.mock.calls).toEqual([
    [pool, 'documents.changed', { errors: [bad] }],
    [pool, 'documents.changed', { errors: [] }],
  ]);
});

it('says nothing when the bad documents are the same', () => {
  const { change, publish } = start();
  change();
  change(bad);
  change({ ...bad });
  expect(publish).toHaveBeenCalledTimes(1);
});

it('goes on when the database is away', () => {
  const { change, publish } = start(vi.fn(async () => Promise.reject(new Error('away'))));
  change(bad);
  change();
  expect(publish).toHaveBeenCalledTimes(2);
});
