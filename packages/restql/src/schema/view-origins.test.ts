import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readViewOrigins } from './view-origins.ts';

const entry = (number: number, relation: number, column: number, expr = '{VAR :varno 1 :varattno 2}') =>
  `{TARGETENTRY :expr ${expr} :resno ${number} :resname id :ressortgroupref 0 :resorigtbl ${relation} :resorigcol ${column} :resjunk false}`;
const query = (list: string, more = '') =>
  `({QUERY :commandType 1 :rtable (${more}) :targetList (${list}) :override 0 :onConflict <>})`;

describe('readViewOrigins', () => {
  it('reads the columns that are passed on, with their numbers', () => {
    expect(readViewOrigins(query(`${entry(1, 17, 3)} ${entry(2, 18, 1)}`))).toEqual([
      { number: 1, relation: 17, column: 3 },
      { number: 2, relation: 18, column: 1 },
    ]);
  });

  it('leaves out expressions', () => {
    expect(readViewOrigins(query(`${entry(1, 0, 0)} ${entry(2, 18, 1)}`))).toEqual([
      { number: 2, relation: 18, column: 1 },
    ]);
  });

  it('does not take the columns of subqueries for those of the view', () => {
    const inner = `{RANGETBLENTRY :subquery {QUERY :targetList (${entry(1, 99, 9)})} :inh false}`;
    const sublink = `{SUBLINK :subselect {QUERY :targetList (${entry(1, 98, 8)})}}`;
    expect(readViewOrigins(query(entry(1, 0, 0, sublink), inner))).toEqual([]);
    expect(readViewOrigins(query(entry(1, 5, 5, sublink), inner))).toEqual([{ number: 1, relation: 5, column: 5 }]);
  });

  it('is not misled by braces and colons in names', () => {
    const named = entry(1, 17, 3).replace(':resname id', ':resname a\\{b\\}\\ :resorigtbl\\ 7');
    expect(readViewOrigins(query(named))).toEqual([{ number: 1, relation: 17, column: 3 }]);
  });

  it('ends with whatever text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', ':', '\\', 'TARGETENTRY', ' ', '1') }), (text) => {
        expect(Array.isArray(readViewOrigins(text))).toBe(true);
      }),
    );
  });
});
