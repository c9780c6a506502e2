import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Canary } from '@quarterdeck/contract';
import { silentLog, systemClock } from '@quarterdeck/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDocuments } from './documents.ts';
import type { DocumentParser } from './read.ts';
import type { Documents } from './types.ts';

/** A line `name=value` is a canary with that owner, `kind:name` another document, `!` an error. */
const parse: DocumentParser = (text, { fileName }) => {
  if (text.includes('throw')) throw new Error('the parser failed');
  const lines = text.split('\n').filter((line) => line !== '');
  return {
    canaries: lines.filter((line) => line.includes('=')).map(canary),
    others: lines
      .filter((line) => line.includes(':'))
      .map((line) => ({ kind: line.split(':')[0] ?? '', line: 1, doc: { metadata: { name: line.split(':')[1] } } })),
    errors: lines
      .filter((line) => line === '!')
      .map(() => ({ file: fileName, line: 1, code: 'DOCUMENT_SYNTAX', message: 'no' })),
  };
};

function canary(line: string): Canary {
  const [name = '', owner = ''] = line.split('=');
  const metadata = { name, namespace: 'default', labels: {}, annotations: {} };
  return { metadata, owner, replicas: 1, env: {}, checks: [], rawSpec: {} };
}

let folder = '';
let documents: Documents;
let calls = 0;

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const seen = () =>
  Object.fromEntries(
    [...documents.current().canaries].map(([file, found]) => [
      file,
      found.map(({ metadata, owner }) => `${metadata.name}=${owner}`),
    ]),
  );
const errors = () => documents.current().errors.map(({ file }) => file);
const becomes = (read: () => unknown) => expect.poll(read, { timeout: 2000, interval: 20 });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-documents-'));
  calls = 0;
  documents = createDocuments({ folder, parse, clock: systemClock, log: silentLog });
  documents.onChange(() => {
    calls += 1;
  });
});

