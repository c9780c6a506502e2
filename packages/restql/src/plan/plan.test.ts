import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RestError } from '../errors.ts';
import { parseBody } from '../parse/body.ts';
import { parsePrefer } from '../parse/prefer.ts';
import { parseQuery } from '../parse/query.ts';
import type { RestPolicy } from '../policy.ts';
import { sql, toStatement } from '../sql.ts';
import { HARBOUR, sketchModel } from '../testing/model.ts';
import { AccessDenied, createAccess, UnknownRelation } from './access.ts';
import { findRoutine, planCall } from './call.ts';
import { createContext } from './context.ts';
import { planRead } from './read.ts';
import { planDelete, planInsert, planPut, planUpdate } from './write.ts';

const model = sketchModel(HARBOUR);
const style = { format: 'array', stripNulls: false } as const;
const page = { limit: 50, offset: 0 };
const open: RestPolicy = { relation: () => ({ kind: 'allowed' }), routine: () => ({ kind: 'allowed' }) };

/** A policy that notes what it is asked, and puts a condition on the rows of every relation that can be found again. */
function guard() {
  const asked = new Set<string>();
  const policy: RestPolicy = {
    relation(name, action) {
      asked.add(`${action} ${name}`);
      const column = [...(model.relations.get(name)?.columns.keys() ?? [])][0] ?? 'id';
      return { kind: 'allowed', rows: (row) => sql`guards(${row(column)}, ${`guard of ${name}`})` };
    },
    routine(name) {
      asked.add(`call ${name}`);
      return { kind: 'allowed' };
    },
  };
  return { asked, policy };
}

function contextFor(policy: RestPolicy) {
  return createContext(model, createAccess(policy), 2000);
}

function relation(name: string) {
  const found = model.relations.get(name);
  if (found === undefined) throw new Error(`no relation ${name}`);
  return found;
}

function read(name: string, query: string, policy: RestPolicy = open, count: 'exact' | 'planned' | null = null) {
  const plan = planRead(contextFor(policy), relation(name), parseQuery(query), { style, page, count });
  return { ...toStatement(plan.statement), estimate: plan.estimate };
}

function write(
  kind: 'insert' | 'put' | 'update' | 'delete',
  name: string,
  query: string,
  body: unknown,
  prefer: string,
  policy = open,
) {
  const request = { relation: relation(name), query: parseQuery(query), preferences: parsePrefer(prefer), style };
  const context = contextFor(policy);
  const parsed = parseBody(JSON.stringify(body ?? {}), undefined, { columns: true });
  if (parsed.kind !== 'rows') throw new Error('no rows');
  if (kind === 'delete') return toStatement(planDelete(context, request).statement);
  const plan = { insert: planInsert, put: planPut, update: planUpdate }[kind](context, request, parsed);
  if (plan === null) throw new Error('nothing to write');
  return toStatement(plan.statement);
}

function call(name: string, query: string, policy: RestPolicy = open) {
  const context = contextFor(policy);
  const routines = model.routines.get(name) ?? [];
  const argumentNames = new Set(routines.flatMap(({ arguments: given }) => given.map((one) => one.name)));
  const parsed = parseQuery(query, { isRoutine: true, argumentNames });
  const input = { kind: 'query', values: parsed.argumentValues } as const;
  const plan = planCall(context, findRoutine(context, name, input), input, parsed, { style, page, count: null });
  return toStatement(plan.statement);
}

