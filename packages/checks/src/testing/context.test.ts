import { describe, expect, it } from 'vitest';
import { createTestContext } from './context.ts';

describe('createTestContext', () => {
  it('reads values in place and from named sources, and reports what is missing', async () => {
    const context = createTestContext({ name: 'x' }, { values: { 'login/password': 's3cret' } });
    expect(await context.value(undefined)).toBe('');
    expect(await context.value({ value: 'plain' })).toBe('plain');
    expect(await context.value({ valueFrom: { secretKeyRef: { name: 'login', key: 'password' } } })).toBe('s3cret');
    await expect(context.value({ valueFrom: { configMapKeyRef: { name: 'a', key: 'b' } } })).rejects.toMatchObject({
      code: 'VALUE_NOT_FOUND',
    });
  });

  it('renders both spellings of a variable and refuses an unknown one', async () => {
    const context = createTestContext({ name: 'x' });
    expect(await context.render('$(a)-$(.a)-{{a}}-{{ .a }}', { a: 1 })).toBe('1-1-1-1');
    await expect(context.render('$(b)')).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
  });

  it('finds connections by their reference', async () => {
    const context = createTestContext({ name: 'x' }, { connections: { 'connection://a': { url: 'http://a' } } });
    expect(await context.connection('connection://a')).toMatchObject({ url: 'http://a', password: '' });
    await expect(context.connection('connection://b')).rejects.toMatchObject({ code: 'CONNECTION_NOT_FOUND' });
  });
});
