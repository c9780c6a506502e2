import type { OneOfField } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseOption, chosenOption } from './one-of.ts';
import type { FormValue } from './path.ts';

const auth: OneOfField = {
  kind: 'one-of',
  label: 'Authentication',
  options: [
    { value: 'none', label: 'None' },
    { value: 'basic', label: 'Basic', owns: ['basic', 'authentication'], set: { basic: true } },
    { value: 'ntlm', label: 'NTLM', owns: ['ntlm', 'authentication'], set: { ntlm: true } },
  ],
};
const folder: OneOfField = {
  kind: 'one-of',
  label: 'Connection',
  options: [
    { value: 'none', label: 'None' },
    { value: 'aws', label: 'AWS', owns: ['awsConnection'] },
    { value: 'sftp', label: 'SFTP', owns: ['sftpConnection'] },
  ],
};
const git: OneOfField = {
  kind: 'one-of',
  label: 'Kind',
  path: 'kind',
  options: [
    { value: 'ssh', label: 'SSH', owns: ['certificate'] },
    { value: 'basic', label: 'Basic', owns: ['username'] },
  ],
};

function choose(field: OneOfField, value: FormValue, name: string, base = ''): FormValue {
  const option = field.options.find((one) => one.value === name);
  if (!option) throw new Error(name);
  return chooseOption(field, value, base, option);
}

test('the marked way is chosen, a false mark is none', () => {
  expect(chosenOption(auth, {}, '')?.value).toBe('none');
  expect(chosenOption(auth, { basic: true }, '')?.value).toBe('basic');
  expect(chosenOption(auth, { basic: false, ntlm: true }, '')?.value).toBe('ntlm');
});

test('changing the way clears the old mark and keeps what both own', () => {
  const basic = { url: 'x', basic: true, authentication: { username: 'u' } };
  expect(choose(auth, basic, 'ntlm')).toEqual({ url: 'x', ntlm: true, authentication: { username: 'u' } });
  expect(choose(auth, basic, 'none')).toEqual({ url: 'x' });
});

test('a way that owns an object begins with an empty one, below its base', () => {
  const first = choose(folder, { spec: { path: '/' } }, 'aws', 'spec');
  expect(first).toEqual({ spec: { path: '/', awsConnection: {} } });
  expect(chosenOption(folder, first, 'spec')?.value).toBe('aws');
  expect(choose(folder, first, 'sftp', 'spec')).toEqual({ spec: { path: '/', sftpConnection: {} } });
});

test('a stored choice tells the way; an unknown one falls back to the first', () => {
  expect(chosenOption(git, { kind: 'basic' }, '')?.value).toBe('basic');
  expect(chosenOption(git, { kind: 'other' }, '')?.value).toBe('ssh');
  expect(choose(git, { kind: 'ssh', certificate: 'c', keep: 1 }, 'basic')).toEqual({ kind: 'basic', keep: 1 });
});

const template: OneOfField = {
  kind: 'one-of',
  label: 'Test',
  options: [
    { value: 'none', label: 'None' },
    { value: 'expr', label: 'Expr', owns: ['test.expr'], set: { 'test.expr': '' } },
    { value: 'template', label: 'Go Template', owns: ['test.template'], set: { 'test.template': '' } },
  ],
};

test('leaving a way takes the objects along that held nothing else', () => {
  const at = (test: FormValue) => ({ spec: { http: [{ test }] } });
  expect(choose(template, at({ expr: 'x' }), 'template', 'spec.http.0')).toEqual(at({ template: '' }));
  expect(choose(template, at({ expr: 'x' }), 'none', 'spec.http.0')).toEqual({ spec: { http: [{}] } });
  expect(choose(template, at({ expr: 'x', keep: 1 }), 'none', 'spec.http.0')).toEqual(at({ keep: 1 }));
});

test('whatever is chosen in whatever order, the last way is the chosen one and none leaves the rest as it was', () => {
  const fields = [auth, folder, git, template];
  const step = fc.tuple(fc.nat(fields.length - 1), fc.nat(3));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let value: FormValue = { url: 'x' };
      const last = new Map<OneOfField, string>();
      for (const [which, option] of steps) {
        const field = fields[which] ?? auth;
        const { value: name } = field.options[option % field.options.length] ?? { value: '' };
        value = choose(field, value, name);
        last.set(field, name);
        for (const [one, chosen] of last) expect(chosenOption(one, value, '')?.value).toBe(chosen);
      }
      for (const field of [auth, folder, template]) value = choose(field, value, 'none');
      const { kind: _kind, certificate: _certificate, username: _username, ...rest } = value;
      expect(rest).toEqual({ url: 'x' });
    }),
  );
});
