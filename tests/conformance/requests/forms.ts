import { type ConformanceRequest, counted, get } from '../support/exchange.ts';

const ONE = 'application/vnd.pgrst.object+json';
const STRIPPED = 'application/vnd.pgrst.array+json;nulls=stripped';

const as = (accept: string, ...paths: string[]): ConformanceRequest[] => paths.map((path) => get(path, { accept }));

/** Media types, HEAD, OPTIONS, preferences, and what is not served. */
export const forms: readonly ConformanceRequest[] = [
  ...as(
    ONE,
    'ships?id=eq.1',
    'ships?id=eq.99',
    'ships?select=id',
    'ships?id=eq.1&select=id,captains(name),voyages(id)&voyages.order=id',
    'ships?select=id&order=id&limit=1',
    'nosuch',
    'rpc/one_ship?wanted=1',
    'rpc/ships_of?captain=1',
    'rpc/ships_of?captain=3',
    'rpc/add_them?a=1&b=2',
  ),
  ...as('application/vnd.pgrst.object', 'ships?id=eq.1&select=id'),
  ...as(`${ONE};nulls=stripped`, 'ships?id=eq.4', 'ships?id=eq.4&select=id,captains(name)'),
  ...as(STRIPPED, 'ships?order=id', 'ships?select=id,captain_id,captains(name,born)&order=id', 'rpc/ship_list'),
  ...as('application/vnd.pgrst.array+json', 'ships?select=id&order=id'),
  ...as(
    'text/csv',
    'ships?order=id',
    'ships?select=id,name,tags,specs&order=id',
    'ships?select=n:name,captains(name)&order=id',
    'ports?order=id',
    'ports?id=eq.99',
    'ports?select=name&id=eq.5',
    'rpc/ship_list?minimum=100',
    'rpc/ships_of?captain=1&select=id,name',
    'log_lines?order=at',
    'nosuch',
  ),
  ...as('application/json, text/plain, */*', 'ports?id=eq.1'),
  ...as('text/html,application/xhtml+xml,*/*;q=0.8', 'ports?id=eq.1'),
  ...as('text/csv;q=0.5,application/json', 'ports?id=eq.1'),
  ...as('text/html', 'ports', 'rpc/add_them?a=1&b=2'),
  ...as('application/vnd.pgrst.plan', 'ports'),
  ...as('image/png', 'ports'),
  ...as('text/plain', 'ports'),
  ...['ships?select=id', 'ships?id=eq.99', 'nosuch', 'rpc/add_them?a=1&b=2', 'ships?nope=eq.1'].flatMap((path) => [
    { method: 'HEAD', path, headers: {}, body: null },
    { method: 'HEAD', path, headers: { prefer: 'count=exact' }, body: null },
  ]),
  ...['ships', 'active_ships', 'fleet', 'nosuch', 'rpc/add_them', 'rpc/nothing', 'rpc/nosuch'].map((path) => ({
    method: 'OPTIONS',
    path,
    headers: {},
    body: null,
  })),
  ...['TRACE1', 'LINK'].map((method) => ({ method, path: 'ships', headers: {}, body: null })),
  ...[
    'count=exact, count=planned',
    'handling=strict, count=exact',
    'handling=strict, foo=bar',
    'handling=lenient, foo=bar',
    'foo',
    'return=minimal',
    'return=representation',
    'Count=exact',
    'timezone=Europe/Berlin',
    'timezone=Nowhere/City',
    'timezone=Nowhere/City, handling=strict',
    'tx=rollback',
    'tx=commit, count=exact',
  ].map((prefer) => get('ships?select=id,built&order=id&limit=2', { prefer })),
  counted('ships?select=id&order=id&limit=2', 'planned'),
  counted('captains?select=id&limit=2&order=id', 'estimated'),
  get('ships/1'),
  get('rpc'),
  get('rpc/'),
];
