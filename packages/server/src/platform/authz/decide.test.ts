import { type AccessAction, type AccessTarget, accessActions, accessResources, roles } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callerOf } from '../../testing/identify.ts';
import { permissionRow, policyRow, policyRows } from '../../testing/policies.ts';
import type { Caller } from '../http/types.ts';
import { decide, listPermissions, nextEnd } from './decide.ts';
import type { PermissionRow, PolicyRows } from './policy-store.ts';
import { principalsOf, roleNames } from './principals.ts';
import { policySet } from './rules.ts';
import type { ActingSubject } from './types.ts';

const NOW = 1_800_000_000_000;
const ANA = '0199cccc-0000-7000-8000-000000000001';
const TEAM = '0199cccc-0000-7000-8000-000000000002';
const CONNECTION = '0199cccc-0000-7000-8000-000000000003';
const ana = callerOf('viewer', { id: ANA });
const CONNECTIONS: AccessTarget = { object: 'connection', resource: 'connections' };
const CATALOG: AccessTarget = { object: 'catalog', resource: 'database' };
const PLAYBOOKS: AccessTarget = { object: 'playbooks', resource: 'playbooks' };

function judge(
  rows: Partial<PolicyRows>,
  target: AccessTarget,
  action: AccessAction = 'read',
  { who = ana as Caller | ActingSubject, now = NOW, narrows = false } = {},
) {
  const policies = policySet(policyRows(rows), narrows);
  return decide(policies, principalsOf(who, policies), target, action, now);
}

const kindOf = (...args: Parameters<typeof judge>) => judge(...args).kind;
const allow = (more: Partial<PermissionRow>) => permissionRow({ ...more, deny: false });
const deny = (more: Partial<PermissionRow>) => permissionRow({ ...more, deny: true });

describe('a decision by role', () => {
  it('names the role', () => {
    expect(judge({}, CATALOG)).toEqual({ kind: 'all', rules: ['role viewer'] });
    expect(judge({}, CONNECTIONS)).toEqual({ kind: 'none', rules: [] });
  });

  it('takes the union of roles', () => {
    const who = callerOf('viewer', { roles: ['viewer', 'commander'] });
    expect(judge({}, { object: 'incident', resource: 'comments' }, 'create', { who })).toMatchObject({ kind: 'all' });
  });
});

describe('a rule about one item', () => {
  const RBAC: AccessTarget = { object: 'rbac', resource: 'rbac' };
  const who = callerOf('admin');

  it('takes nothing from what names no items', () => {
    const permissions = [deny({ subject: 'admin', action: '*', config_id: CONNECTION })];
    expect(judge({ permissions }, CATALOG, 'read', { who })).toMatchObject({ kind: 'rows', base: 'all' });
    for (const target of [RBAC, { object: 'database.system', resource: 'properties' } as const]) {
      expect(judge({ permissions }, target, 'update', { who })).toEqual({ kind: 'all', rules: ['role admin'] });
    }
  });

  it('gives nothing of it either', () => {
    const permissions = [allow({ subject: 'viewer', action: '*', config_id: CONNECTION })];
    expect(kindOf({ permissions }, RBAC, 'update')).toBe('none');
  });

  it('narrows guests only where there are items', () => {
    const guest = { who: callerOf('guest'), narrows: true };
    expect(kindOf({}, CATALOG, 'read', guest)).toBe('rows');
    expect(kindOf({}, { object: 'database.system', resource: 'properties' }, 'read', guest)).toBe('all');
  });
});

describe('one allow and one deny on the same object', () => {
  const yes = allow({ object: 'connection', subject: 'viewer' });
  const no = deny({ object: 'connection', subject: ANA, subject_type: 'person' });

  it('is denied in either order, and says by what', () => {
    for (const permissions of [
      [yes, no],
      [no, yes],
    ]) {
      expect(judge({ permissions }, CONNECTIONS)).toEqual({
        kind: 'none',
        rules: [`permission ${no.name} (${no.id})`],
      });
    }
  });

  it('is denied through two different roles', () => {
    const policies = [policyRow('g', ANA, 'staff'), policyRow('g', ANA, 'interns')];
    const permissions = [
      allow({ object: 'connection', subject: 'staff' }),
      deny({ object: 'connection', subject: 'interns' }),
    ];
    expect(kindOf({ permissions, policies }, CONNECTIONS)).toBe('none');
  });

  it('is denied to an administrator too', () => {
    expect(
      kindOf({ permissions: [deny({ object: 'catalog', subject: 'admin' })] }, CATALOG, 'read', {
        who: callerOf('admin'),
      }),
    ).toBe('none');
  });
});

