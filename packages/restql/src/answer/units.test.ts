import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RestError } from '../errors.ts';
import { createAccess } from '../plan/access.ts';
import type { RestPolicy } from '../policy.ts';
import { HARBOUR, sketchModel } from '../testing/model.ts';
import { createStatementNames } from './names.ts';
import { describeSchema } from './openapi.ts';
import { allowOfRelation, allowOfRoutine, answerOptions } from './options.ts';
import { contentRange, planPage, rangeStatus } from './range.ts';

const model = sketchModel(HARBOUR);
const open: RestPolicy = { relation: () => ({ kind: 'allowed' }), routine: () => ({ kind: 'allowed' }) };

const clock = () => 0;

describe('names of statements', () => {
  it('are given the second time, and stay', () => {
    const nameOf = createStatementNames(clock);
    expect(nameOf('select 1')).toBeUndefined();
    const name = nameOf('select 1');
    expect(name).toMatch(/^restql_[\w-]{24}$/);
    expect(nameOf('select 1')).toBe(name);
    expect(createStatementNames(clock)('select 1')).toBeUndefined();
  });

  it('fit into what PostgreSQL keeps of a name, and differ as the texts do', () => {
    const nameOf = createStatementNames(clock, 10_000);
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 20 }), (texts) => {
        const names = texts.map((text) => nameOf(text) ?? nameOf(text));
        expect(new Set(names).size).toBe(texts.length);
        for (const name of names) expect(Buffer.byteLength(name ?? '')).toBeLessThan(64);
      }),
    );
  });

  it('are no more than allowed, however many texts come', () => {
    const nameOf = createStatementNames(clock, 3);
    for (let round = 0; round < 2; round += 1) for (let text = 0; text < 5; text += 1) nameOf(`select ${text}`);
    const named = Array.from({ length: 5 }, (_, text) => nameOf(`select ${text}`)).filter((name) => name !== undefined);
    expect(named).toHaveLength(3);
    for (let text = 0; text < 2000; text += 1) expect(nameOf(`other ${text}`)).toBeUndefined();
  });

  it('go to the texts that are used, once connections were replaced', () => {
    let nowMs = 0;
    const nameOf = createStatementNames(() => nowMs, 2);
    const twice = (text: string) => nameOf(text) ?? nameOf(text);
    expect([twice('a'), twice('b'), twice('c')].map((name) => name !== undefined)).toEqual([true, true, false]);
    nowMs = 600_000;
    const named = twice('a');
    expect([twice('c'), twice('d'), twice('e')].map((name) => name !== undefined)).toEqual([true, true, false]);
    // What fell out for others and comes back has the name that it had.
    nowMs = 1_200_000;
    expect(twice('a')).toBe(named);
  });
});

describe('a page', () => {
  it.each([
    [undefined, null, null, { offset: 0, limit: null }],
    [{ limit: 5, offset: 10 }, null, null, { offset: 10, limit: 5 }],
    [{ limit: 5, offset: null }, null, 3, { offset: 0, limit: 3 }],
    [{ limit: null, offset: 2 }, null, 100, { offset: 2, limit: 100 }],
    [undefined, { from: 5, to: 9 }, 100, { offset: 5, limit: 5 }],
    [undefined, { from: 5, to: null }, 100, { offset: 5, limit: 100 }],
    [{ limit: 20, offset: null }, { from: 5, to: 9 }, null, { offset: 5, limit: 5 }],
    [{ limit: 3, offset: null }, { from: 1, to: 9 }, null, { offset: 1, limit: 2 }],
    [{ limit: 0, offset: null }, null, 100, { offset: 0, limit: 0 }],
  ])('%o with the range %o and at most %s rows', (scope, range, maxRows, expected) => {
    expect(planPage(scope, range, maxRows)).toEqual(expected);
  });

  it('is told by its first and last row and the number of all', () => {
    expect(contentRange(0, 50, 1234)).toBe('0-49/1234');
    expect(contentRange(10, 5, null)).toBe('10-14/*');
    expect(contentRange(0, 0, 0)).toBe('*/0');
    expect(contentRange(0, 0, null)).toBe('*/*');
  });

  it('is whole, a part, or none', () => {
    expect(rangeStatus(0, 5, null)).toBe(200);
    expect(rangeStatus(0, 5, 5)).toBe(200);
    expect(rangeStatus(0, 5, 6)).toBe(206);
    expect(rangeStatus(5, 1, 6)).toBe(206);
    expect(() => rangeStatus(7, 0, 6)).toThrow(RestError);
    expect(rangeStatus(6, 0, 6)).toBe(206);
  });

  it('never holds more than the most rows, nor less than none', () => {
    const number = fc.option(fc.nat(1000), { nil: null });
    const range = fc.option(
      fc.tuple(fc.nat(1000), fc.nat(1000)).map(([from, more]) => ({ from, to: from + more })),
      { nil: null },
    );
    fc.assert(
      fc.property(number, number, range, fc.nat(50), (limit, offset, asked, maxRows) => {
        try {
          const page = planPage({ limit, offset }, asked, maxRows);
          expect(page.limit).toBeGreaterThanOrEqual(0);
          expect(page.limit).toBeLessThanOrEqual(maxRows);
          expect(page.offset).toBeGreaterThanOrEqual(limit === 0 ? 0 : (offset ?? 0));
        } catch (error) {
          expect(error).toMatchObject({ code: 'PGRST103' });
        }
      }),
    );
  });
});

