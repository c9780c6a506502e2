import type { ConformanceRequest } from './exchange.ts';
import { generateRequests } from './generate.ts';
import { createRandom, type Random } from './random.ts';

const pieces = [
  ...[
    'select=',
    'or=',
    'and=',
    'not.or=',
    'order=',
    'limit=',
    'offset=',
    'columns=',
    'on_conflict=',
    'id=',
    'name=',
    'specs=',
    'kind.filter=',
  ],
  ...[
    'built.filter=',
    'captains.',
    'ships.order=',
    '&',
    '&&',
    ';',
    '?',
    '#',
    '=',
    'eq.',
    'not.',
    'in.(',
    'like(any).{',
    'fts(',
    'is.',
    'cs.{',
  ],
  ...[
    '(',
    ')',
    '((',
    '))',
    '{',
    '}',
    '"',
    '\\"',
    '\\',
    ',',
    '.',
    '..',
    '...',
    ':',
    '::',
    '->',
    '->>',
    '!',
    '!inner',
    '*',
    '%',
    '%%',
    '%0',
    '%00',
  ],
  ...[
    '%ff',
    '%C3',
    '%F0%9F%98',
    '%22',
    '%27',
    "'",
    "';drop table ships;--",
    '$1',
    '{{x}}',
    '\0',
    '\u2028',
    '💥',
    'é',
    '\ud800',
    '+',
    ' ',
    '\t',
    '\n',
  ],
  ...[
    '1',
    '-1',
    '0',
    '1e999',
    '99999999999999999999',
    'NaN',
    'null',
    'true',
    'now()',
    'id',
    'name',
    'captains',
    'ships',
    'count()',
    '.sum()',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'pg_sleep(10)',
    'pg_catalog.pg_class',
    'information_schema',
    'select',
    'rpc/',
    '/',
    '//',
    '%2F',
  ],
] as const;
const paths = [
  ...[
    'ships',
    'ports',
    'captains',
    'crew',
    'log_lines',
    'active_ships',
    'fleet',
    'Odd%20Table',
    'rpc/add_them',
    'rpc/greet',
    'rpc/ships_of',
  ],
  ...[
    'rpc/total',
    'rpc/keeps',
    'rpc/echo',
    'nosuch',
    'rpc/nosuch',
    '',
    '/',
    'rpc',
    '__proto__',
    'rpc/constructor',
    'ships/../ports',
    'ships%00',
  ],
];
const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'get', ''];
const bodies = [
  ...[
    '',
    '{',
    '[',
    '{}',
    '[]',
    '[{}]',
    'null',
    '5',
    '"x"',
    '{"id":1}',
    '{"id":{}}',
    '{"id":[[[]]]}',
    '[{"id":1},{"name":2}]',
    '[[]]',
    '{"id":1e999}',
  ],
  ...[
    '{"__proto__":1}',
    '{"id":"\\u0000"}',
    '{"name":"\\ud800"}',
    '{"id":1,}',
    "{'id':1}",
    '{"id":1}{"id":2}',
    '\ufeff{}',
    '{"name":"x","name":"y"}',
  ],
  ...[
    'id,name\n1,x',
    'id\n"',
    '"',
    ',\n,',
    'id=1&name=%',
    '%',
    'id=%00',
    '['.repeat(5000),
    '{"a":'.repeat(3000),
    '[1'.repeat(900),
    'x'.repeat(20_000),
  ],
];
const contentTypes = [
  ...[
    'application/json',
    'application/json',
    'text/csv',
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/octet-stream',
  ],
  ...[
    '',
    ';',
    'application/json;charset=',
    'APPLICATION/JSON',
    'multipart/form-data',
    '\u0001',
    'constructor',
    'text/xml',
  ],
];
const accepts = [
  ...[
    '*/*',
    'application/json',
    'text/csv',
    'application/vnd.pgrst.object+json',
    'application/vnd.pgrst.plan+json',
    ',',
    ';',
    'q=1',
    '*/*;q=9',
  ],
  ...[
    'application/json;q=-1',
    'text/html',
    '',
    'a'.repeat(5000),
    `${'a/b,'.repeat(500)}`,
    'application/vnd.pgrst.array+json;nulls=stripped',
  ],
];
const preferences = [
  ...[
    'tx=rollback',
    'tx=rollback',
    'tx=rollback,handling=strict,x',
    'tx=rollback,count=exact',
    'tx=rollback,count=',
    'tx=rollback,return=all',
  ],
  ...[
    'tx=rollback,max-affected=0,handling=strict',
    'tx=rollback,timezone=../etc',
    'tx=rollback,resolution=merge-duplicates,return=representation',
  ],
  ...[
    `tx=rollback${','.repeat(3000)}`,
    'tx=rollback,missing=default,return=headers-only',
    'tx=rollback,timezone=\u0000',
    'tx=rollback,params=single-object',
  ],
];
const ranges = [
  '0-1',
  '1-0',
  '-',
  '--1',
  '0-99999999999999999999',
  'bytes=0-1',
  '',
  '9'.repeat(3000),
  '١-٢',
  '0-0,2-2',
];

/** Makes requests of one seed that are wrong in some way, without end. Whatever one of them changes is undone. */
export function* generateMalformed(seed: number): Generator<ConformanceRequest, never> {
  const random = createRandom(seed);
  const sound = generateRequests(seed);
  for (;;) {
    const request = random.chance(0.4) ? damage(random, sound.next().value) : scramble(random);
    yield { ...request, headers: { ...request.headers, prefer: withRollback(request.headers.prefer) } };
  }
}

function withRollback(prefer: string | undefined): string {
  return prefer?.startsWith('tx=rollback') ? prefer : `tx=rollback,${prefer ?? ''}`;
}

function noise(random: Random, most: number): string {
  return Array.from({ length: random.integer(most) }, () => random.pick(pieces)).join('');
}

/** Pieces of the grammar and of nothing in any order. */
function scramble(random: Random): ConformanceRequest {
  const headers: Record<string, string> = { prefer: random.pick(preferences) };
  if (random.chance(0.3)) headers.accept = random.pick(accepts);
  if (random.chance(0.2)) headers.range = random.pick(ranges);
  const method = random.pick(methods);
  const writes = method === 'POST' || method === 'PATCH' || method === 'PUT';
  if (writes) headers['content-type'] = random.pick(contentTypes);
  const query = random.chance(0.02) ? random.pick(pieces).repeat(random.integer(3000)) : noise(random, 14);
  return { method, path: `${random.pick(paths)}?${query}`, headers, body: writes ? random.pick(bodies) : null };
}

/** A sound request in which something is gone, doubled, or put in. */
function damage(random: Random, request: ConformanceRequest): ConformanceRequest {
  const wound = (text: string): string => {
    const at = random.integer(text.length + 1);
    const until = Math.min(text.length, at + random.integer(6));
    const kept = random.chance(0.3) ? text.slice(at, until).repeat(2) : '';
    return text.slice(0, at) + kept + (random.chance(0.7) ? random.pick(pieces) : '') + text.slice(until);
  };
  const [address = '', query = ''] = request.path.split('?');
  const wounds = 1 + random.integer(4);
  let text = query;
  let { body } = request;
  for (let count = 0; count < wounds; count += 1) {
    if (body !== null && random.chance(0.5)) body = wound(body);
    else text = wound(text);
  }
  return { ...request, path: `${random.chance(0.05) ? wound(address) : address}?${text}`, body };
}
