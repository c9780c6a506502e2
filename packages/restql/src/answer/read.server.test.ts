import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, serveSample } from '../testing/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serveSample({ maxRows: 30 });
});
afterAll(() => served.test.drop());

const get = async (address: string, headers: Record<string, string> = {}) => served.ask('GET', address, { headers });
const rows = async (address: string) => {
  const answer = await get(address);
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.body}`);
  return answer.json;
};

describe('what is selected', () => {
  it.each([
    ['people?select=id,who:name&id=eq.1', [{ id: 1, who: 'p1' }]],
    ['people?select=id,profile->age,l:profile->lang->>0&id=eq.2', [{ id: 2, age: 2, l: 'en' }]],
    ['people?select=tags->0,profile->lang->1&id=eq.1', [{ tags: 't1', lang: 'de' }]],
    ['people?select=id::text,mood::text&id=eq.3', [{ id: '3', mood: 'calm' }]],
    ['people?select=initials&id=eq.3', [{ initials: 'p' }]],
    ['badges?select=*&person_id=eq.2', [{ person_id: 2, number: 102 }]],
    ['people?select=id,manager_id(name)&id=eq.5', [{ id: 5, manager_id: { name: 'p3' } }]],
    ['people?select=id,boss:manager_id(name),manager_id&id=eq.1', [{ id: 1, manager_id: null, boss: null }]],
    [
      'people?select=id,badges(number)&id=in.(6,7)&order=id',
      [
        { id: 6, badges: { number: 106 } },
        { id: 7, badges: null },
      ],
    ],
    ['people?select=tasks(id)&id=eq.2&tasks.order=id.desc&tasks.limit=2', [{ tasks: [{ id: 37 }, { id: 25 }] }]],
    ['people?select=reports(id)&id=eq.1&reports.order=id', [{ reports: [{ id: 6 }, { id: 9 }, { id: 12 }] }]],
    [
      'teams?select=lead:people!teams_lead_id_fkey(name),backup_id(name)&id=eq.1',
      [{ lead: { name: 'p1' }, backup_id: { name: 'p2' } }],
    ],
    ['teams?select=people!members(id)&id=eq.2&people.order=id', [{ people: [{ id: 1 }, { id: 5 }, { id: 9 }] }]],
    [
      'teams?select=members(role,people(name))&id=eq.2&members.person_id=eq.5',
      [{ members: [{ role: null, people: { name: 'p5' } }] }],
    ],
    ['tasks?select=id,...people(owner:name,email)&id=eq.1', [{ id: 1, owner: 'p2', email: 'p2@x' }]],
    [
      'open_tasks?select=id,people(name),teams(name)&id=eq.1',
      [{ id: 1, people: { name: 'p2' }, teams: { name: 'team2' } }],
    ],
    ['task_names?select=person,teams(name)&id=eq.1', [{ person: 'p2', teams: { name: 'team2' } }]],
    [
      'teams?select=task_names(name)&id=eq.2&task_names.order=id&task_names.limit=1',
      [{ task_names: [{ name: 'task 1' }] }],
    ],
    ['people?select=id,tasks()&tasks=not.is.null&tasks.hours=gt.39', [{ id: 5 }]],
    ['people?select=count&id=lt.4', [{ count: 3 }]],
    ['people?select=n:count::text&id=lt.4', [{ n: '3' }]],
    ['people?select=id,tasks(count)&id=eq.2', [{ id: 2, tasks: [{ count: 4 }] }]],
    ['people?select=id,tasks!inner(id)&tasks.id=eq.37&tasks.offset=1', []],
    ['people?select=id,tasks!inner(id)&tasks.limit=0', []],
    ['tasks?select=id,people!inner(count)&id=eq.1', [{ id: 1, people: { count: 1 } }]],
  ])('%s', async (address, expected) => {
    expect(await rows(address)).toEqual(expected);
  });

  it('makes objects of any number of members with names of the caller', async () => {
    const names = Array.from({ length: 130 }, (_, index) => `k${index}:id`);
    const [row] = (await rows(`people?select=${names.join()}&id=eq.4`)) as Record<string, number>[];
    expect(Object.keys(row ?? {})).toHaveLength(130);
    expect(new Set(Object.values(row ?? {}))).toEqual(new Set([4]));
  });

  it('takes any text for a name', async () => {
    const name = 'a"b\\c \' $1 ; ü';
    const quoted = `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
    expect(await rows(`people?select=${encodeURIComponent(quoted)}:id&id=eq.4`)).toEqual([{ [name]: 4 }]);
  });
});

