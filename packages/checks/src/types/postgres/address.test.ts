import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePostgresAddress } from './address.ts';

describe('parsePostgresAddress', () => {
  it('reads a URL', () => {
    expect(
      parsePostgresAddress('postgres://ann:p%40ss@db.example:6432/shop?sslmode=disable&application_name=qd'),
    ).toEqual({
      host: 'db.example',
      port: 6432,
      user: 'ann',
      password: 'p@ss',
      database: 'shop',
      sslMode: 'disable',
      options: { application_name: 'qd' },
    });
  });

  it('reads pairs, quoted or not', () => {
    expect(parsePostgresAddress("user=pqgotest password='a b\\'c' dbname=shop sslmode=verify-full")).toMatchObject({
      host: 'localhost',
      port: 5432,
      user: 'pqgotest',
      password: "a b'c",
      database: 'shop',
      sslMode: 'verify-full',
    });
  });

  it('takes a socket folder from the host parameter', () => {
    expect(parsePostgresAddress('postgresql://qd@/shop?host=%2Frun%2Fpg').host).toBe('/run/pg');
  });

  it('takes the user as database when none is named', () => {
    expect(parsePostgresAddress('user=ann').database).toBe('ann');
  });

  it.each(['postgres://h:99999999/db', 'postgres://h/db?sslmode=maybe', 'port=0', 'postgres://[::1/db'])(
    'refuses %s',
    (text) => {
      expect(() => parsePostgresAddress(text)).toThrow(expect.objectContaining({ code: 'DOCUMENT_FIELD' }));
    },
  );

  it('never throws anything but a field error', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `postgres://${text}`),
        ),
        (text) => {
          try {
            expect(parsePostgresAddress(text).host).toBeTypeOf('string');
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
          }
        },
      ),
    );
  });
});
