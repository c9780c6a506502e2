import type { FormField, FormSchema } from '@quarterdeck/contract';
import { describe, expect, it } from 'vitest';
import { canonicaliseKeys } from '../engine/canonical-keys.ts';
import { parseDocuments } from '../engine/documents.ts';
import type { CheckType } from '../engine/types.ts';
import { checkForms, checkTypes, knownTypes } from './index.ts';

const forms = checkForms();
const typeOf = (key: string) =>
  checkTypes.find((type) => type.key.toLowerCase() === key.toLowerCase()) as CheckType | undefined;

/** Every path of a form, by its first key: below it a list or a map has its own. */
function heads(fields: FormSchema): string[] {
  return fields.flatMap((field: FormField): string[] => {
    const own = 'path' in field && field.path ? [field.path] : [];
    if (field.kind === 'group') return field.path ? own : heads(field.fields);
    if (field.kind === 'one-of') {
      return [...own, ...field.options.flatMap((one) => [...Object.keys(one.set ?? {}), ...heads(one.fields ?? [])])];
    }
    return own;
  });
}

describe('the kinds of checks that the console offers', () => {
  it('stand by label and are those of types that run', () => {
    expect(forms.map(({ label }) => label)).toEqual([
      'Alert Manager',
      'DNS',
      'Exec',
      'Folder',
      'HTTP',
      'ICMP Ping',
      'Prometheus',
      'Redis',
      'SQL Query',
      'TCP',
    ]);
    for (const { keys } of forms) expect(typeOf(keys[0]), keys[0]).toBeDefined();
    expect(checkForms(knownTypes)).toEqual([]);
  });

  it('have names of their own', () => {
    expect(new Set(forms.map(({ id }) => id)).size).toBe(forms.length);
  });

  it('take from their type what they do not say', () => {
    expect(forms.find(({ id }) => id === 'http')).toMatchObject({ keys: ['http'], icon: 'http' });
    expect(forms.find(({ id }) => id === 'sql')).toMatchObject({ keys: ['postgres', 'mysql', 'mssql'], icon: 'sql' });
  });

  it.each(forms.map((form) => [form.id, form] as const))('%s writes only what the type reads', (_id, form) => {
    const type = typeOf(form.keys[0]);
    const shape = Object.keys(type && 'shape' in type.schema ? Object(type.schema.shape) : {});
    // A mark of the form alone: it says that the fields below `authentication` are there.
    const known = [...shape.map((name) => name.toLowerCase()), 'basic'];
    const written = [...heads(form.fields ?? []), ...Object.keys(form.initial ?? {})];
    expect(written.filter((path) => !known.includes((path.split('.')[0] ?? '').toLowerCase()))).toEqual([]);
  });

  it.each([
    ['redis', 'addr', 'url'],
    ['alertManager', 'host', 'url'],
    ['http', 'url', 'connection'],
  ])('%s needs no %s of a document that has its %s', (id, needed, other) => {
    const field = forms.find((form) => form.id === id)?.fields?.find((one) => 'path' in one && one.path === needed);
    expect(field).toMatchObject({ required: true, when: { path: other, in: [null] } });
    expect(heads(forms.find((form) => form.id === id)?.fields ?? [])).toContain(other);
  });

  it.each(forms.filter(({ initial }) => initial).map((form) => [form.id, form] as const))(
    '%s begins with a check that can be read',
    (_id, { keys: [key], initial }) => {
      const { canaries, errors } = parseDocuments(JSON.stringify({ [key]: [{ name: 'a', ...initial }] }), {
        fileName: 'a',
      });
      expect(errors).toEqual([]);
      expect(canaries[0]?.checks).toHaveLength(1);
    },
  );
});

describe('what forms write in a place of their own', () => {
  const specOf = (spec: object) =>
    parseDocuments(JSON.stringify(spec), { fileName: 'form' }).canaries[0]?.checks[0]?.spec;

  it('a user name and a password below `authentication`, whatever the case, are those of the check', () => {
    const authentication = {
      userName: { value: 'ann' },
      password: { valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } },
    };
    const spec = specOf({ http: [{ name: 'a', url: 'http://a.test', basic: true, authentication }] });
    expect(spec).toMatchObject({ username: { value: 'ann' }, password: authentication.password });
    expect(spec).not.toHaveProperty('authentication');
  });

  it('they win over those beside them, each by itself', () => {
    const spec = { name: 'a', addr: 'a:1', username: { value: 'old' }, password: { value: 'kept' } };
    expect(specOf({ redis: [{ ...spec, authentication: { username: { value: 'new' } } }] })).toMatchObject({
      username: { value: 'new' },
      password: { value: 'kept' },
    });
  });

  it('the address of an Alertmanager as `host`', () => {
    const spec = specOf({ alertManager: [{ name: 'a', host: 'http://user:pass@a.test:9093' }] });
    const type = typeOf('alertmanager');
    expect(spec && type?.host?.(spec)).toBe('a.test');
    expect(spec && type?.endpoint(spec)).toBe('http://a.test:9093');
  });

  it('keys of a template in small letters', () => {
    const type = typeOf('http');
    expect(type && canonicaliseKeys(type.schema, { test: { jsonpath: '$' } })).toEqual({ test: { jsonPath: '$' } });
  });
});
