import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDirectFlag, tenantAudience } from './hosted.ts';

describe('the direct-access flag', () => {
  it.each([
    [true, true],
    [false, false],
    ['true', true],
    ['TRUE', true],
    ['tRuE', true],
    ['false', false],
    ['FALSE', false],
    [null, false],
    [undefined, false],
  ])('reads %j as %j', (value, wanted) => {
    expect(parseDirectFlag(value)).toBe(wanted);
  });

  it.each(['', ' true', 'yes', '1', 1, 0, {}, [], ['true']])('refuses %j', (value) => {
    expect(() => parseDirectFlag(value)).toThrow('Invalid boolean value');
  });

  it('is total: anything is read or refused with the one text', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        try {
          expect(typeof parseDirectFlag(value)).toBe('boolean');
        } catch (error) {
          expect(error).toMatchObject({ message: 'Invalid boolean value' });
        }
      }),
    );
  });
});

it('the audience of a token names one organisation', () => {
  expect(tenantAudience('o-1')).toBe('urn:console:tenant:o-1');
});
