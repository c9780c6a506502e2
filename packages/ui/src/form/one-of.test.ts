import type { OneOfField } from '@quarterdeck/contract';
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
