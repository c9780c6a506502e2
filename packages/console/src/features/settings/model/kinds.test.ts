import type { Json } from '@quarterdeck/contract';
import { validateForm } from '@quarterdeck/ui/form';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMS } from '../testing.tsx';
import { parseEditor, withEditor } from './editor.ts';
import { CUSTOM, type EditedKind, kindFields, kindOfSpec, kindsOf, newOfKind, othersOf } from './kinds.ts';
import { hasField, refusedFields } from './refusal.ts';
import type { ResourceListSearch } from './resource.ts';
import { canaryResource } from './resources.ts';

const edited = (id: string, key: string): EditedKind => ({ kind: FORMS.find((form) => form.id === id) ?? CUSTOM, key });
const tcp = edited('tcp', 'tcp');

describe('kinds', () => {
  it('stand by label, Custom among them', () => {
    expect(kindsOf(FORMS).map(({ label }) => label)).toEqual(['Alert Manager', 'Custom', 'SQL Query', 'TCP']);
  });

  it.each<[string, Json, string, string]>([
    ['the first key', { tcp: [{}], postgres: [{}] }, 'tcp', 'tcp'],
    ['whatever its case', { alertmanager: [{}] }, 'alertManager', 'alertmanager'],
    ['any key of a kind', { mysql: [{}] }, 'sql', 'mysql'],
    ['after settings', { schedule: '@daily', env: {}, replicas: 0, retries: {}, tcp: [{}] }, 'tcp', 'tcp'],
    ['an unknown one', { ldap: [{}], tcp: [{}] }, 'custom', ''],
    ['no list', { tcp: 'x' }, 'custom', ''],
    ['nothing', {}, 'custom', ''],
    ['no spec', null, 'custom', ''],
  ])('a spec opens in the kind of %s', (_name, spec, id, key) => {
    const found = kindOfSpec(FORMS, spec);
    expect([found.kind.id, found.key]).toEqual([id, key]);
  });

  it('begin with a schedule and one check that has no name yet', () => {
    expect(newOfKind(canaryResource.initial, tcp.kind)).toEqual({
      ...canaryResource.initial,
      spec: { schedule: '@every 1m', tcp: [{ name: '' }] },
    });
    expect(newOfKind(canaryResource.initial, edited('sql', '').kind).spec).toMatchObject({
      postgres: [{ name: '', query: 'SELECT 1' }],
    });
    expect(newOfKind(canaryResource.initial, CUSTOM).spec).toEqual({ schedule: '@every 1m' });
  });

  it('lay defaults of fields into a new check', () => {
    const kind = { ...tcp.kind, fields: [{ kind: 'number', path: 'db', label: 'Database', default: 0 } as const] };
    expect(newOfKind(canaryResource.initial, kind).spec).toMatchObject({ tcp: [{ name: '', db: 0 }] });
  });

  it('count the checks beside the one of the form', () => {
    expect(othersOf(tcp, { tcp: [{}, {}], http: [{}], schedule: '@daily', agentSelector: ['a'] })).toBe(2);
    expect(othersOf(tcp, { tcp: [{}] })).toBe(0);
    expect(othersOf(tcp, { tcp: [] })).toBe(0);
    expect(othersOf(tcp, null)).toBe(0);
  });
});

describe('the fields of a kind', () => {
  const wrong = (spec: Json) => Object.keys(validateForm(kindFields(tcp), { spec }));

  it('stand in the order of the contract, with Advanced last', () => {
    const [, group] = kindFields(tcp);
    const labels = group?.kind === 'group' ? group.fields.map((field) => ('label' in field ? field.label : '')) : [];
    expect(labels).toEqual([
      'Name',
      'Icon',
      'Schedule',
      'Description',
      'URL',
      'Test',
      'Max Response Time (in millis)',
      'Advanced',
    ]);
    const [, other] = kindFields(edited('alertManager', 'alertManager'));
    const last = other?.kind === 'group' ? other.fields.at(-1) : undefined;
    expect(last && 'label' in last ? last.label : '').toBe('Alerts');
  });

  it('need what is required, in the first check alone', () => {
    expect(wrong({ tcp: [{}, {}] })).toEqual(['spec.tcp.0.name', 'spec.tcp.0.endpoint']);
    expect(wrong({ tcp: [{ name: 'a', endpoint: 'b:1', thresholdMillis: -1 }] })).toEqual([
      'spec.tcp.0.thresholdMillis',
    ]);
    expect(wrong({ tcp: [{ name: 'a', endpoint: 'b:1' }], schedule: 'never' })).toEqual(['spec.schedule']);
  });

  it('ask nothing of a spec that has not their key', () => {
    expect(wrong({ http: [{}] })).toEqual([]);
  });

  it('write where the spec has the key, however it is spelt', () => {
    const fields = kindFields(edited('alertManager', 'alertmanager'));
    expect(hasField(fields, 'spec.alertmanager.0.host')).toBe(true);
    expect(hasField(fields, 'spec.alertmanager.0.authentication.password')).toBe(true);
    expect(hasField(fields, 'spec.alertManager.0.host')).toBe(false);
  });
});

describe('what the server refused', () => {
  const refused = (field: string) => refusedFields({ problems: [{ field, message: 'no' }] }, kindFields(tcp));

  it.each([
    ['spec.tcp[0].endpoint', 'spec.tcp.0.endpoint', 'no'],
    ['spec.schedule', 'spec.schedule', 'no'],
    ['spec.tcp[0].test.expr', 'spec.tcp.0.test.expr', 'no'],
    ['spec.tcp[1].endpoint', 'spec.tcp.1.endpoint', 'no'],
    ['spec.tcp[0].labels.a', 'spec.tcp.0.labels.a', 'no'],
    ['spec', 'spec', 'no'],
  ])('%s stands at %s', (field, path, text) => expect(refused(field)).toEqual({ [path]: text }));

  it('stands at items of lists, and at the list for what is inside of them', () => {
    const fields = kindFields(edited('alertManager', 'alertManager'));
    const at = (field: string) => refusedFields({ problems: [{ field, message: 'no' }] }, fields);
    expect(at('spec.alertManager[0].alerts[2]')).toEqual({ 'spec.alertManager.0.alerts.2': 'no' });
    expect(at('spec.alertManager[0].alerts[2].x')).toEqual({
      'spec.alertManager.0.alerts.2': 'spec.alertManager[0].alerts[2].x: no',
    });
  });

  it('is kept whatever the field is called', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toString', 'spec.__proto__')), (field) => {
        const told = refused(field) ?? {};
        expect(Object.values(told)).toHaveLength(1);
      }),
    );
  });
});

describe('the way of editing in the address', () => {
  it('is said when it is code', () => {
    expect(parseEditor({ editor: 'code' })).toEqual({ editor: 'code' });
    expect(parseEditor({ editor: 'yaml' })).toEqual({});
    const held: ResourceListSearch = { add: 'tcp' };
    expect(withEditor(held, 'text')).toEqual({ add: 'tcp', editor: 'code' });
    expect(withEditor({ add: 'tcp', editor: 'code' } as const, 'form')).toEqual({ add: 'tcp' });
  });
});
