import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differences } from './support/compare.ts';
import { get, write } from './support/exchange.ts';
import { hasReference } from './support/reference.ts';
import { createPair, type Pair } from './support/run.ts';

/** Our form, and what it means in the words of the reference. */
const rewrites: readonly (readonly [ours: string, reference: string])[] = [
  ['ships?kind.filter=tug,ferry', 'ships?kind=in.(tug,ferry)'],
  ['ships?kind.filter=!tug', 'ships?kind=not.in.(tug)'],
  ['ships?name.filter=A*', 'ships?name=like.A*'],
  ['ships?name.filter=*a*', 'ships?name=like.*a*'],
  ['ships?name.filter=*a*,*l*', 'ships?name=like.*a*&name=like.*l*'],
  ['ships?name.filter=!*a*', 'ships?name=not.like.*a*'],
  ['ships?name.filter=*t*,!Egret', 'ships?name=like.*t*&name=not.in.(Egret)'],
  ['ports?name.filter=Dune*&country.filter=DE,NO', 'ports?name=like.Dune*&country=in.(DE,NO)'],
  ['ships?specs->>speed.filter=11,21', 'ships?specs->>speed=in.(11,21)'],
  [
    'captains?select=name,ships(name)&ships.kind.filter=tug&ships.order=id',
    'captains?select=name,ships(name)&ships.kind=in.(tug)&ships.order=id',
  ],
  ['rpc/ship_list?name.filter=A*,*s', 'rpc/ship_list?name=like.A*&name=like.*s'],
  ['ships?kind.filter=', 'ships?'],
  ['job_history?created_at.filter=>now-20h&select=id', 'job_history?created_at=gt.2000-01-01&select=id'],
  ['job_history?created_at.filter=now-99y&select=id', 'job_history?created_at=lt.1900-01-01&select=id'],
  ['job_history?status.filter=!SUCCESS&select=id', 'job_history?status=not.in.(SUCCESS)&select=id'],
  ['ships?name=is.not_null&select=id', 'ships?name=not.is.null&select=id'],
  ['ships?or=(kind.is.not_null,id.eq.1)&select=id', 'ships?or=(kind.not.is.null,id.eq.1)&select=id'],
];

describe.runIf(hasReference)('what is our own means what it says', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await createPair();
  });
  afterAll(() => pair?.stop());

  test.each(rewrites)('%s', async (ours, reference) => {
    const ending = (path: string): string => (path.startsWith('ships') ? `${path}&order=id` : path);
    const request = get(ending(reference), { prefer: 'count=exact' });
    const expected = await pair.reference(request);
    expect(expected.status).toBe(200);
    expect(differences(request, expected, await pair.ours(get(ending(ours), request.headers)))).toEqual([]);
  });

  test('now() means now where a time is written or compared', async () => {
    const request = write('PATCH', 'ships?id=eq.1&built=lt.now()&select=built', { built: 'now()' });
    const [theirs, mine] = [await pair.reference(request), await pair.ours(request)];
    for (const { status, body } of [theirs, mine]) {
      expect(status).toBe(200);
      const [row] = JSON.parse(body) as { built: string }[];
      expect(Math.abs(Date.parse(row?.built ?? '') - Date.now())).toBeLessThan(60_000);
    }
  });

  test('max-affected, which PostgREST has from 12.1, refuses what would change more', async () => {
    const limited = 'handling=strict,max-affected=1,return=representation';
    const two = await pair.ours(write('PATCH', 'ports?id=in.(1,2)', { country: 'ZZ' }, limited));
    expect([two.status, JSON.parse(two.body)]).toEqual([400, expect.objectContaining({ code: 'PGRST124' })]);
    expect((await pair.ours(write('DELETE', 'shifts', undefined, limited))).status).toBe(400);
    const one = await pair.ours(write('PATCH', 'ports?id=eq.1', { country: 'ZZ' }, limited));
    expect(one.status).toBe(200);
    expect(one.headers['preference-applied']).toContain('max-affected=1');
  });

  test('the description names the same relations, functions and columns', async () => {
    type Description = { paths: object; definitions: Record<string, { properties: object; required?: string[] }> };
    const [theirs, mine] = (await Promise.all([pair.reference(get('')), pair.ours(get(''))])).map(
      ({ body }) => JSON.parse(body) as Description,
    );
    expect(Object.keys(mine?.paths ?? {}).toSorted()).toEqual(Object.keys(theirs?.paths ?? {}).toSorted());
    const columns = (description: Description | undefined) =>
      Object.entries(description?.definitions ?? {})
        .map(([name, { properties }]) => [name, Object.keys(properties).toSorted()] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(columns(mine)).toEqual(columns(theirs));
  });
});
