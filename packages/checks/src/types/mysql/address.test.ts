import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMysqlAddress } from './address.ts';

describe('parseMysqlAddress', () => {
  it('reads the form with tcp(), with and without a scheme', () => {
    const expected = {
      host: 'db.example',
      port: 3307,
      user: 'ann',
      password: 'p@s:s/w',
      database: 'shop',
      tls: 'skip-verify',
    };
    expect(parseMysqlAddress('ann:p@s:s/w@tcp(db.example:3307)/shop?tls=skip-verify')).toEqual(expected);
    expect(parseMysqlAddress('mysql://ann:p@s:s/w@tcp(db.example:3307)/shop?tls=skip-verify')).toEqual(expected);
  });

  it('reads a plain URL', () => {
    expect(parseMysqlAddress('mysql://ann:p%40ss@[::1]:3307/shop')).toEqual({
      host: '::1',
      port: 3307,
      user: 'ann',
      password: 'p@ss',
      database: 'shop',
      tls: 'false',
    });
  });

  it('fills in what is left out', () => {
    expect(parseMysqlAddress('ann@tcp(db)/')).toMatchObject({ host: 'db', port: 3306, password: '', database: '' });
    expect(parseMysqlAddress('/shop')).toMatchObject({ host: '127.0.0.1', user: '', database: 'shop' });
  });

  it.each(['ann@tcp(db:99999)/x', 'ann@unix(/run/x)/y', 'no slash'])('refuses %s', (text) => {
    expect(() => parseMysqlAddress(text)).toThrow(expect.objectContaining({ code: 'DOCUMENT_FIELD' }));
  });

  it('never throws anything but a field error', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `mysql://${text}`),
        ),
        (text) => {
          try {
            expect(parseMysqlAddress(text).host).toBeTypeOf('string');
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
          }
        },
      ),
    );
  });
});
