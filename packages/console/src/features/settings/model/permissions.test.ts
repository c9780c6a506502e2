import { accessObjects, type Labels, type PermissionRow } from '@quarterdeck/contract';
import { validateForm } from '@quarterdeck/ui/form';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PERMISSION_ID as ID, permission } from '../testing-permission.ts';
import { columnsOf, formOf, NEW_PERMISSION, permissionFields, refusedPermission } from './permission-form.ts';
import {
  actionText,
  conditionsText,
  type ListedPermission,
  OBJECT_LABELS,
  parsePermissionsSearch,
  resourceOf,
  subjectOf,
  withPermissionFilter,
} from './permissions.ts';

describe('the address', () => {
  it('keeps what is understood', () => {
    expect(parsePermissionsSearch({ subject_type: 'team', effect: 'deny', sortBy: 'name', add: true, x: '1' })).toEqual(
      {
        subject_type: 'team',
        effect: 'deny',
        add: 'true',
      },
    );
    expect(parsePermissionsSearch({ effect: 'maybe', connection_id: '' })).toEqual({});
  });

  it('begins at the first page with another filter', () => {
    expect(withPermissionFilter({ pageIndex: 3, subject: 'a', query: 'x' }, { subject: undefined })).toEqual({
      query: 'x',
    });
  });
});

describe('whom a rule is for', () => {
  it.each<[Partial<ListedPermission>, string]>([
    [{ subject: 'viewer', group: { id: null, name: null } }, 'Role viewer'],
    [{ subject: 'everyone' }, 'Role everyone'],
    [{ subject: 'sre' }, 'Group sre'],
    [{ subject: 'sre', group: { id: 'g', name: 'sre' } }, 'Group sre'],
    [{ subject_type: 'person', subject: ID, person: { id: ID, name: 'Ana' } }, 'Person Ana'],
    [{ subject_type: 'person', subject: ID, person: { id: null, name: null } }, `Person ${ID}`],
    [{ subject_type: 'team', subject: ID, team: { id: ID, name: 'Red', icon: 'group' } }, 'Team Red'],
    [
      { subject_type: 'notification', subject: ID, notification: { id: ID, name: 'n', namespace: 'ops' } },
      'notification ops/n',
    ],
    [{ subject_type: 'playbook', subject: ID, playbook: { id: ID, name: 'p', title: 'Restart' } }, 'playbook Restart'],
    [{ subject_type: 'moon', subject: 'x' }, 'moon x'],
  ])('%j', (row, expected) => {
    const { what, name } = subjectOf(permission(row));
    expect(`${what} ${name}`).toBe(expected);
  });

  it('leads to the rule that it is, not to a fixed one', () => {
    expect(subjectOf(permission({ subject_type: 'notification', subject: ID })).link?.href).toBe(
      `/notifications/rules?id=${ID}`,
    );
  });
});

describe('what a rule is about', () => {
  it.each<[Partial<ListedPermission>, string]>([
    [{}, 'Global Everything'],
    [{ object: 'connection-detail' }, 'Global Connection Detail'],
    [{ object: 'comments' }, 'Global comments'],
    [{ object_selector: { configs: [{ name: '*' }] }, config_id: ID }, 'Selector {"configs":[{"name":"*"}]}'],
    [{ config_id: ID, catalog: { id: ID, name: 'pod' } }, 'Catalog pod'],
    [{ connection_id: ID }, `Connection ${ID}`],
    [{ component_id: ID, component: { id: ID, name: 'app' } }, 'Component app'],
    [{ canary_id: ID, canary: { id: ID, name: 'c', namespace: 'ns' } }, 'Health check ns/c'],
    [{ playbook_id: ID, subject_type: 'playbook', playbook: { id: 'other', name: 'subject' } }, `Playbook ${ID}`],
  ])('%j', (row, expected) => {
    const { what, name } = resourceOf(permission(row));
    expect(`${what} ${name}`).toBe(expected);
  });

  it('has words for every object but those that nobody may read', () => {
    for (const object of accessObjects) {
      if (object !== 'database.kratos') expect(OBJECT_LABELS, object).toHaveProperty([object]);
    }
  });

  it('says which items only', () => {
    expect(conditionsText({ agents: [], tags: {} })).toBeNull();
    expect(conditionsText({ agents: ['a'], tags: { team: 'red' } })).toBe('{"tags":{"team":"red"},"agents":["a"]}');
  });

  it('shows an action that it does not know as it is', () => {
    expect([actionText('playbook:run'), actionText('read,!delete')]).toEqual(['Run playbooks', 'read,!delete']);
  });
});

describe('the form', () => {
  it('asks for the resource, the subject and the action', () => {
    expect(validateForm(permissionFields, NEW_PERMISSION)).toEqual({
      config_id: 'This field is required',
      for_team: 'This field is required',
      action: 'This field is required',
    });
  });

  const about = fc.oneof(
    fc
      .constantFrom('config_id', 'component_id', 'canary_id', 'playbook_id', 'connection_id')
      .map((column) => ({ [column]: ID })),
    fc.constantFrom(...accessObjects).map((object) => ({ object })),
    fc.constant({}),
    fc.constant<Partial<ListedPermission>>({ object_selector: { configs: [{ name: 'a*' }] } }),
  );
  const subject = fc.oneof(
    fc.constantFrom('viewer', 'sre').map((name) => ({ subject_type: 'group', subject: name })),
    fc.constant({ subject_type: 'person', subject: ID, person_id: ID }),
    fc.constant({ subject_type: 'team', subject: ID, team_id: ID }),
    fc.constant({ subject_type: 'notification', subject: ID, notification_id: ID }),
    fc.constantFrom('playbook', 'canary', 'scraper', 'topology').map((type) => ({ subject_type: type, subject: ID })),
  );
  const rest = fc.record({
    action: fc.constantFrom('read', '*', 'playbook:run', 'read,!delete'),
    deny: fc.boolean(),
    description: fc.constantFrom(null, 'why'),
    until: fc.constantFrom(null, '2027-01-01T00:00:00Z'),
    agents: fc.constantFrom<string[] | null>(null, ['edge']),
    tags: fc.constantFrom<Labels | null>(null, { team: 'red' }),
  });

  it('writes a stored rule back as it was', () => {
    fc.assert(
      fc.property(about, subject, rest, (...parts) => {
        const row = permission(Object.assign({}, ...parts));
        const columns = columnsOf(formOf(row));
        for (const [column, value] of Object.entries(columns)) {
          expect(row[column as keyof PermissionRow], column).toEqual(value);
        }
        expect(validateForm(permissionFields, formOf(row))).toEqual({});
      }),
    );
  });

  it('keeps nothing of what was chosen before', () => {
    const row = permission({ subject_type: 'person', subject: ID, person_id: ID, connection_id: ID });
    const { connection_id: _gone, ...form } = formOf(row);
    const columns = columnsOf({
      ...form,
      resource: 'global',
      object: 'catalog',
      subject_type: 'group',
      for_group: 'sre',
    });
    expect(columns).toMatchObject({ connection_id: null, object: 'catalog', subject: 'sre', person_id: null });
  });

  it('puts what the server refused at its field', () => {
    const failure = (details: unknown) => ({ message: 'no', details });
    expect(refusedPermission(failure('field action'), {})).toEqual({ action: 'no' });
    expect(refusedPermission(failure('field subject'), { subject_type: 'team' })).toEqual({ for_team: 'no' });
    expect(refusedPermission(failure(undefined), {})).toBeNull();
  });
});
