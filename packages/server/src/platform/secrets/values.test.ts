import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '@quarterdeck/kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeDocuments, other } from './testing/documents.ts';
import type { ValueSources } from './types.ts';
import { createValueSources } from './values.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const notFound = { code: 'VALUE_NOT_FOUND' };
let documents: ReturnType<typeof fakeDocuments>;
let clock: ReturnType<typeof createManualClock>;
let secretsDir = '';
let values: ValueSources;

const secret = (name: string, key: string) => ({ valueFrom: { secretKeyRef: { name, key } } });
const configMap = (name: string, key: string) => ({ valueFrom: { configMapKeyRef: { name, key } } });

beforeEach(() => {
  documents = fakeDocuments([
    other('Secret', 'db', { stringData: { plain: 'p1' }, data: { coded: base64('p2'), plain: base64('hidden') } }),
    other('ConfigMap', 'app', { data: { level: 'debug', count: 3 }, binaryData: { blob: base64('b1') } }),
    other('Secret', 'db', { stringData: { plain: 'team' } }, 'team'),
  ]);
  clock = createManualClock(0);
  secretsDir = mkdtempSync(join(tmpdir(), 'qd-secrets-'));
  mkdirSync(join(secretsDir, 'default', 'files'), { recursive: true });
  writeFileSync(join(secretsDir, 'default', 'files', 'token'), 'f1\n');
  writeFileSync(join(secretsDir, 'outside'), 'no');
  values = createValueSources({ documents, secretsDir, clock });
});

describe('value', () => {
  it('reads what is written in place first, and nothing as the empty text', async () => {
    expect(await values.value('default', { value: 'v', ...secret('db', 'plain') })).toBe('v');
    expect(await values.value('default', undefined)).toBe('');
    expect(await values.value('default', {})).toBe('');
    expect(await values.value('default', { value: '', valueFrom: {} })).toBe('');
  });

  it.each([
    [secret('db', 'plain'), 'p1'],
    [secret('db', 'coded'), 'p2'],
    [configMap('app', 'level'), 'debug'],
    [configMap('app', 'count'), '3'],
    [configMap('app', 'blob'), 'b1'],
    [secret('files', 'token'), 'f1'],
    [configMap('files', 'token'), 'f1'],
  ])('reads %o', async (source, expected) => {
    expect(await values.value('default', source)).toBe(expected);
  });

  it('looks in the namespace it is given', async () => {
    expect(await values.value('team', secret('db', 'plain'))).toBe('team');
    await expect(values.value('team', secret('db', 'coded'))).rejects.toMatchObject(notFound);
  });

  it('takes the secret before the config map', async () => {
    const both = { valueFrom: { ...configMap('app', 'level').valueFrom, ...secret('db', 'plain').valueFrom } };
    expect(await values.value('default', both)).toBe('p1');
  });

  it.each([
    secret('none', 'plain'),
    secret('db', 'none'),
    secret('app', 'level'),
    secret('db', '__proto__'),
    secret('..', 'outside'),
    secret('../../x', 'y'),
    secret('files', '../../outside'),
    { valueFrom: { helmRef: { name: 'r', key: '$.a' } } },
    { valueFrom: { serviceAccount: 'sa' } },
  ])('does not find %o', async (source) => {
    await expect(values.value('default', source)).rejects.toMatchObject(notFound);
  });
});

describe('text', () => {
  it.each([
    ['secret://db/plain', 'p1'],
    ['configmap://app/level', 'debug'],
    ['http://host/path', 'http://host/path'],
    ['secret://db', 'secret://db'],
    ['plain', 'plain'],
    ['', ''],
  ])('%s is %s', async (spelled, expected) => {
    expect(await values.text('default', spelled)).toBe(expected);
  });

  it.each(['secret://db/none', 'helm://r/$.a', 'serviceaccount://sa'])('does not find %s', async (spelled) => {
    await expect(values.text('default', spelled)).rejects.toMatchObject(notFound);
  });
});

describe('cache', () => {
  it('holds values for 5 minutes, but no failure', async () => {
    expect(await values.value('default', secret('files', 'token'))).toBe('f1');
    await expect(values.value('default', secret('files', 'late'))).rejects.toMatchObject(notFound);
    writeFileSync(join(secretsDir, 'default', 'files', 'token'), 'f2');
    writeFileSync(join(secretsDir, 'default', 'files', 'late'), 'l1');
    expect(await values.value('default', secret('files', 'late'))).toBe('l1');
    clock.advance(299_000);
    expect(await values.value('default', secret('files', 'token'))).toBe('f1');
    clock.advance(1000);
    expect(await values.value('default', secret('files', 'token'))).toBe('f2');
  });

  it('is flushed when documents change', async () => {
    expect(await values.value('default', secret('db', 'plain'))).toBe('p1');
    documents.change([other('Secret', 'db', { stringData: { plain: 'new' } })]);
    expect(await values.value('default', secret('db', 'plain'))).toBe('new');
  });
});