describe('methods', () => {
  it('are those that the database can do with a relation', () => {
    const relation = (name: string, can: boolean) => {
      const found = model.relations.get(name);
      if (found === undefined) throw new Error(name);
      return allowOfRelation({ ...found, insertable: can, updatable: can, deletable: can });
    };
    expect(relation('ships', true)).toEqual(['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
    expect(relation('ships', false)).toEqual(['OPTIONS', 'GET', 'HEAD']);
    expect(relation('unrelated', true)).toEqual(['OPTIONS', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);
  });

  it('of functions leave out reading where it may write', () => {
    expect(allowOfRoutine(model.routines.get('add') ?? [])).toEqual(['OPTIONS', 'GET', 'HEAD', 'POST']);
    expect(allowOfRoutine(model.routines.get('sink') ?? [])).toEqual(['OPTIONS', 'POST']);
    expect(answerOptions(['OPTIONS', 'GET'])).toEqual({ status: 200, headers: { allow: 'OPTIONS,GET' }, body: null });
  });
});

describe('the description', () => {
  const describeFor = (policy: RestPolicy) =>
    describeSchema(model, createAccess(policy), 'host') as {
      swagger: string;
      paths: Record<string, Record<string, { parameters?: unknown[] }>>;
      definitions: Record<
        string,
        { required?: string[]; properties: Record<string, { description?: string; type?: string; default?: string }> }
      >;
      parameters: Record<string, unknown>;
    };

  it('names relations, columns, keys and functions', () => {
    const told = describeFor(open);
    expect(told.swagger).toBe('2.0');
    expect(Object.keys(told.paths)).toEqual(expect.arrayContaining(['/', '/ships', '/fleet', '/rpc/add', '/rpc/sink']));
    expect(Object.keys(told.paths['/ships'] ?? {})).toEqual(['get', 'post', 'delete', 'patch']);
    expect(Object.keys(told.paths['/rpc/sink'] ?? {})).toEqual(['post']);
    const { required, properties } = told.definitions.ships ?? { properties: {} };
    expect(required).toEqual(['id', 'name']);
    expect(properties.id?.description).toContain('<pk/>');
    expect(properties.owner_id?.description).toContain("<fk table='owners' column='id'/>");
    expect([properties.id?.type, properties.info?.type, properties.tags?.type]).toEqual([
      'integer',
      undefined,
      'array',
    ]);
    expect(properties.built?.default).toBe('now()');
    expect(told.parameters).toHaveProperty(['rowFilter.ships.owner_id']);
  });

  it('refers to nothing that it does not hold', () => {
    const text = JSON.stringify(describeFor(open));
    const told = JSON.parse(text) as Record<string, Record<string, unknown>>;
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/(parameters|definitions)\/([^"]+)"/g)) {
      expect(told[kind], name).toHaveProperty([name]);
    }
  });

  it('holds only what the policy lets the caller have', () => {
    const told = describeFor({
      relation(name, action) {
        if (name === 'owners')
          return action === 'read'
            ? { kind: 'allowed', writeOnly: new Set(['secret']) }
            : { kind: 'denied', object: 'o', action, rule: null };
        return name === 'ships' ? { kind: 'denied', object: 'o', action, rule: null } : { kind: 'unknown' };
      },
      routine: (name) => (name === 'add' ? { kind: 'allowed' } : { kind: 'unknown' }),
    });
    expect(Object.keys(told.paths)).toEqual(['/', '/owners', '/rpc/add']);
    expect(Object.keys(told.paths['/owners'] ?? {})).toEqual(['get']);
    expect(JSON.stringify(told)).not.toContain('secret');
    expect(JSON.stringify(told)).not.toContain('ships');
  });
});
