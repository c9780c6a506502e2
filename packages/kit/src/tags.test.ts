import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderTags } from './tags.ts';

test('account, namespace and name lead, the rest follows by key', () => {
  const tags = { zone: 'a', name: 'ledger', app: 'pay', namespace: 'payments', account: 'prod', Name: 'x' };
  expect(orderTags(tags).map(([key]) => key)).toEqual(['account', 'namespace', 'name', 'Name', 'app', 'zone']);
});

test('no tag is lost, and the order is the same from whatever order', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (tags) => {
      const ordered = orderTags(tags);
      expect(Object.fromEntries(ordered)).toEqual({ ...tags });
      expect(orderTags(Object.fromEntries(Object.entries(tags).reverse()))).toEqual(ordered);
    }),
  );
});