describe('who a rule is for', () => {
  const object = 'connection';
  const cases: [string, Partial<PolicyRows>, boolean][] = [
    ['a role', { permissions: [allow({ object, subject: 'viewer' })] }, true],
    ['another role', { permissions: [allow({ object, subject: 'editor' })] }, false],
    ['everyone', { permissions: [allow({ object, subject: 'everyone' })] }, true],
    ['a person by id', { permissions: [allow({ object, subject: ANA, subject_type: 'person' })] }, true],
    ['a person by the older column', { permissions: [allow({ object, subject: null, person_id: ANA })] }, true],
    ['another person by the older column', { permissions: [allow({ object, subject: null, person_id: TEAM })] }, false],
    [
      'a person by e-mail',
      {
        permissions: [allow({ object, subject: 'ana@example.test', subject_type: 'person' })],
        aliases: [{ type: 'person', alias: 'ana@example.test', id: ANA }],
      },
      true,
    ],
    [
      'a team of the person',
      {
        permissions: [allow({ object, subject: TEAM, subject_type: 'team' })],
        teamMembers: [{ team_id: TEAM, person_id: ANA }],
      },
      true,
    ],
    ['a team that the person left', { permissions: [allow({ object, subject: TEAM, subject_type: 'team' })] }, false],
    [
      'a team by the older column',
      {
        permissions: [allow({ object, subject: null, team_id: TEAM })],
        teamMembers: [{ team_id: TEAM, person_id: ANA }],
      },
      true,
    ],
    [
      'a group',
      {
        permissions: [allow({ object, subject: 'sre' })],
        groups: [{ name: 'sre', namespace: null, members: [`person:${ANA}`] }],
      },
      true,
    ],
    [
      'a group of a team',
      {
        permissions: [allow({ object, subject: 'ops/sre' })],
        groups: [{ name: 'sre', namespace: 'ops', members: [`team:${TEAM}`] }],
        teamMembers: [{ team_id: TEAM, person_id: ANA }],
      },
      true,
    ],
    [
      'a group that everyone is in',
      { permissions: [allow({ object, subject: 'all' })], groups: [{ name: 'all', namespace: null, members: ['*'] }] },
      true,
    ],
    [
      'a role of a role',
      {
        permissions: [allow({ object, subject: 'b' })],
        policies: [policyRow('g', ANA, 'a'), policyRow('g', 'a', 'b')],
      },
      true,
    ],
    ['the policy table', { policies: [policyRow('p', ANA, 'connection', 'read', 'allow', 'true')] }, true],
    ['the policy table, by role', { policies: [policyRow('p', 'viewer', '*', '*', 'allow')] }, true],
    [
      'the policy table, with a condition',
      { policies: [policyRow('p', ANA, 'connection', 'read', 'allow', 'x == 1')] },
      false,
    ],
    ['nobody at all', { permissions: [allow({ object, subject: null })] }, false],
  ];
  for (const [name, rows, isAllowed] of cases) {
    it(`${isAllowed ? 'reaches' : 'does not reach'} ${name}`, () => {
      expect(kindOf(rows, CONNECTIONS)).toBe(isAllowed ? 'all' : 'none');
    });
  }

  it('does not come from a group that is named like a role', () => {
    const groups = [{ name: 'admin', namespace: null, members: [`person:${ANA}`] }];
    expect(kindOf({ groups }, CONNECTIONS, 'delete')).toBe('none');
  });

  it('makes an administrator of whom the policy table says so', () => {
    expect(kindOf({ policies: [policyRow('g', ANA, 'admin')] }, CONNECTIONS, 'delete')).toBe('all');
  });

  it('may be a playbook, by id or by namespace and name', () => {
    const who: ActingSubject = { type: 'playbook', id: TEAM, namespace: 'ops', name: 'restart' };
    for (const subject of [TEAM, 'ops/restart']) {
      const permissions = [allow({ object, subject, subject_type: 'playbook' })];
      expect(kindOf({ permissions }, CONNECTIONS, 'read', { who }), subject).toBe('all');
    }
    expect(
      kindOf({ permissions: [allow({ object, subject: TEAM, subject_type: 'notification' })] }, CONNECTIONS, 'read', {
        who,
      }),
    ).toBe('none');
  });

  it('ends where memberships lead in a circle', () => {
    const policies = [policyRow('g', 'a', 'b'), policyRow('g', 'b', 'a'), policyRow('g', ANA, 'a')];
    const set = policySet(policyRows({ policies }));
    expect(roleNames(principalsOf(ana, set)).toSorted()).toEqual(['a', 'b', 'everyone', 'viewer']);
  });
});

