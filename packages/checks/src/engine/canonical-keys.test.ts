import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { canonicaliseKeys } from './canonical-keys.ts';

const schema = z.object({
  responseCodes: z.array(z.number()).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  tlsConfig: z.object({ insecureSkipVerify: z.boolean() }).optional(),
  env: z.record(z.string(), z.object({ valueFrom: z.string() })).default({}),
  items: z.array(z.object({ maxAge: z.string() })).optional(),
  either: z.union([z.string(), z.object({ subName: z.string() })]).optional(),
  piped: z.object({ innerKey: z.string() }).transform((value) => value.innerKey),
});

test('spells keys as the schema does, at every level', () => {
  const written = {
    RESPONSECODES: [200],
    TLSconfig: { insecureskipverify: true },
    ITEMS: [{ MAXAGE: '1d' }],
    Either: { subname: 'x' },
    PIPED: { INNERKEY: 'y' },
  };
  expect(canonicaliseKeys(schema, written)).toEqual({
    responseCodes: [200],
    tlsConfig: { insecureSkipVerify: true },
    items: [{ maxAge: '1d' }],
    either: { subName: 'x' },
    piped: { innerKey: 'y' },
  });
});

test('leaves the keys of free maps alone but not what is in their values', () => {
  expect(canonicaliseKeys(schema, { labels: { ResponseCodes: 'x' }, ENV: { UPPER: { VALUEFROM: 'y' } } })).toEqual({
    labels: { ResponseCodes: 'x' },
    env: { UPPER: { valueFrom: 'y' } },
  });
});

test('the exact spelling wins, whatever the order', () => {
  expect(canonicaliseKeys(schema, { RESPONSECODES: [1], responseCodes: [2] })).toEqual({ responseCodes: [2] });
  expect(canonicaliseKeys(schema, { responseCodes: [2], RESPONSECODES: [1] })).toEqual({ responseCodes: [2] });
  expect(canonicaliseKeys(schema, { RESPONSECODES: [1], ResponseCodes: [3] })).toEqual({ responseCodes: [1] });
});

test('null means not given; unknown keys stay', () => {
  expect(canonicaliseKeys(schema, { labels: null, other: { A: 1 } })).toEqual({ other: { A: 1 } });
  expect(canonicaliseKeys(schema, { labels: { a: null, b: 'x' } })).toEqual({ labels: { b: 'x' } });
});

test('does not take a key of Object for a field', () => {
  const parsed = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}');
  expect(JSON.stringify(canonicaliseKeys(schema, parsed))).toBe('{"__proto__":{"x":1},"constructor":2}');
});

test('is idempotent and indifferent to case', () => {
  const randomCase = (text: string, flips: boolean[]) =>
    [...text].map((char, index) => (flips[index % flips.length] ? char.toUpperCase() : char.toLowerCase())).join('');
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1 }), fc.anything(), (flips, value) => {
      const written = {
        [randomCase('responseCodes', flips)]: value ?? 1,
        [randomCase('tlsConfig', flips)]: { [randomCase('insecureSkipVerify', flips)]: true },
      };
      const once = canonicaliseKeys(schema, written);
      expect(once).toMatchObject({ tlsConfig: { insecureSkipVerify: true } });
      expect(Object.keys(once as object).sort()).toEqual(['responseCodes', 'tlsConfig']);
      expect(canonicaliseKeys(schema, once)).toEqual(once);
    }),
  );
});
