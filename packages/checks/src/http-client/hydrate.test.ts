import { describe, expect, it } from 'vitest';
import { createTestContext, type TestContextOptions } from '../testing/context.ts';
import { chooseAuth } from './choose-auth.ts';
import { clientErrorText } from './error-text.ts';
import { headersOf } from './headers.ts';
import { hydrateConnection, hydrateTls, isConnectionReference, renderConnectionUrl } from './hydrate.ts';

const contextWith = (options: TestContextOptions = {}) => createTestContext({ name: 'x' }, options);
const uuid = '018f0d6e-1111-7000-8000-000000000001';

describe('hydrateConnection', () => {
  it('reads the inline connection alone, its values as they are', async () => {
    const inline = { url: ' http://$(username)@a ', username: { value: 'u&@corp' }, password: { value: 'p' } };
    const connection = await hydrateConnection(contextWith(), inline);
    expect(connection).toEqual({
      url: 'http://$(username)@a',
      username: 'u&@corp',
      password: 'p',
      variables: { name: 'canary', namespace: 'default', username: 'u&@corp', password: 'p', domain: 'corp' },
      insecureTls: false,
      properties: {},
    });
    expect(await renderConnectionUrl(contextWith(), connection)).toBe('http://u&@corp@a');
  });

  it.each(['connection://db', uuid])('takes what is stored under %s, escaped for the URL', async (reference) => {
    const stored = {
      url: 'http://a',
      username: ' u&v ',
      password: 'p',
      name: 'db',
      namespace: 'n',
      insecureTls: true,
      properties: { db: '2' },
    };
    const context = contextWith({ connections: { [reference]: stored } });
    expect(await hydrateConnection(context, { connection: reference })).toEqual({
      url: 'http://a',
      username: 'u&v',
      password: 'p',
      variables: { name: 'db', namespace: 'n', username: 'u%26v', password: 'p', domain: '' },
      insecureTls: true,
      properties: { db: '2' },
    });
  });

  it('prefers the inline URL and fills missing credentials', async () => {
    const context = contextWith({ connections: { 'connection://db': { url: 'http://a', username: 'u' } } });
    const inline = {
      connection: 'connection://db',
      url: 'http://b',
      username: { value: 'x' },
      password: { value: 'y' },
    };
    expect(await hydrateConnection(context, inline)).toMatchObject({ url: 'http://b', username: 'u', password: 'y' });
  });

  it('ignores a text that is no reference', async () => {
    expect(await hydrateConnection(contextWith(), { connection: 'http://a' })).toMatchObject({ url: '' });
    expect(isConnectionReference(undefined)).toBe(false);
  });

  it('throws for what is missing', async () => {
    await expect(hydrateConnection(contextWith(), { connection: 'connection://gone' })).rejects.toMatchObject({
      code: 'CONNECTION_NOT_FOUND',
    });
    const password = { valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } };
    await expect(hydrateConnection(contextWith(), { password })).rejects.toMatchObject({ code: 'VALUE_NOT_FOUND' });
  });
});

describe('hydrateTls', () => {
  it('reads values and durations', async () => {
    const ca = { valueFrom: { secretKeyRef: { name: 'ca', key: 'pem' } } };
    const context = contextWith({ values: { 'ca/pem': 'PEM' } });
    const config = { ca, cert: { value: 'C' }, key: { value: 'K' }, handshakeTimeout: '2s' };
    expect(await hydrateTls(context, config, false)).toEqual({
      insecureSkipVerify: false,
      handshakeTimeoutMs: 2000,
      ca: 'PEM',
      cert: 'C',
      key: 'K',
    });
  });

  it('skips the verification when either says so', async () => {
    expect(await hydrateTls(contextWith(), undefined, true)).toEqual({ insecureSkipVerify: true });
    expect(await hydrateTls(contextWith(), { insecureSkipVerify: true, handshakeTimeout: 50 }, false)).toEqual({
      insecureSkipVerify: true,
      handshakeTimeoutMs: 50,
    });
  });
});

describe('chooseAuth', () => {
  const login = { username: 'u', password: 'p' };
  const oauth2 = { clientId: 'c', clientSecret: 's', scopes: [], tokenUrl: 'http://t', params: {} };

  it.each([
    [login, 'basic'],
    [{ ...login, digest: true }, 'digest'],
    [{ ...login, ntlm: true }, 'ntlm'],
    [{ ...login, ntlm: true, ntlmv2: true }, 'ntlm'],
    [{ ...login, bearer: 't' }, 'bearer'],
    [{ ...login, oauth2 }, 'oauth2'],
  ])('%j: %s', (choice, kind) => {
    expect(chooseAuth(choice)?.kind).toBe(kind);
  });

  it('is nothing without credentials', () => {
    const nobody = { username: '', password: '', bearer: '' };
    expect(chooseAuth(nobody)).toBeUndefined();
    expect(chooseAuth({ ...nobody, ntlm: true, digest: true })).toBeUndefined();
    expect(chooseAuth({ ...nobody, oauth2: { ...oauth2, tokenUrl: '' } })).toBeUndefined();
  });

  it('prefers NTLM version 2', () => {
    expect(chooseAuth({ ...login, ntlm: true, ntlmv2: true })).toMatchObject({ version: 2 });
    expect(chooseAuth({ ...login, ntlm: true })).toMatchObject({ version: 1 });
  });
});

describe('clientErrorText', () => {
  it('is never empty and shows no credentials', () => {
    const gathered = new AggregateError([new Error('a'), new Error('b')], '');
    expect(clientErrorText(gathered)).toBe('a, b');
    expect(clientErrorText(Object.assign(new Error(''), { code: 'EPIPE' }))).toBe('EPIPE');
    expect(clientErrorText(new Error(''))).toBe('unknown error');
    expect(clientErrorText(new Error('GET http://u:p@a failed'))).toBe('GET http://a failed');
    expect(clientErrorText('text')).toBe('text');
  });
});

describe('headersOf', () => {
  it('spells names canonically, keeps odd ones, and joins repeated ones', () => {
    expect(headersOf(['content-TYPE', 'a', 'x-b', '1', 'X-B', '2', '__proto__', 'c', 'lonely'])).toEqual(
      Object.fromEntries([
        ['Content-Type', 'a'],
        ['X-B', '1, 2'],
        ['__proto__', 'c'],
      ]),
    );
  });
});