describe('what a rule is about', () => {
  it('is either vocabulary, or everything', () => {
    for (const object of ['connection', 'connections', '*', null, '']) {
      expect(kindOf({ permissions: [allow({ object })] }, CONNECTIONS), String(object)).toBe('all');
    }
    expect(kindOf({ permissions: [allow({ object: 'catalog' })] }, CONNECTIONS)).toBe('none');
  });

  it('is a comma list of actions with wildcards', () => {
    const permissions = (action: string) => [allow({ object: 'playbooks', action })];
    const expected: [string, AccessAction, string][] = [
      ['playbook:*', 'playbook:cancel', 'all'],
      ['playbook:run, playbook:approve', 'playbook:approve', 'all'],
      ['playbook:run', 'playbook:cancel', 'none'],
      ['*', 'playbook:cancel', 'all'],
      ['*,!playbook:cancel', 'playbook:cancel', 'none'],
      ['!playbook:cancel', 'playbook:run', 'all'],
      ['', 'playbook:run', 'none'],
    ];
    for (const [action, asked, kind] of expected) {
      expect(kindOf({ permissions: permissions(action) }, PLAYBOOKS, asked), `${action} for ${asked}`).toBe(kind);
    }
  });

  it('is one connection only when the row names one', () => {
    const decision = judge({ permissions: [allow({ connection_id: CONNECTION })] }, CONNECTIONS);
    expect(decision).toMatchObject({
      kind: 'rows',
      base: 'nothing',
      deny: [],
      allow: [{ ids: { connection: CONNECTION } }],
    });
  });

  it('is the whole object when the one selector is a wildcard', () => {
    const permissions = [allow({ object_selector: { connections: [{ name: '*' }] } })];
    expect(kindOf({ permissions }, CONNECTIONS)).toBe('all');
    expect(kindOf({ permissions }, { object: 'auth', resource: 'rbac' })).toBe('none');
  });

  it('is nothing when its selectors select nothing', () => {
    for (const object_selector of [{}, { connections: [] }, { nonsense: [{ name: 'x' }] }, 'text']) {
      expect(kindOf({ permissions: [allow({ object_selector })] }, CONNECTIONS)).toBe('none');
    }
  });

  it('narrows by a deny about single items', () => {
    const denied = deny({ object: 'catalog', config_id: CONNECTION });
    expect(judge({ permissions: [denied] }, CATALOG)).toEqual({
      kind: 'rows',
      base: 'all',
      allow: [],
      deny: [{ ids: { config: CONNECTION }, selectors: {}, agents: [], tags: {} }],
      rules: [`permission ${denied.name} (${denied.id})`, 'role viewer'],
    });
  });
});

describe('until', () => {
  const permissions = [allow({ object: 'connection', until_ms: NOW }), allow({ object: 'auth', until_ms: NOW + 5 })];

  it('ends a rule at its moment', () => {
    expect(kindOf({ permissions }, CONNECTIONS, 'read', { now: NOW - 1 })).toBe('all');
    expect(kindOf({ permissions }, CONNECTIONS, 'read', { now: NOW })).toBe('none');
  });

  it('ends a deny as well', () => {
    const until = [deny({ object: 'catalog', until_ms: NOW })];
    expect(kindOf({ permissions: until }, CATALOG, 'read', { now: NOW - 1 })).toBe('none');
    expect(kindOf({ permissions: until }, CATALOG, 'read', { now: NOW })).toBe('all');
  });

  it('tells when the next rule ends', () => {
    const set = policySet(policyRows({ permissions }));
    expect([NOW - 1, NOW, NOW + 5].map((now) => nextEnd(set, now))).toEqual([NOW, NOW + 5, Number.POSITIVE_INFINITY]);
  });
});

