import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@quarterdeck/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const cwd = mkdtempSync(join(tmpdir(), 'qd-config-social-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const ACME = { id: 'acme', label: 'Acme', issuer: 'https://id.acme.example', clientId: 'console' };
const load = (env: Record<string, string>) => loadConfig(env, {}, cwd, false);
const providers = (...all: unknown[]) => load({ QD_OIDC_PROVIDERS: JSON.stringify(all) }).socialProviders;

function refusal(env: Record<string, string>): unknown {
  try {
    load(env);
  } catch (error) {
    if (error instanceof AppError) return error.details.problems;
  }
  return null;
}

describe('QD_OIDC_PROVIDERS', () => {
  it('is a list in the order of the buttons, with the usual scopes', () => {
    expect(providers(ACME, { ...ACME, id: 'corp-2', scopes: ['openid', 'groups'] })).toEqual([
      { ...ACME, scopes: ['openid', 'email', 'profile'] },
      { ...ACME, id: 'corp-2', scopes: ['openid', 'groups'] },
    ]);
    expect(load({}).socialProviders).toEqual([]);
  });

  it('may be written as a list of the settings file', () => {
    const lines = ['oidc_providers:', '  - id: acme', '    label: Acme', '    issuer: https://id.acme.example'];
    writeFileSync(
      join(cwd, 'social.yaml'),
      [...lines, '    clientId: console', 'oidcSecrets:', '  acme: s,cr=t', ''].join('\n'),
    );
    const config = load({ QD_CONFIG_FILE: 'social.yaml' });
    expect(config.socialProviders).toMatchObject([ACME]);
    expect(config.socialSecrets).toEqual({ acme: 's,cr=t' });
  });

  it.each([
    ['no JSON', 'acme'],
    ['no list', JSON.stringify(ACME)],
    ['an id that is no part of an address', JSON.stringify([{ ...ACME, id: '../x' }])],
    ['an id twice', JSON.stringify([ACME, ACME])],
    ['a member that is not known', JSON.stringify([{ ...ACME, clientSecret: 'x' }])],
    ['no scope of OpenID', JSON.stringify([{ ...ACME, scopes: ['email'] }])],
    ['an issuer in the open', JSON.stringify([{ ...ACME, issuer: 'http://id.acme.example' }])],
    ['an issuer with a user', JSON.stringify([{ ...ACME, issuer: 'https://a@id.acme.example' }])],
    ['a document in place of an issuer', JSON.stringify([{ ...ACME, issuer: `${ACME.issuer}/.well-known/x` }])],
    ['a script', JSON.stringify([{ ...ACME, issuer: 'javascript:alert(1)' }])],
  ])('refuses %s', (_what, text) => {
    expect(refusal({ QD_OIDC_PROVIDERS: text })).toMatchObject([{ name: 'QD_OIDC_PROVIDERS' }]);
  });

  it.each(['http://localhost:9000', 'http://127.0.0.1:9000/a', 'http://[::1]:9000'])(
    'takes %s of this machine',
    (issuer) => {
      expect(providers({ ...ACME, issuer })).toMatchObject([{ issuer }]);
    },
  );
});

it('QD_OIDC_SECRETS is never repeated', () => {
  expect(refusal({ QD_OIDC_SECRETS: '{"acme": 1}' })).toMatchObject([{ name: 'QD_OIDC_SECRETS', value: null }]);
  expect(load({ QD_OIDC_SECRETS: '{"acme": "s"}' }).socialSecrets).toEqual({ acme: 's' });
});