afterEach(async () => {
  await documents.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('createDocuments', () => {
  it('reads documents of all kinds, in folders below too, and nothing else', async () => {
    mkdirSync(join(folder, 'team'));
    mkdirSync(join(folder, '.git'));
    write('a.yaml', 'a=1\nSecret:s1');
    write('team/b.yml', 'b=1');
    write('c.json', 'c=1');
    write('notes.txt', 'd=1');
    write('.git/e.yaml', 'e=1');
    await documents.start();
    expect(seen()).toEqual({ 'a.yaml': ['a=1'], 'c.json': ['c=1'], 'team/b.yml': ['b=1'] });
    expect(documents.current().others).toEqual([
      { file: 'a.yaml', kind: 'Secret', name: 's1', namespace: 'default', content: { metadata: { name: 's1' } } },
    ]);
    expect(calls).toBe(1);
  });

  it('takes up changed, added and removed files within 2 s', async () => {
    write('a.yaml', 'a=1');
    await documents.start();
    write('a.yaml', 'a=2');
    write('b.yaml', 'b=1');
    await becomes(seen).toEqual({ 'a.yaml': ['a=2'], 'b.yaml': ['b=1'] });
    rmSync(join(folder, 'a.yaml'));
    await becomes(seen).toEqual({ 'b.yaml': ['b=1'] });
  });

  it('takes up a file that is put in place by a rename, also of the same size', async () => {
    write('a.yaml', 'a=1');
    await documents.start();
    write('.a.yaml.new', 'a=2');
    renameSync(join(folder, '.a.yaml.new'), join(folder, 'a.yaml'));
    await becomes(seen).toEqual({ 'a.yaml': ['a=2'] });
  });

  it('follows links that are swapped, as a mounted config map does', async () => {
    for (const [version, text] of [
      ['..1', 'a=1'],
      ['..2', 'a=2'],
    ] as const) {
      mkdirSync(join(folder, version));
      write(`${version}/a.yaml`, text);
    }
    symlinkSync('..1', join(folder, '..data'));
    symlinkSync('..data/a.yaml', join(folder, 'a.yaml'));
    await documents.start();
    expect(seen()).toEqual({ 'a.yaml': ['a=1'] });
    symlinkSync('..2', join(folder, '..data_tmp'));
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
    await becomes(seen).toEqual({ 'a.yaml': ['a=2'] });
  });

  it('survives links in a circle and links to nothing', async () => {
    write('a.yaml', 'a=1');
    symlinkSync('.', join(folder, 'loop'));
    symlinkSync('nothing', join(folder, 'gone.yaml'));
    await documents.start();
    expect(seen()).toEqual({ 'a.yaml': ['a=1'] });
  });

  it('reports a bad file on its own, and keeps what it said before', async () => {
    write('a.yaml', 'a=1\nb=1');
    write('good.yaml', 'g=1');
    await documents.start();
    write('a.yaml', 'a=2\n!');
    await becomes(errors).toEqual(['a.yaml']);
    expect(seen()).toEqual({ 'a.yaml': ['a=2', 'b=1'], 'good.yaml': ['g=1'] });
    write('a.yaml', 'a=3');
    await becomes(errors).toEqual([]);
    expect(seen()).toEqual({ 'a.yaml': ['a=3'], 'good.yaml': ['g=1'] });
  });

  it('applies the good documents of a file that is bad from the start', async () => {
    write('a.yaml', 'a=1\n!');
    write('b.yaml', 'throw');
    await documents.start();
    expect(errors()).toEqual(['a.yaml', 'b.yaml']);
    expect(seen()).toEqual({ 'a.yaml': ['a=1'], 'b.yaml': [] });
  });

  it('reports a file that is too large to be a document', async () => {
    write('a.yaml', 'x'.repeat(9 * 1024 * 1024));
    await documents.start();
    expect(errors()).toEqual(['a.yaml']);
  });

  it('keeps everything while the folder itself is away', async () => {
    write('a.yaml', 'a=1');
    await documents.start();
    renameSync(folder, `${folder}.away`);
    await becomes(errors).toEqual(['.']);
    expect(seen()).toEqual({ 'a.yaml': ['a=1'] });
    renameSync(`${folder}.away`, folder);
    await becomes(errors).toEqual([]);
    expect(seen()).toEqual({ 'a.yaml': ['a=1'] });
  });

  it('reports a folder that does not exist, and takes it up when it appears', async () => {
    rmSync(folder, { recursive: true });
    await documents.start();
    expect(errors()).toEqual(['.']);
    mkdirSync(folder);
    write('a.yaml', 'a=1');
    await becomes(seen).toEqual({ 'a.yaml': ['a=1'] });
    expect(errors()).toEqual([]);
  });

  it('has nothing to say without a folder', async () => {
    const none = createDocuments({ folder: null, parse, clock: systemClock, log: silentLog });
    await none.start();
    expect(none.current()).toEqual({ canaries: new Map(), others: [], errors: [] });
    await none.stop();
  });
});

it('names a document of a kind that is not used here once, as a note and not as an error', async () => {
  const notes: Record<string, unknown>[] = [];
  const log = { ...silentLog, info: (fields: Record<string, unknown>) => void notes.push(fields) };
  write('mixed.yaml', 'Topology:shop\nSecret:s\na=1');
  const noting = createDocuments({ folder, parse, clock: systemClock, log });
  await noting.start();
  expect(noting.current().errors).toEqual([]);
  write('mixed.yaml', 'Topology:shop\nSecret:s\na=2');
  await expect.poll(() => noting.current().canaries.get('mixed.yaml')?.[0]?.owner, { timeout: 2000 }).toBe('2');
  await noting.stop();
  expect(notes).toEqual([{ file: 'mixed.yaml', kind: 'Topology', name: 'shop', namespace: 'default' }]);
});
