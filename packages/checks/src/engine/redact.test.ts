import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor, isSecretSource, secretSources, specSecrets } from './redact.ts';

test('takes secrets out of texts, keys and nested values', () => {
  const redactor = createRedactor();
  redactor.add('s3cret/word');
  expect(redactor.text('got s3cret/word and s3cret%2Fword')).toBe('got *** and ***');
  expect(redactor.json({ 's3cret/word': ['x s3cret/word', 1, null, { deep: 's3cret/word' }] })).toEqual({
    '***': ['x ***', 1, null, { deep: '***' }],
  });
});

test('replaces the longer of two overlapping secrets first', () => {
  const redactor = createRedactor();
  redactor.add('pass');
  redactor.add('password1');
  expect(redactor.text('password1 pass')).toBe('*** ***');
});

test('leaves texts alone for very short secrets', () => {
  const redactor = createRedactor();
  redactor.add('a');
  redactor.add('   ');
  expect(redactor.text('a banana')).toBe('a banana');
});

test('no known secret is left in any text', () => {
  const secrets = fc.array(fc.string({ minLength: 4 }).filter((text) => text.trim().length >= 4 && !/\*/.test(text)));
  fc.assert(
    fc.property(secrets, fc.string(), fc.string(), (list, head, tail) => {
      const redactor = createRedactor();
      for (const secret of list) redactor.add(secret);
      const text = redactor.text(list.map((secret) => head + secret.trim() + tail).join('|'));
      for (const secret of list) expect(text.includes(secret.trim()) && !secret.trim().includes('*')).toBe(false);
    }),
  );
});

test('knows which sources hold secrets', () => {
  expect(isSecretSource({ valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } })).toBe(true);
  expect(isSecretSource({ valueFrom: { serviceAccount: 'default' } })).toBe(true);
  expect(isSecretSource({ name: 'Authorization', value: 'x' })).toBe(true);
  expect(isSecretSource({ valueFrom: { configMapKeyRef: { name: 'a', key: 'b' } } })).toBe(false);
  expect(isSecretSource({ name: 'FL_HELLO', value: 'hello' })).toBe(false);
});

test('finds the sources that stand under the name of a secret', () => {
  const password = { valueFrom: { configMapKeyRef: { name: 'n', key: 'k' } } };
  const token = { value: 'x' };
  const spec = { password, oauth2: { clientSecret: token }, username: { value: 'me' }, list: [{ url: 'a' }] };
  const found = secretSources(spec);
  expect(found).toContain(password);
  expect(found).toContain(token);
  expect(found).not.toContain(spec.username);
});

test('finds the secrets that a spec holds in place', () => {
  const spec = {
    name: 'check',
    url: 'https://user:inUrl@host/',
    password: { value: 'inPassword' },
    username: { value: 'someone' },
    headers: [
      { name: 'Authorization', value: 'Bearer inHeader' },
      { name: 'Accept', value: 'text/html' },
    ],
    bearer: 'inBearer',
    tlsConfig: { key: { value: 'inKey' } },
    env: [{ name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'n', key: 'k' } } }],
    dsn: 'server=h;password=inDsn;port=1',
    template: 'https://$(username):$(password)@host',
    display: { expr: '"hello"' },
  };
  expect(new Set(specSecrets(spec))).toEqual(
    new Set(['inUrl', 'inPassword', 'Bearer inHeader', 'inBearer', 'inKey', 'inDsn']),
  );
});