describe('which rows', () => {
  const ids = async (query: string) =>
    ((await rows(`people?select=id&order=id&${query}`)) as { id: number }[]).map(({ id }) => id);
  it.each([
    ['id=in.(1,2,99)', [1, 2]],
    ['id=in.()', []],
    ['id=not.in.(1,2,3,4,5,6,7,8,9,10)', [11, 12]],
    ['name=like.p1*', [1, 10, 11, 12]],
    ['name=ilike(any).{P3,*2}', [2, 3, 12]],
    ['id=gt(all).{1,10}', [11, 12]],
    ['name=match.^p[34]$', [3, 4]],
    ['manager_id=is.null', [1, 2, 3]],
    ['manager_id=isdistinct.1&id=lt.5', [1, 2, 3, 4]],
    ['tags=cs.{t1}', [1, 4, 7, 10]],
    ['profile->>age=eq.4', [4]],
    ['profile->age=gt.10', [11, 12]],
    ['mood=eq.calm&id=lte.2', [1, 2]],
    ['or=(id.eq.1,and(id.gt.3,id.lt.6))', [1, 4, 5]],
    ['not.or=(id.gt.3,name.eq.p1)', [2, 3]],
    ['initials=eq.p&id=eq.3', [3]],
    ['name.filter=p3,p4', [3, 4]],
    ['name.filter=!p1,p*&id=lt.4', [2, 3]],
    ['created_at.filter=>now-1h&id=lt.3', [1, 2]],
    ['created_at.filter=<now-1h', []],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('are narrowed by what they have', async () => {
    expect(await rows('people?select=id,badges!inner(number)&badges.number=gt.104&order=id')).toEqual([
      { id: 5, badges: { number: 105 } },
      { id: 6, badges: { number: 106 } },
    ]);
    expect(await rows('people?select=id,tasks(id)&or=(tasks.not.is.null,id.eq.1)&tasks.hours=gt.39&order=id')).toEqual([
      { id: 1, tasks: [] },
      { id: 5, tasks: [{ id: 40 }] },
    ]);
  });

  it('come in the order that is asked for, also by what they belong to', async () => {
    expect(await rows('tasks?select=id,people(name)&order=people(name).desc,id&limit=2')).toEqual([
      { id: 8, people: { name: 'p9' } },
      { id: 20, people: { name: 'p9' } },
    ]);
    expect(await rows('people?select=id&order=manager_id.desc.nullslast,id.desc&limit=1')).toEqual([{ id: 11 }]);
  });
});

describe('pages and counts', () => {
  const told = async (address: string, headers: Record<string, string> = {}) => {
    const { status, headers: found, json } = await get(address, headers);
    return [status, found['content-range'], Array.isArray(json) ? json.length : (json as { code: string }).code];
  };
  const exact = { prefer: 'count=exact' };
  it.each([
    ['tasks?select=id&limit=5', {}, [200, '0-4/*', 5]],
    ['tasks?select=id&limit=5&offset=10', exact, [206, '10-14/40', 5]],
    ['tasks?select=id&hours=gt.36', exact, [200, '0-3/4', 4]],
    ['tasks?select=id&hours=gt.100', exact, [200, '*/0', 0]],
    ['tasks?select=id&offset=38', exact, [206, '38-39/40', 2]],
    ['tasks?select=id&offset=40', exact, [206, '*/40', 0]],
    ['tasks?select=id&offset=41', exact, [416, '*/40', 'PGRST103']],
    ['tasks?select=id&limit=0', exact, [206, '*/40', 0]],
    ['tasks?select=id', exact, [206, '0-29/40', 30]],
    ['tasks?select=id&limit=1000', {}, [200, '0-29/*', 30]],
    ['tasks?select=id', { range: '2-4' }, [200, '2-4/*', 3]],
    ['people?select=id,tasks!inner(id)&tasks.hours=gt.38', exact, [200, '0-1/2', 2]],
    ['tasks?select=id&limit=2', { prefer: 'count=estimated' }, [206, '0-1/40', 2]],
  ])('%s %o', async (address, headers, expected) => {
    const [status, range, length] = await told(address, headers as Record<string, string>);
    if (String(Object.values(headers)).includes('estimated')) {
      expect([status, length]).toEqual([206, 2]);
      expect(range).toMatch(/^0-1\/\d+$/);
    } else expect([status, range, length]).toEqual(expected);
  });

  it('are estimated by the planner', async () => {
    await served.test.database.pool.query('analyze sample.tasks');
    expect(await told('tasks?select=id&limit=2', { prefer: 'count=planned' })).toEqual([206, '0-1/40', 2]);
    expect((await get('tasks?limit=1', { prefer: 'count=planned' })).headers['preference-applied']).toBe(
      'count=planned',
    );
  });

  it('bound what is embedded as well', async () => {
    const small = await serveSample({ maxRows: 2 });
    try {
      const { json } = await small.ask('GET', 'people?select=id,tasks(id)&id=lt.9');
      expect((json as { tasks: unknown[] }[]).map(({ tasks }) => tasks.length)).toEqual([2, 2]);
    } finally {
      await small.test.drop();
    }
  });
});

describe('how it is written', () => {
  it('as a table', async () => {
    const { body, headers } = await get('people?select=id,name,tags&id=lt.3&order=id', { accept: 'text/csv' });
    expect([headers['content-type'], body]).toEqual(['text/csv; charset=utf-8', 'id,name,tags\n1,p1,{t1}\n2,p2,{t2}']);
    expect((await get('people?id=eq.0', { accept: 'text/csv' })).body).toBe('\n');
  });

  it('as one object, which must be one', async () => {
    const accept = 'application/vnd.pgrst.object+json';
    expect((await get('people?select=id&id=eq.1', { accept })).json).toEqual({ id: 1 });
    const many = await get('people?select=id&limit=2', { accept });
    expect([many.status, many.json]).toEqual([
      406,
      {
        code: 'PGRST116',
        details: 'The result contains 2 rows',
        hint: null,
        message: 'JSON object requested, multiple (or no) rows returned',
      },
    ]);
  });

  it('without what is null', async () => {
    const accept = 'application/vnd.pgrst.array+json;nulls=stripped';
    expect((await get('people?select=id,manager_id&id=eq.1', { accept })).json).toEqual([{ id: 1 }]);
  });

  it('without a body for HEAD', async () => {
    const head = await served.ask('HEAD', 'tasks?limit=3', { headers: { prefer: 'count=exact' } });
    expect([head.status, head.body, head.headers['content-range']]).toEqual([206, null, '0-2/40']);
    expect((await served.ask('HEAD', 'nothing')).body).toBeNull();
  });

  it('in a time zone', async () => {
    const stamp = async (timezone: string) => {
      const { json } = await get('people?select=created_at&id=eq.1', { prefer: `timezone=${timezone}` });
      return (json as { created_at: string }[])[0]?.created_at;
    };
    expect(await stamp('Asia/Tokyo')).toMatch(/\+09:00$/);
    expect(await stamp('Nowhere/Here')).toMatch(/\+00:00$/);
  });
});

describe('what is refused', () => {
  it.each([
    ['nothing', 404, '42P01'],
    ['people?nothing=eq.1', 400, '42703'],
    ['people?id=eq.abc', 400, '22P02'],
    ['people?id=like.1', 404, '42883'],
    ['people?select=id::nothing', 400, '42704'],
    ['people?select=count()', 400, 'PGRST123'],
    ['teams?select=people(*)', 300, 'PGRST201'],
    ['both_names?select=people(*)', 400, 'PGRST200'],
    ['people?name=fts(nothing).x', 400, '42704'],
  ])('%s', async (address, status, code) => {
    const answer = await get(address);
    expect([answer.status, (answer.json as { code: string }).code]).toEqual([status, code]);
  });

  it('also preferences, when they are strict', async () => {
    const strict = await get('people', { prefer: 'handling=strict, anything=1' });
    expect([strict.status, strict.json]).toMatchObject([400, { code: 'PGRST122' }]);
    expect((await get('people?limit=1', { prefer: 'handling=lenient, anything=1' })).status).toBe(200);
  });

  it('and media types that are not written', async () => {
    expect((await get('people', { accept: 'image/png' })).json).toMatchObject({ code: 'PGRST107' });
  });
});

it('keeps the plans of statements that come back', async () => {
  served.statements.length = 0;
  for (const id of [1, 2, 3]) await rows(`badges?person_id=eq.${id}&select=number`);
  const [first, second, third] = served.statements;
  expect(first?.name).toBeUndefined();
  expect(second?.name).toMatch(/^restql_/);
  expect(third).toMatchObject({ name: second?.name, text: second?.text });
});
