import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocuments } from '@quarterdeck/checks';
import { describe, expect, it } from 'vitest';
import { readDocumentFile } from './read.ts';

const folder = mkdtempSync(join(tmpdir(), 'qd-read-'));

function read(text: string, before?: Awaited<ReturnType<typeof readDocumentFile>>) {
  const path = join(folder, 'a.yaml');
  writeFileSync(path, text);
  return readDocumentFile({ file: 'team/a.yaml', path, version: '1' }, parseDocuments, before);
}

const canary = (name: string, url: string) =>
  `kind: Canary\nmetadata: {name: ${name}}\nspec:\n  http: [{name: front, url: "${url}"}]\n`;
const broken = 'kind: Canary\nmetadata: {name: bad}\nspec:\n  http: 7\n';
const names = (content: Awaited<ReturnType<typeof read>>) => content.canaries.map(({ metadata }) => metadata.name);

describe('readDocumentFile', () => {
  it('reads canaries and documents of other kinds with the real parser', async () => {
    const content = await read(
      `${canary('web', 'http://a')}---\nkind: Secret\nmetadata: {name: s, namespace: team}\nstringData: {k: v}\n`,
    );
    expect(names(content)).toEqual(['web']);
    expect(content.others).toMatchObject([
      { file: 'team/a.yaml', kind: 'Secret', name: 's', namespace: 'team', content: { stringData: { k: 'v' } } },
    ]);
    expect(content.errors).toEqual([]);
  });

  it('names file, line and field of a bad document, and takes the good one beside it', async () => {
    const content = await read(`${canary('web', 'http://a')}---\n${broken}`);
    expect(names(content)).toEqual(['web']);
    expect(content.errors).toMatchObject([{ file: 'team/a.yaml', code: 'DOCUMENT_FIELD', field: 'spec.http' }]);
    expect(content.errors[0]?.line).toBeGreaterThan(4);
  });

  it('keeps what a bad document said before, until the file is good again', async () => {
    const good = await read(`${canary('web', 'http://a')}---\n${canary('bad', 'http://b')}`);
    const bad = await read(`${canary('web', 'http://new')}---\n${broken}`, good);
    expect(names(bad)).toEqual(['web', 'bad']);
    expect(bad.canaries[0]?.rawSpec).toMatchObject({ http: [{ url: 'http://new' }] });
    expect(bad.errors).toHaveLength(1);
    const mended = await read(canary('web', 'http://new'), bad);
    expect([names(mended), mended.errors]).toEqual([['web'], []]);
  });

  it('reports a file that cannot be read, and keeps what it said', async () => {
    const good = await read(canary('web', 'http://a'));
    const path = join(folder, 'none.yaml');
    const gone = await readDocumentFile({ file: 'none.yaml', path, version: '1' }, parseDocuments, good);
    expect(names(gone)).toEqual(['web']);
    expect(gone.errors).toMatchObject([{ file: 'none.yaml', code: 'DOCUMENT_SYNTAX' }]);
  });
});

describe('a document of a connection', () => {
  const connection = (spec: string) => `kind: Connection\nmetadata: {name: db}\nspec: ${spec}\n`;

  it.each([
    ['{type: postgres, url: {valueFrom: 7}}', /^spec\.url/],
    ['{type: postgres, properties: [a]}', /^spec\.properties/],
    ['7', /^spec$/],
  ])('that cannot be read (%s) is an error with its file, line and field', async (spec, field) => {
    const content = await read(`${canary('web', 'http://a')}---\n${connection(spec)}`);
    expect(content.errors).toMatchObject([{ file: 'team/a.yaml', code: 'DOCUMENT_FIELD' }]);
    expect(content.errors[0]?.field).toMatch(field);
    expect(content.errors[0]?.line).toBeGreaterThan(4);
    expect(content.others).toEqual([]);
    expect(names(content)).toEqual(['web']);
  });

  it('without a name is an error too; a good one is none, and a bad one keeps what it said before', async () => {
    const nameless = await read('kind: connection\nspec: {type: postgres}\n');
    expect(nameless.errors).toMatchObject([{ field: 'metadata.name' }]);
    const good = await read(connection('{type: postgres, url: "postgres://db"}'));
    expect(good.errors).toEqual([]);
    const after = await read(connection('7'), good);
    expect(after.others).toEqual(good.others);
  });
});
