import type { RowColumn } from '@quarterdeck/restql';
import { sql, toStatement } from '@quarterdeck/restql';
import { describe, expect, it, vi } from 'vitest';
import { createRestPolicy, type PolicyOptions } from './policy.ts';
import type { Decision, RuleCondition } from './types.ts';

const ALL: Decision = { kind: 'all', rules: ['role x'] };
const ID = '0199dddd-0000-7000-8000-000000000001';
const about: RuleCondition = { ids: { config: ID }, selectors: {}, agents: [], tags: {} };
const hiding: Decision = { kind: 'rows', base: 'all', allow: [], deny: [about], rules: ['permission p'] };
const giving: Decision = { kind: 'rows', base: 'nothing', allow: [about], deny: [], rules: ['permission p'] };
const column: RowColumn = (name) => sql`t.${{ texts: [name], values: [] }}`;

function policyOf(decision: Decision, more: Partial<PolicyOptions> = {}) {
  const decide = vi.fn(() => decision);
  const policy = createRestPolicy({ decide, now: () => 0, mayKnowRules: true, writeGuard: () => null, ...more });
  return { ...policy, decide };
}

describe('a policy of the REST dialect', () => {
  it('does not know what is in no table', () => {
    const policy = policyOf(ALL);
    expect([policy.relation('pg_class', 'read'), policy.routine('delete_person')]).toEqual([
      { kind: 'unknown' },
      { kind: 'unknown' },
    ]);
    expect(policy.decide).not.toHaveBeenCalled();
  });

  it('decides once about each relation and action', () => {
    const policy = policyOf(ALL);
    expect(policy.relation('checks', 'read')).toBe(policy.relation('checks', 'read'));
    policy.relation('checks', 'update');
    expect(policy.decide.mock.calls).toEqual([
      [{ object: 'canaries', resource: 'canaries' }, 'read'],
      [{ object: 'canaries', resource: 'canaries' }, 'update'],
    ]);
  });

  it('names columns that are only written and those that are masked', () => {
    const decision = policyOf(ALL).relation('connections', 'create');
    if (decision.kind !== 'allowed') throw new Error(decision.kind);
    expect([...(decision.writeOnly ?? [])]).toEqual(['username', 'password', 'certificate']);
    const shown = [...(decision.masked ?? [])].map(([name, mask]) => [name, toStatement(mask(column(name))).text]);
    expect(shown).toEqual([
      ['url', 'mask_address(t.url)'],
      ['properties', 'mask_members(t.properties)'],
    ]);
  });

  it('tells the first deciding rule, and only to who may know', () => {
    const none: Decision = { kind: 'none', rules: ['permission a', 'permission b'] };
    const told = { kind: 'denied', object: 'catalog', action: 'read', rule: 'permission a' };
    expect(policyOf(none).relation('configs', 'read')).toEqual(told);
    expect(policyOf(none, { mayKnowRules: false }).relation('configs', 'read')).toEqual({ ...told, rule: null });
  });

  it('writes nothing that only the server writes', () => {
    const policy = policyOf(ALL);
    expect(policy.relation('incident_histories', 'delete')).toMatchObject({ kind: 'denied', action: 'delete' });
    expect(policy.relation('incident_histories', 'read')).toMatchObject({ kind: 'allowed' });
  });

  it('asks for the right of another resource where that decides about writing', () => {
    const policy = policyOf(ALL);
    policy.relation('people', 'update');
    expect(policy.decide).toHaveBeenLastCalledWith({ object: 'people', resource: 'identities' }, 'update');
  });

  it('has a condition with values apart where a rule is about items', () => {
    const decision = policyOf(hiding).relation('config_changes', 'read');
    if (decision.kind !== 'allowed' || !decision.rows) throw new Error('no rows');
    const { text, values } = toStatement(decision.rows(column));
    expect(values).toEqual([ID]);
    expect(text).toContain('not ');
    expect(text).toContain('t.config_id');
    expect(text).not.toContain(ID);
  });

  it('has none where the rule says nothing about the relation', () => {
    expect(policyOf(hiding).relation('playbooks', 'read')).toEqual({ kind: 'allowed' });
    expect(policyOf(giving).relation('playbooks', 'read')).toMatchObject({ kind: 'denied' });
  });

  it('lets a function that changes be called by who may change all, and by nobody else', () => {
    expect(policyOf(ALL).routine('soft_delete_check')).toMatchObject({ kind: 'allowed' });
    const some: Decision = {
      kind: 'rows',
      base: 'all',
      allow: [],
      deny: [{ ...about, ids: { check: ID } }],
      rules: ['x'],
    };
    expect(policyOf(some).routine('soft_delete_check')).toMatchObject({ kind: 'denied' });
    const carried: Decision = { ...giving, allow: [{ ...about, ids: { check: ID } }] };
    expect(policyOf(carried).routine('soft_delete_check')).toMatchObject({ kind: 'denied' });
  });

  it('joins the condition of the rules with the guard of a write', () => {
    const guard = (row: RowColumn) => sql`${row('id')} is not null`;
    const guarding = policyOf(ALL, { writeGuard: (_name, action) => (action === 'read' ? null : guard) });
    const write = guarding.relation('checks', 'update');
    if (write.kind !== 'allowed' || !write.rows) throw new Error('no rows');
    expect(toStatement(write.rows(column)).text).toBe('t.id is not null');
    expect(guarding.relation('checks', 'read')).toEqual({ kind: 'allowed' });
    const both = policyOf(hiding, { writeGuard: () => guard }).relation('config_changes', 'update');
    if (both.kind !== 'allowed' || !both.rows) throw new Error('no rows');
    expect(toStatement(both.rows(column)).text).toMatch(/ and t\.id is not null$/);
  });
});
