import type { ApiToken } from '@quarterdeck/contract';
import { describe, expect, it } from 'vitest';
import {
  cellOf,
  findTokens,
  hasEnded,
  inOrder,
  isKept,
  parseTokensSearch,
  permissionLabel,
  usageExamples,
} from './tokens.ts';

const person = (name: string) => ({ id: name, name, avatar: null, properties: null });
const token = (more: Partial<ApiToken> = {}): ApiToken => ({
  id: 't1',
  name: 'deploy',
  created_at: '2026-01-01T00:00:00Z',
  expires_at: null,
  last_used_at: null,
  person_id: 'p1',
  person: person('Ada (Token)'),
  created_by: person('Ada'),
  ...more,
});

describe('the address', () => {
  it.each([
    [{}, {}],
    [
      { addToken: 'true', id: 't1', agents: 'show' },
      { addToken: 'true', id: 't1', agents: 'show' },
    ],
    [{ addToken: 'no', id: '', agents: 'x', sortBy: 'value', query: 7 }, {}],
    [{ sortBy: 'last_used_at' }, { sortBy: 'last_used_at', sortOrder: 'asc' }],
    [
      { sortBy: 'name', sortOrder: 'desc' },
      { sortBy: 'name', sortOrder: 'desc' },
    ],
  ])('%j is read as %j', (raw, search) => {
    expect(parseTokensSearch(raw)).toEqual(search);
  });
});

describe('findTokens', () => {
  const agent = token({ id: 't2', name: 'agent-berlin' });
  const bobs = token({ id: 't3', name: 'report', created_by: person('Bob') });
  const found = (search: object) => findTokens([token(), agent, bobs], search).map(({ id }) => id);

  it.each([
    [{}, ['t1', 't3']],
    [{ agents: 'show' }, ['t1', 't2', 't3']],
    [{ query: ' DEPLOY ' }, ['t1']],
    [{ query: 'bob' }, ['t3']],
    [{ query: 'berlin' }, []],
  ])('%j', (search, ids) => {
    expect(found(search)).toEqual(ids);
  });
});

it('sorts by what a column shows', () => {
  const one = token({ expires_at: '2027-01-01T00:00:00Z' });
  const cells = ['name', 'created_by', 'created_at', 'expires_at', 'last_used_at'].map((id) => cellOf(one, id));
  expect(cells).toEqual(['deploy', 'Ada', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z', null]);
});

it('knows what has ended', () => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  expect(hasEnded(token(), now)).toBe(false);
  expect(hasEnded(token({ expires_at: '2026-06-01T00:00:01Z' }), now)).toBe(false);
  expect(hasEnded(token({ expires_at: '2026-06-01T00:00:00Z' }), now)).toBe(true);
});

it('names permissions, and puts them in order', () => {
  expect(permissionLabel({ object: 'catalog', action: 'read' })).toBe('catalog:read');
  expect(permissionLabel({ object: '*', action: 'read', condition: 'config = 1', id: 'x' })).toBe(
    '*:read (config = 1)',
  );
  const objects = inOrder([
    { object: 'views', action: 'read' },
    { object: 'agents', action: 'read' },
    { object: 'agents', action: 'create' },
  ]).map(permissionLabel);
  expect(objects).toEqual(['agents:read', 'agents:create', 'views:read']);
});

it.each([
  [['catalog:read'], false],
  [['catalog:*'], false],
  [['*:read'], false],
  [['*:*'], false],
  [['catalog:update', 'topology:read'], true],
  [[], true],
])('%j leaves catalog:read: %s', (denied, expected) => {
  expect(isKept({ object: 'catalog', action: 'read' }, denied)).toBe(expected);
});

it('shows how to send a token without having it in the text', () => {
  const texts = usageExamples('https://ops.test/api').map(({ text }) => text);
  expect(texts).toEqual([
    `curl -H "Authorization: Bearer $TOKEN" 'https://ops.test/api/db/checks?select=name,status&limit=5'`,
    `curl -u "token:$TOKEN" 'https://ops.test/api/db/checks?select=name,status&limit=5'`,
  ]);
});
