import { createRank } from '@quarterdeck/ui';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestOf, type Findable } from './best.ts';

const asIs = (one: Findable) => one;
const names = (found: Findable[]) => found.map(({ name }) => name);
const thing = (name: string, further = ''): Findable => ({ name, further });

describe('bestOf', () => {
  it('puts what begins with the query first, then words, then middles, then further words, each by name', () => {
    const all = [thing('pledge'), thing('web/ledger'), thing('ledger b'), thing('x', 'ledger'), thing('ledger a')];
    expect(names(bestOf(all, 'led', asIs, 9))).toEqual(['ledger a', 'ledger b', 'web/ledger', 'pledge', 'x']);
    expect(names(bestOf(all, 'led', asIs, 2))).toEqual(['ledger a', 'ledger b']);
    expect(bestOf(all, 'nothing', asIs, 2)).toEqual([]);
  });

  it('keeps the same as sorting all of them would', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '/', ' '), maxLength: 5 });
    const things = fc.array(fc.record({ name: texts, further: texts }), { maxLength: 40 });
    fc.assert(
      fc.property(things, texts, fc.integer({ min: 1, max: 9 }), (all, query, most) => {
        const rank = createRank(query);
        const sorted = all
          .map((one) => ({ one, at: rank(one.name, one.further) }))
          .filter((hit) => hit.at !== undefined)
          .sort(
            (a, b) => Number(a.at) - Number(b.at) || (a.one.name < b.one.name ? -1 : a.one.name > b.one.name ? 1 : 0),
          );
        expect(bestOf(all, query, asIs, most)).toEqual(sorted.slice(0, most).map(({ one }) => one));
      }),
    );
  });
});
