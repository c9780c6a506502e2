import { describe, expect, it } from 'vitest';
import { parseQuery } from '../parse/query.ts';
import type { SchemaModel } from '../schema/model.ts';
import { sql, toStatement, trusted } from '../sql.ts';
import { HARBOUR, sketchModel } from '../testing/model.ts';
import { type Allowed, createAccess } from './access.ts';
import { createContext } from './context.ts';
import { planRead } from './read.ts';

const model: SchemaModel = {
  ...sketchModel(HARBOUR),
  searched: new Map([
    [
      'ships',
      {
        source: 'ship_words',
        owner: 'ship_id',
        key: 'id',
        columns: new Set(['name', 'info']),
        ordered: ['built', 'name'],
      },
    ],
  ]),
};

function plan(query: string, allowed: Allowed = { kind: 'allowed' }, limit: number | null = 50) {
  const access = createAccess({ relation: () => allowed, routine: () => ({ kind: 'allowed' }) });
  const relation = model.relations.get('ships');
  if (relation === undefined) throw new Error('no ships');
  const { statement } = planRead(createContext(model, access, null), relation, parseQuery(query), {
    style: { format: 'array', stripNulls: false },
    page: { limit, offset: 0 },
    count: 'exact',
  });
  return toStatement(statement);
}

const WORD = 'or=(name.ilike.*vasa*,info.ilike.*vasa*)';
const looksThroughTexts = (...given: Parameters<typeof plan>) => plan(...given).text.includes('ship_words');

describe('a page of a search', () => {
  it('is found in the texts, with all that else must hold', () => {
    const { text, values } = plan(`select=id,owners!ships_owner_fkey(name)&${WORD}&owner_id=eq.4&order=built.desc`, {
      kind: 'allowed',
      rows: (row) => sql`seen(${row('agent_id')}, ${'me'})`,
    });
    const inner = /\(select [^(]* from "s"\."ships" as (t\d+) (join .*? limit 50)\)/.exec(text);
    const words = /as (w\d+)/.exec(text)?.[1];
    const shown = inner?.[2]?.replaceAll(/\$\d+/g, '?').replaceAll(`${inner[1]}.`, 't.').replaceAll(`${words}`, 'w');
    expect(shown).toBe(
      'join "s"."ship_words" as w on w."ship_id" = t."id" where ' +
        '(w."text" like lower(?::text) or (w."text" is null and ((t."name" ilike ?) or (t."info" ilike ?)))) ' +
        'and (seen(t."agent_id", ?)) and (t."owner_id" = ?) order by w."built" desc limit 50',
    );
    expect(values.filter((value) => value === '%vasa%')).toHaveLength(5);
  });

  it.each([
    ['vas', true],
    ['a-0 vas', true],
    ['öäü', true],
    ['va', false],
    ['i-0', false],
    ['va-sa', false],
  ])('goes by the index of words where that can tell them: %s', (word, isTold) => {
    const { text } = plan(`or=(name.ilike.*${word}*,info.ilike.*${word}*)&order=built`);
    expect(text).toMatch(isTold ? /\(w\d+\."text" like lower/ : /\(\(w\d+\."text" \|\| ''\) like lower/);
  });

  it('is counted by the rows themselves', () => {
    expect(plan(WORD.concat('&order=built')).text.match(/ship_words/g)).toHaveLength(1);
  });

  it.each(['built', 'built.desc', 'built,name', 'built.desc,name.desc', 'built.asc,name'])('goes by %s', (order) => {
    expect(looksThroughTexts(`${WORD}&order=${order}`)).toBe(true);
  });

  it.each(['name', 'name,built', 'built,name.desc', 'built.nullslast', 'built,name,id', 'owners(name)'])(
    'is read from the rows by %s',
    (order) => {
      expect(looksThroughTexts(`select=id,owners!ships_owner_fkey(name)&${WORD}&order=${order}`)).toBe(false);
    },
  );

  it('is read from the rows without an order or a limit', () => {
    expect(looksThroughTexts(WORD)).toBe(false);
    expect(looksThroughTexts(`${WORD}&order=built`, { kind: 'allowed' }, null)).toBe(false);
  });

  it.each([
    'or=(name.ilike.*vasa*)',
    'or=(name.ilike.*vasa*,tags.ilike.*vasa*)',
    'or=(name.ilike.*vasa*,info.ilike.*kronan*)',
    'or=(name.like.*vasa*,info.ilike.*vasa*)',
    'or=(name.ilike.*vasa*,info.not.ilike.*vasa*)',
    'or=(name.ilike.*vasa*,info->>name.ilike.*vasa*)',
    'or=(name.ilike(any).{*vasa*},info.ilike.*vasa*)',
    'or=(name.ilike.vasa*,info.ilike.vasa*)',
    'or=(name.ilike.*va*sa*,info.ilike.*va*sa*)',
    'or=(name.ilike.*va_sa*,info.ilike.*va_sa*)',
    'or=(name.ilike.**,info.ilike.**)',
    'or=(name.ilike.*va%0Asa*,info.ilike.*va%0Asa*)',
    'or=(name.ilike.*va%5C%5Csa*,info.ilike.*va%5C%5Csa*)',
    'or=(name.ilike.*vasa*,and(info.ilike.*vasa*))',
    'and=(name.ilike.*vasa*,info.ilike.*vasa*)',
    'not.or=(name.ilike.*vasa*,info.ilike.*vasa*)',
  ])('is read from the rows where the texts do not tell: %s', (filter) => {
    expect(looksThroughTexts(`${filter}&order=built`)).toBe(false);
  });

  it('is read from the rows where a column of the texts is masked', () => {
    const masked = new Map([['info', () => trusted('null')]]);
    expect(looksThroughTexts(`${WORD}&order=built`, { kind: 'allowed', masked })).toBe(false);
  });
});