describe('guests, when rows are narrowed', () => {
  const guest = callerOf('guest');
  const options = { who: guest, narrows: true };

  it('see what names no item, and what rules name', () => {
    const permissions = [allow({ object: 'catalog', subject: 'guest', tags: { team: 'a' }, agents: ['x'] })];
    expect(judge({ permissions }, CATALOG, 'read', options)).toMatchObject({
      kind: 'rows',
      base: 'unguarded',
      allow: [{ agents: ['x'], tags: { team: 'a' } }],
    });
  });

  it('see all by a rule without a condition, or by another role', () => {
    expect(kindOf({ permissions: [allow({ object: 'catalog', subject: 'guest' })] }, CATALOG, 'read', options)).toBe(
      'all',
    );
    const both = callerOf('guest', { roles: ['guest', 'viewer'] });
    expect(kindOf({}, CATALOG, 'read', { who: both, narrows: true })).toBe('all');
  });

  it('are as free as viewers when they are not', () => {
    expect(kindOf({}, CATALOG, 'read', { who: guest })).toBe('all');
  });
});

describe('whatever the rules', () => {
  const target = fc.constantFrom<AccessTarget>(CONNECTIONS, CATALOG, PLAYBOOKS, { object: 'auth', resource: 'rbac' });
  const row = fc
    .record({
      action: fc.constantFrom('*', 'read', 'read,update', 'playbook:*', '!delete'),
      object: fc.constantFrom(null, '*', 'connection', 'catalog', 'playbooks', 'auth', 'rbac'),
      subject: fc.constantFrom('viewer', 'everyone', ANA, 'guest', 'x'),
      subject_type: fc.constantFrom('group', 'person'),
      deny: fc.boolean(),
      until_ms: fc.constantFrom(null, NOW - 1, NOW + 1),
      config_id: fc.constantFrom(null, CONNECTION),
    })
    .map((more) => permissionRow(more));
  const rows = fc.array(row, { maxLength: 8 });
  const action = fc.constantFrom(...accessActions);

  it('a deny that fits wins, in every order', () => {
    fc.assert(
      fc.property(rows, target, action, fc.nat(8), (permissions, about, asked, at) => {
        const no = deny({ subject: 'everyone', object: about.object, action: '*' });
        const mixed = permissions.toSpliced(at, 0, no);
        expect(kindOf({ permissions: mixed }, about, asked)).toBe('none');
      }),
    );
  });

  it('the order makes no difference', () => {
    fc.assert(
      fc.property(rows, target, action, (permissions, about, asked) => {
        const there = judge({ permissions }, about, asked);
        const back = judge({ permissions: permissions.toReversed() }, about, asked);
        expect(back.kind).toBe(there.kind);
      }),
    );
  });

  it('a rule that allows never takes away, a rule that denies never gives', () => {
    const rank = { none: 0, rows: 1, all: 2 };
    fc.assert(
      fc.property(rows, row, target, action, (permissions, more, about, asked) => {
        const before = rank[kindOf({ permissions }, about, asked)];
        const after = rank[kindOf({ permissions: [...permissions, more] }, about, asked)];
        if (more.deny) expect(after).toBeLessThanOrEqual(before);
        else expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  it('a rule that has ended is as if it were not there', () => {
    fc.assert(
      fc.property(rows, target, action, (permissions, about, asked) => {
        const ended = permissions.map((one) => ({ ...one, until_ms: NOW }));
        expect(judge({ permissions: ended }, about, asked)).toEqual(judge({}, about, asked));
      }),
    );
  });
});

describe('the list of policies', () => {
  it('of a caller holds its roles and its rules, one for each action', () => {
    const mine = allow({ object: 'connection', action: 'read,update', connection_id: CONNECTION });
    const set = policySet(policyRows({ permissions: [mine, allow({ object: 'auth', subject: 'editor' })] }));
    const list = listPermissions(set, principalsOf(ana, set), accessResources, NOW);
    expect(list).toContainEqual({ subject: 'viewer', object: 'canaries', action: 'read', deny: false });
    expect(list.filter(({ id }) => id === mine.id)).toEqual(
      ['read', 'update'].map((action) => ({
        id: mine.id,
        subject: 'viewer',
        object: 'connection',
        action,
        deny: false,
        condition: `connection = ${CONNECTION}`,
      })),
    );
    expect(list.some(({ subject }) => subject === 'editor')).toBe(false);
  });

  it('of all holds every role', () => {
    const set = policySet(policyRows());
    const subjects = new Set(listPermissions(set, null, accessResources, NOW).map(({ subject }) => subject));
    expect([...subjects]).toEqual([...roles]);
  });
});