function refusal(act: () => unknown): RestError {
  try {
    act();
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** Each base relation with its alias, as the statement reads it. */
function relationsIn(text: string): { name: string; alias: string }[] {
  return [...text.matchAll(/"s"\."(\w+)" as (\w+)/g)].map(([, name = '', alias = '']) => ({ name, alias }));
}

const READS: readonly (readonly [string, string])[] = [
  ['ships', ''],
  ['ships', 'select=id,name,owner:owners!ships_owner_fkey(name,parent_id(name))&owner.name=eq.x'],
  ['ships', 'select=id,owner_id(name),agent_id(name)&order=owner_id(name).desc'],
  ['ships', 'select=id,sailors(name)&sailors.rank=eq.mate&sailors.order=name&sailors.limit=3'],
  ['ships', 'select=id,sailors!inner(name),berths!inner(place)&berths.place=eq.a'],
  ['ships', 'select=id,berths(place)&berths=not.is.null'],
  ['ships', 'select=id,berths(),sailors()&or=(berths.is.null,sailors.not.is.null)'],
  ['ships', 'select=id,...owners!ships_owner_fkey(owner:name)'],
  ['ships', 'select=id,sisters(id,owner_id(name)),initials'],
  ['owners', 'select=id,owners(id,owners(id)),flagship(name,crews(since,sailors(name)))'],
  ['fleet', 'select=*,owner_id(*),berths(*)&title=like.a*'],
  ['fleet_names', 'select=label,sailors(*)&order=label'],
  ['crews', 'select=ships(name,owners!ships_agent_fkey(*)),sailors(*)'],
];

describe('a read', () => {
  it('is one statement whose values are parameters', () => {
    const { text, values } = read('ships', 'select=id,n:name&name=eq.Vasa&info->>crew=gt.5&order=id.desc');
    expect(text.match(/;/)).toBeNull();
    expect(values).toEqual(expect.arrayContaining(['Vasa', 'crew', '5', 'n']));
    expect(text).not.toContain('Vasa');
    expect(text).toContain('order by t1."id" desc limit 50)');
  });

  it.each([
    ['name=eq.a&id=gt.5&info=is.null', true],
    ['name=in.(a,b)&order=info->>crew', true],
    ['name=like.a*', false],
    ['info->>crew=eq.5', false],
    ['or=(id.eq.1,not.and(id.gt.3,tags.cs.{a}))', false],
  ])('has one plan for all values, unless these tell how many rows there are: %s', (query, isNamed) => {
    const options = { style, page, count: null };
    expect(planRead(contextFor(open), relation('ships'), parseQuery(query), options).isNamed).toBe(isNamed);
  });

  it('picks the page before it looks up what is embedded', () => {
    const { text } = read('ships', 'select=id,owner_id(name)&order=name&limit=5');
    expect(text.indexOf('limit')).toBeLessThan(text.lastIndexOf('r2'));
    expect(text).toMatch(/from \(select [^()]*from "s"\."ships" as t\d+ order by/);
  });

  it('counts without what is embedded, unless it narrows the rows', () => {
    const counted = (query: string) => {
      const { text } = read('ships', query, open, 'exact');
      return text.slice(text.indexOf('select count(*) from "s"'));
    };
    expect(counted('select=id,owner_id(name)').split(' from r')[0]).toMatch(
      /^select count\(\*\) from "s"\."ships" as t\d+\)/,
    );
    expect(counted('select=id,sailors!inner(name)')).toMatch(
      /^select count\(\*\) from "s"\."ships" as t\d+ where exists/,
    );
  });

  it('is ordered by a resource of which each row has one through a join', () => {
    const joined = read('ships', 'select=id,owner_id(name)&order=owner_id(name).desc,id&limit=5').text;
    expect(joined).toMatch(/from "s"\."ships" as t1 left join "s"\."owners" as (t\d+) on \1\."id" = t1\."owner_id"/);
    expect(joined).toMatch(/order by t\d+\."name" desc, t1\."id"/);
  });

  it('asks the planner for an estimate', () => {
    const { estimate } = read('ships', 'name=eq.x', open, 'planned');
    expect(estimate === null ? '' : toStatement(estimate).text).toMatch(/^explain \(format json\) select 1 from/);
    expect(read('ships', 'name=eq.x').estimate).toBeNull();
  });

  it('answers an embedded resource in place of the column of its name', () => {
    const { text } = read('ships', 'select=*,owner_id(name)');
    expect(text.match(/ as "owner_id"/g)).toHaveLength(1);
  });

  it.each([
    ['no such column', 'ships', 'select=nothing', '42703'],
    ['no such column in a filter', 'ships', 'nothing=eq.1', '42703'],
    ['no such column in an order', 'ships', 'order=nothing', '42703'],
    ['no such type', 'ships', 'select=id::nothing', '42704'],
    ['aggregates', 'ships', 'select=id.sum()', 'PGRST123'],
    ['a filter on what is not embedded', 'ships', 'owners.id=eq.1', 'PGRST108'],
    ['an order by what is not embedded', 'ships', 'order=owners(id)', 'PGRST108'],
    ['an order by many', 'ships', 'select=id,sailors(id)&order=sailors(id)', 'PGRST118'],
    ['many spread', 'ships', 'select=id,...sailors(id)', 'PGRST119'],
    ['a comparison of a resource', 'ships', 'select=id,sailors(id)&sailors=eq.1', 'PGRST120'],
    ['no relationship', 'ships', 'select=unrelated(what)', 'PGRST200'],
    ['several relationships', 'ships', 'select=owners(id)', 'PGRST201'],
  ])('refuses %s', (_what, name, query, code) => {
    expect(refusal(() => read(name, query)).code).toBe(code);
  });
});

describe('the policy', () => {
  it.each(READS)('is asked for each relation of %s?%s, and its condition stands on each', (name, query) => {
    for (const count of ['exact', null] as const) {
      const { asked, policy } = guard();
      const { text, values } = read(name, query, policy, count);
      const used = relationsIn(text);
      expect(used.length).toBeGreaterThan(0);
      for (const one of used) {
        expect(asked).toContain(`read ${one.name}`);
        expect(text).toContain(`guards(${one.alias}.`);
        expect(values).toContain(`guard of ${one.name}`);
      }
      // Rows of functions are rows of a relation as well.
      const called = [...text.matchAll(/from "s"\."(\w+)"\([^)]*\) as (\w+)/g)];
      for (const [, routine = '', alias = ''] of called) {
        expect(asked).toContain(`call ${routine}`);
        expect(text).toContain(`guards(${alias}.`);
      }
      const guards = text.match(/guards\(/g)?.length ?? 0;
      expect(guards).toBeGreaterThanOrEqual(used.length + called.length);
    }
  });

  it('is asked what a write does, and what it answers', () => {
    const asks = (act: (policy: RestPolicy) => { text: string }) => {
      const { asked, policy } = guard();
      const { text } = act(policy);
      return { asked: [...asked].sort(), text };
    };
    const body = { id: 1, name: 'x' };
    const returned = 'return=representation';
    const insert = asks((policy) => write('insert', 'ships', 'select=id,owner_id(name)', body, returned, policy));
    expect(insert.asked).toEqual(['create ships', 'read owners', 'read ships']);
    expect(insert.text).toMatch(/\(guards\(target\."id", \$\d+\)\) is not true/);
    const merge = asks((policy) => write('insert', 'ships', '', body, 'resolution=merge-duplicates', policy));
    expect(merge.asked).toContain('update ships');
    expect(merge.text).toMatch(/do update set .* where guards\(target\."id"/);
    expect(merge.text).toMatch(/\(\(guards\(.*\) and \(guards\(.*\)\) is not true/);
    const update = asks((policy) => write('update', 'ships', 'id=eq.1', body, returned, policy));
    expect(update.asked).toEqual(['read ships', 'update ships']);
    expect(update.text).toMatch(/ where \(guards\(target\."id", \$\d+\)\) and \(target\."id" = \$\d+\)/);
    expect(update.text).toContain('is not true');
    const remove = asks((policy) => write('delete', 'ships', 'id=eq.1', null, returned, policy));
    expect(remove.asked).toEqual(['delete ships', 'read ships']);
    expect(remove.text).toMatch(/delete from "s"\."ships" as target where \(guards\(target\."id"/);
    const put = asks((policy) => write('put', 'ships', 'id=eq.1', body, returned, policy));
    expect(put.asked).toEqual(['create ships', 'read ships', 'update ships']);
  });

  it('is asked for a function and for the relation whose rows it returns', () => {
    const { asked, policy } = guard();
    const { text } = call('find_ships', 'q=x&select=id,initials,owner_id(name)', policy);
    expect([...asked].sort()).toEqual(['call find_ships', 'call initials', 'read owners', 'read ships']);
    expect(text).toMatch(/from "s"\."find_ships"\("q" => \$\d+::text\) as (t\d+) where \(\(guards\(\1\./);
  });

  it('refuses what is denied, also far below', () => {
    const deny = (denied: string): RestPolicy => ({
      ...open,
      relation: (name) =>
        name === denied ? { kind: 'denied', object: `o.${name}`, action: 'read', rule: null } : { kind: 'allowed' },
    });
    for (const [denied, query] of [
      ['ships', ''],
      ['owners', 'select=id,owner_id(name)'],
      ['owners', 'select=id,owner_id()&owner_id=is.null'],
      ['sailors', 'select=crews(sailors(name))'],
      ['crews', 'select=id,sailors(name)'],
    ] as const) {
      expect(() => read('ships', query, deny(denied)), query).toThrow(AccessDenied);
    }
    expect(() =>
      write('insert', 'ships', 'select=owner_id(name)', { id: 1 }, 'return=representation', deny('owners')),
    ).toThrow(AccessDenied);
    expect(() => call('find_ships', 'q=x', deny('ships'))).toThrow(AccessDenied);
  });

  it('makes what is unknown to the caller be as if it did not exist', () => {
    const hide = (hidden: string): RestPolicy => ({
      relation: (name) => (name === hidden ? { kind: 'unknown' } : { kind: 'allowed' }),
      routine: (name) => (name === hidden ? { kind: 'unknown' } : { kind: 'allowed' }),
    });
    expect(() => read('ships', '', hide('ships'))).toThrow(UnknownRelation);
    expect(refusal(() => read('ships', 'select=owner_id(name)', hide('owners'))).code).toBe('PGRST200');
    expect(refusal(() => read('ships', 'select=sailors(name)', hide('crews'))).code).toBe('PGRST200');
  });

  it('takes write-only columns out of everything that reads', () => {
    const secretive: RestPolicy = { ...open, relation: () => ({ kind: 'allowed', writeOnly: new Set(['secret']) }) };
    const { text } = read('owners', 'select=*,owners(*)', secretive);
    expect(text).not.toContain('"secret"');
    for (const query of [
      'select=secret',
      'select=s:secret::text',
      'secret=eq.x',
      'or=(id.eq.1,secret.like.a*)',
      'order=secret',
      'select=id,owners(secret)',
      'select=id,owners(id)&owners.secret=eq.x',
      'select=id,parent_id(id)&order=parent_id(secret)',
      'select=secret->>a',
    ]) {
      expect(refusal(() => read('owners', query, secretive)).code, query).toBe('42703');
    }
    const body = { id: 1, secret: 'x' };
    const insert = write('insert', 'owners', '', body, 'return=representation', secretive);
    expect(insert.text).toMatch(/insert into "s"\."owners" as target \("id", "secret"\)/);
    const answered = insert.text.slice(insert.text.indexOf(') select coalesce'));
    expect(answered).not.toContain('"secret"');
    expect(refusal(() => write('update', 'owners', 'secret=eq.x', body, '', secretive)).code).toBe('42703');
    expect(refusal(() => write('delete', 'owners', 'secret=eq.x', null, '', secretive)).code).toBe('42703');
  });
});

describe('text of a request', () => {
  const evil = fc
    .string({ unit: fc.constantFrom('z', 'q', '"', "'", ';', '-', '\\', '$', ' ', '%'), minLength: 3, maxLength: 12 })
    .map((text) => `zq${text}zq`);
  const quoted = (text: string) => encodeURIComponent(`"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);

  it('is never part of a statement, wherever it stands', () => {
    const queries = evil.chain((text) => {
      const plain = encodeURIComponent(text);
      const name = quoted(text);
      return fc.constantFrom(
        `select=${name}:id,name&name=eq.${plain}`,
        `select=id,${name}:owner_id(id)&${name}.name=like.${plain}*`,
        `select=id,info->${name},a:info->>${name}&info->${name}=not.is.null&order=info->>${name}.desc`,
        `select=id&or=(name.eq.${name},and(name.in.(${name},b),id.gt.${name}))`,
        `select=id&tags=cs.{${name}}&name=ilike(any).{${name},b}`,
        `select=id&info=fts(${plain}).${plain}`,
        `select=id,...owner_id(${name}:name)&limit=3`,
        `${name}=eq.1`,
        `select=id::${name}`,
        `select=${name}(id)`,
        `name.filter=${plain}`,
      );
    });
    fc.assert(
      fc.property(queries, (query) => {
        let statement: { text: string };
        try {
          statement = read('ships', query, open, 'exact');
        } catch (error) {
          expect(error).toBeInstanceOf(RestError);
          return;
        }
        expect(statement.text).not.toContain('zq');
      }),
      { numRuns: 2000 },
    );
  });

  it('is never part of a write either', () => {
    fc.assert(
      fc.property(evil, fc.constantFrom('insert', 'update', 'put'), (text, kind) => {
        const body = { id: 1, name: text, info: { [text]: text }, tags: [text] };
        const query = kind === 'insert' ? `select=${quoted(text)}:id` : 'id=eq.1';
        const statement = write(
          kind,
          'ships',
          query,
          body,
          'return=representation,missing=default,resolution=merge-duplicates',
        );
        expect(statement.text).not.toContain('zq');
        expect(refusal(() => write(kind, 'ships', query, { [text]: 1, id: 1 }, '')).code).toBe('PGRST204');
      }),
      { numRuns: 300 },
    );
  });

  it('is never part of a call', () => {
    fc.assert(
      fc.property(evil, (text) => {
        expect(call('find_ships', `q=${encodeURIComponent(text)}&select=${quoted(text)}:id`).text).not.toContain('zq');
      }),
      { numRuns: 200 },
    );
  });
});
