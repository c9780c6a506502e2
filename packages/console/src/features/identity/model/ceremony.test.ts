import type { FlowNode } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answeredValues, ceremonyOf, lifeOf, offeredPasskey } from './ceremony.ts';

const node = (name: string, type: string, more: object = {}): FlowNode =>
  ({
    type: 'input',
    group: 'webauthn',
    attributes: { node_type: 'input', name, type, disabled: false, ...more },
    messages: [],
    meta: {},
  }) as FlowNode; // types of inputs are given as texts here

const options = (challenge: string) => JSON.stringify({ publicKey: { challenge, timeout: 1000 } });
const button = (name: string, more: object = {}) => node(name, 'button', more);

describe('a button for keys', () => {
  it.each([
    ['oryWebAuthnRegistration', 'webauthn_register_trigger', 'create', 'webauthn_register', null],
    ['oryWebAuthnLogin', 'webauthn_login_trigger', 'get', 'webauthn_login', null],
    ['oryPasskeyLogin', 'passkey_login_trigger', 'get', 'passkey_login', 'passkey_challenge'],
    [
      'oryPasskeySettingsRegistration',
      'passkey_register_trigger',
      'create',
      'passkey_settings_register',
      'passkey_create_data',
    ],
    ['oryPasskeyRegistration', 'passkey_register_trigger', 'create', 'passkey_register', 'passkey_create_data'],
  ])('%s asks by data, with or without the name of the ceremony', (trigger, name, kind, result, data) => {
    const value = options('abc');
    const fields = [node(result, 'hidden', { value: '' }), ...(data ? [node(data, 'hidden', { value })] : [])];
    const expected = { kind, result, publicKey: { challenge: 'abc', timeout: 1000 } };
    for (const more of [{ onclickTrigger: trigger }, {}]) {
      const pressed = button(name, { ...more, ...(data ? {} : { value }) });
      expect(ceremonyOf([...fields, pressed], pressed)).toEqual(expected);
    }
  });

  it('finds options within more than them', () => {
    const value = JSON.stringify({ credentialOptions: { publicKey: { challenge: 'x' } }, displayNameFieldName: 'y' });
    const pressed = button('passkey_register_trigger', { onclickTrigger: 'oryPasskeyRegistration' });
    const nodes = [node('passkey_create_data', 'hidden', { value }), node('passkey_register', 'hidden'), pressed];
    const found = ceremonyOf(nodes, pressed);
    expect(found?.publicKey).toEqual({ challenge: 'x' });
    expect(found && lifeOf(found)).toBeNull();
  });

  it.each<[string, FlowNode]>([
    ['of another type', node('webauthn_register_trigger', 'submit', { value: options('a') })],
    ['of another name', button('method', { value: options('a') })],
    ['that names what is unknown', button('webauthn_register_trigger', { onclickTrigger: 'x', value: options('a') })],
    ['with code', button('webauthn_register_trigger', { onclick: 'alert(1)', value: 'alert(1)' })],
    ['without options', button('webauthn_register_trigger')],
    ['without the key in them', button('webauthn_register_trigger', { value: '{"publicKey":[]}' })],
  ])('is none %s', (_, pressed) => {
    expect(ceremonyOf([node('webauthn_register', 'hidden'), pressed], pressed)).toBeNull();
  });

  it('is none where nothing takes the answer', () => {
    const pressed = button('webauthn_register_trigger', { value: options('a') });
    expect(ceremonyOf([pressed], pressed)).toBeNull();
    expect(ceremonyOf([], undefined)).toBeNull();
  });

  it('never fails, whatever the options are', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (value) => {
        const pressed = button('webauthn_login_trigger', { value });
        const found = ceremonyOf([node('webauthn_login', 'hidden'), pressed], pressed);
        expect(found === null || typeof found.publicKey === 'object').toBe(true);
      }),
    );
  });
});

describe('a form that is answered by a key', () => {
  const nodes = [
    node('csrf_token', 'hidden', { value: 't' }),
    node('webauthn_register_displayname', 'text'),
    node('passkey_create_data', 'hidden', { value: options('a') }),
    node('webauthn_register', 'hidden', { value: '' }),
    node('webauthn_remove', 'submit', { value: 'ab' }),
    button('passkey_login_trigger', { onloadTrigger: 'oryPasskeyLoginAutocompleteInit' }),
  ];

  it('sends its fields and the answer, no button and nothing that was only there to ask by', () => {
    const values = { csrf_token: 't', webauthn_register_displayname: 'Blue' };
    const ceremony = { kind: 'create' as const, publicKey: {}, result: 'webauthn_register' };
    expect(answeredValues(nodes, values, ceremony, '{"id":"x"}')).toEqual({
      csrf_token: 't',
      webauthn_register_displayname: 'Blue',
      webauthn_register: '{"id":"x"}',
    });
  });

  it('may offer a passkey while a field is filled in', () => {
    expect(offeredPasskey(nodes)).toBe(nodes.at(-1));
    expect(offeredPasskey(nodes.slice(0, -1))).toBeUndefined();
  });
});
