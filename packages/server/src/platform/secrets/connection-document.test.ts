import { describe, expect, it } from 'vitest';
import { connectionDocument } from './connection-document.ts';
import { other } from './testing/documents.ts';

const read = (spec: unknown, kind = 'Connection', name = 'db') => connectionDocument(other(kind, name, { spec }));

describe('connectionDocument', () => {
  it('has empty texts for what is not written', () => {
    expect(read({})).toEqual({
      id: 'default/db',
      name: 'db',
      namespace: 'default',
      type: '',
      url: { value: '' },
      username: { value: '' },
      password: { value: '' },
      certificate: { value: '' },
      insecureTls: false,
      properties: {},
    });
  });

  it('takes texts, numbers, values and sources', () => {
    const valueFrom = { secretKeyRef: { name: 's', key: 'k' } };
    const record = read({ type: 'http', url: 'u', username: 7, password: { valueFrom }, certificate: { value: 'c' } });
    expect(record).toMatchObject({
      type: 'http',
      url: { value: 'u' },
      username: { value: '7' },
      password: { valueFrom },
      certificate: { value: 'c' },
    });
  });

  it.each(['insecureTls', 'insecureTLS', 'insecure_tls'])('takes the spelling %s', (key) => {
    expect(read({ [key]: true })?.insecureTls).toBe(true);
  });

  it('takes the uid as the id', () => {
    const document = other('connection', 'db', { metadata: { name: 'db', uid: 'u-1' }, spec: {} });
    expect(connectionDocument(document)?.id).toBe('u-1');
  });

  it.each([
    ['another kind', read({}, 'Secret')],
    ['no name', read({}, 'Connection', '')],
    ['no spec', read(undefined)],
    ['a wrong spec', read({ url: ['a'] })],
  ])('is nothing for %s', (_what, record) => {
    expect(record).toBeNull();
  });
});
