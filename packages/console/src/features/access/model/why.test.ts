import { accessResources, relationAccess, type WhyAnswer } from '@quarterdeck/contract';
import { describe, expect, it } from 'vitest';
import { matterKey, matterOf, matters } from './matters.ts';
import { parseWhySearch, questionOf, reasonName, sentenceOf, viaText } from './why.ts';

describe('what can be asked about', () => {
  it('is guarded under these names', () => {
    const known = new Set(Object.values(relationAccess).map(matterKey));
    // Reached by routes alone.
    for (const key of ['rbac rbac', 'people identities']) known.add(key);
    for (const matter of matters) expect(known, matter.label).toContain(matterKey(matter));
  });

  it('has every resource that a page asks for, and each label once', () => {
    const without = accessResources.filter((resource) => matterOf(resource) === undefined);
    expect(without).toEqual(['auth', 'kratos']);
    expect(new Set(matters.map(({ label }) => label)).size).toBe(matters.length);
  });
});

describe('the question', () => {
  it('is read from the address, a resource alone as what its pages are about', () => {
    expect(parseWhySearch({ resource: 'connections', action: 'read', kind: 'moon', x: '1' })).toEqual({
      object: 'connection',
      resource: 'connections',
      action: 'read',
    });
    expect(parseWhySearch({ object: 'connection-detail', resource: 'connections' }).object).toBe('connection-detail');
    expect(parseWhySearch({ resource: 'moon', action: 'fly', subject_type: 'king' })).toEqual({});
  });

  it('is asked once all of it is chosen', () => {
    const whole = parseWhySearch({ resource: 'canaries', action: 'read' });
    expect(questionOf(whole)).toEqual({ object: 'canaries', resource: 'canaries', action: 'read' });
    expect(questionOf({ ...whole, subject_type: 'team' })).toBeNull();
    expect(questionOf({ ...whole, kind: 'config' })).toBeNull();
    expect(questionOf(parseWhySearch({ resource: 'canaries' }))).toBeNull();
    expect(questionOf({ ...whole, subject_type: 'role', subject: 'viewer', kind: 'check', item: 'c' })).toEqual({
      subject_type: 'role',
      subject: 'viewer',
      object: 'canaries',
      resource: 'canaries',
      action: 'read',
      kind: 'check',
      item: 'c',
    });
  });
});

describe('the answer in words', () => {
  const answer: WhyAnswer = {
    subject: { type: 'person', id: 'a', name: 'Ana' },
    object: 'catalog',
    resource: 'database',
    action: 'read',
    outcome: 'some',
    reasons: [],
  };

  it('says the outcome', () => {
    expect(sentenceOf(answer)).toBe('Ana may read some of Catalog');
    expect(sentenceOf({ ...answer, outcome: 'denied', item: { kind: 'config', id: 'c' } })).toBe(
      'Ana may not read this item of Catalog',
    );
    const role = { type: 'role', id: 'viewer', name: 'viewer' } as const;
    expect(sentenceOf({ ...answer, outcome: 'allowed', subject: role, action: 'run' })).toBe(
      'Role viewer may run now Catalog',
    );
  });

  it('says how a rule comes to be about someone', () => {
    const ana = answer.subject;
    const red = { type: 'team', id: 't', name: 'Red' } as const;
    expect(viaText([ana])).toBeNull();
    expect(viaText([{ type: 'everyone', id: '', name: 'everyone' }])).toBe('It is for everyone');
    expect(viaText([ana, red, { type: 'group', id: 'g', name: 'keepers' }])).toBe(
      'Ana, of team Red, of permission group keepers',
    );
  });

  it('names a rule', () => {
    const reason = { effect: 'allow', decides: true, via: [] } as const;
    expect(reasonName({ ...reason, kind: 'role', name: 'viewer' })).toBe('Role viewer');
    expect(reasonName({ ...reason, kind: 'permission', name: 'p' })).toBe('Permission p');
    expect(reasonName({ ...reason, kind: 'policy', name: 'policy 1 of x' })).toBe('Policy: policy 1 of x');
  });
});
