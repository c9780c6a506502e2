import { expect, test } from 'vitest';
import { authenticationField, SCHEDULE_CHOICES, templateField } from './form-parts.ts';

test('a template takes one of four languages, each at its own key', () => {
  const { options } = templateField('test', 'Test');
  expect(options.map(({ label }) => label)).toEqual(['None', 'Go Template', 'Javascript', 'Expr', 'JSONPath']);
  expect(options.map(({ owns }) => owns?.[0])).toEqual([
    undefined,
    'test.template',
    'test.javascript',
    'test.expr',
    'test.jsonpath',
  ]);
});

test('signing in is marked by a true at its name and keeps name and password at one place', () => {
  const { options } = authenticationField(['basic', 'ntlm', 'ntlmv2']);
  expect(options.map(({ label }) => label)).toEqual(['None', 'Basic', 'NTLM', 'NTLMv2']);
  for (const { value, owns, set, fields } of options.slice(1)) {
    expect(owns).toEqual([value, 'authentication']);
    expect(set).toEqual({ [value]: true });
    expect(fields?.map((field) => 'path' in field && field.path)).toEqual([
      'authentication.username',
      'authentication.password',
    ]);
  }
  expect(options[0]).toEqual({ value: 'none', label: 'None' });
});

test('the default schedules are those of the specification', () => {
  expect(SCHEDULE_CHOICES.default.at(0)).toBe('@every 30s');
  expect(SCHEDULE_CHOICES.default.slice(-3)).toEqual(['@every 8h', '@daily', '@weekly']);
});
