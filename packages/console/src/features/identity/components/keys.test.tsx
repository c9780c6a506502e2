import type { Flow, FlowNode } from '@quarterdeck/contract';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FlowForm } from './FlowForm.tsx';
import { KeySection } from './KeySection.tsx';

const input = (name: string, type: string, more: object = {}, label?: object): FlowNode =>
  ({
    type: 'input',
    group: name === 'csrf_token' ? 'default' : name.startsWith('passkey') ? 'passkey' : 'webauthn',
    attributes: { node_type: 'input', name, type, disabled: false, ...more },
    messages: [],
    meta: label ? { label: { id: 1, type: 'info', text: '', ...label } } : {},
  }) as FlowNode; // types of inputs are given as texts here

const flowOf = (nodes: FlowNode[]): Flow =>
  ({
    id: 'f',
    ui: { action: '', method: 'POST', nodes: [input('csrf_token', 'hidden', { value: 't' }), ...nodes] },
  }) as unknown as Flow; // the rest is not looked at

const bytes = (...list: number[]): ArrayBuffer => Uint8Array.from(list).buffer;
const REQUEST = { challenge: '-_8', timeout: 300_000, allowCredentials: [{ type: 'public-key', id: 'AQI' }] };
const CREATION = { challenge: 'AAEC', timeout: 300_000, user: { id: 'dQ', name: 'ada' }, excludeCredentials: [] };
const ASSERTION = {
  id: 'AQI',
  rawId: bytes(1, 2),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: {
    clientDataJSON: bytes(251, 255),
    authenticatorData: bytes(1),
    signature: bytes(2),
    userHandle: bytes(3),
  },
};
const ATTESTATION = {
  id: 'AQI',
  rawId: bytes(1, 2),
  type: 'public-key',
  authenticatorAttachment: null,
  response: { clientDataJSON: bytes(1), attestationObject: bytes(2), getTransports: () => ['usb'] },
};

const credentials = { get: vi.fn(), create: vi.fn() };
let conditional = false;
beforeEach(() => {
  credentials.get.mockReset();
  credentials.create.mockReset();
  conditional = false;
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => conditional });
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const loginNodes = (publicKey: object = REQUEST): FlowNode[] => [
  input('webauthn_login_trigger', 'button', { value: JSON.stringify({ publicKey }) }, { text: 'Use security key' }),
  input('webauthn_login', 'hidden', { value: '' }),
];
const passkeyNodes = (publicKey: object = REQUEST): FlowNode[] => [
  input('passkey_challenge', 'hidden', { value: JSON.stringify({ publicKey }) }),
  input('passkey_login', 'hidden', { value: '' }),
  input(
    'passkey_login_trigger',
    'button',
    { onclickTrigger: 'oryPasskeyLogin', onloadTrigger: 'oryPasskeyLoginAutocompleteInit' },
    { text: 'Sign in with a passkey' },
  ),
];

function show(nodes: FlowNode[], reread?: () => Promise<Flow | null>) {
  const submitted: Record<string, unknown>[] = [];
  const flow = flowOf(nodes);
  render(
    <FlowForm
      flow={flow}
      nodes={flow.ui.nodes}
      label="Form"
      pending={false}
      onSubmit={(values) => submitted.push(values)}
      {...(reread ? { reread } : {})}
    />,
  );
  return submitted;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a button for keys', () => {
  it('asks the browser in bytes, and sends what it answers in base64url', async () => {
    credentials.get.mockResolvedValue(ASSERTION);
    const submitted = show(loginNodes());
    await press('Use security key');
    await waitFor(() => expect(submitted).toHaveLength(1));
    const [asked] = credentials.get.mock.calls[0] ?? [];
    expect(new Uint8Array(asked.publicKey.challenge)).toEqual(Uint8Array.of(251, 255));
    expect(new Uint8Array(asked.publicKey.allowCredentials[0].id)).toEqual(Uint8Array.of(1, 2));
    expect(asked).not.toHaveProperty('mediation');
    expect(Object.keys(submitted[0] ?? {})).toEqual(['csrf_token', 'webauthn_login']);
    expect(JSON.parse(String(submitted[0]?.webauthn_login))).toEqual({
      id: 'AQI',
      rawId: 'AQI',
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: { clientDataJSON: '-_8', authenticatorData: 'AQ', signature: 'Ag', userHandle: 'Aw' },
    });
  });

  it.each([
    ['NotAllowedError', /^No key answered/],
    ['SecurityError', /uses no keys at this address/],
    ['InvalidStateError', /registered already/],
    ['UnknownError', /could not use the key/],
  ])('tells of %s, and sends nothing', async (name, text) => {
    credentials.get.mockRejectedValue(new DOMException('', name));
    const submitted = show(loginNodes());
    await press('Use security key');
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(submitted).toEqual([]);
  });

  it('tells where the browser has no keys at all', async () => {
    Object.defineProperty(navigator, 'credentials', { value: undefined, configurable: true });
    show(loginNodes());
    await press('Use security key');
    expect((await screen.findByRole('alert')).textContent).toContain('https');
  });

  it('reads the form once more when what it asks by is about to end', async () => {
    credentials.get.mockResolvedValue(ASSERTION);
    const fresh = flowOf(loginNodes({ ...REQUEST, challenge: 'AQID' }));
    const submitted = show(loginNodes({ ...REQUEST, timeout: 60_000 }), async () => fresh);
    await press('Use security key');
    await waitFor(() => expect(submitted).toHaveLength(1));
    const [asked] = credentials.get.mock.calls[0] ?? [];
    expect(new Uint8Array(asked.publicKey.challenge)).toEqual(Uint8Array.of(1, 2, 3));
  });

  it('is pressed as any other once the server asks for something else first', async () => {
    const lapsed = flowOf([
      input('webauthn_login_trigger', 'submit', { value: 'true' }),
      input('webauthn_login', 'hidden'),
    ]);
    const submitted = show(loginNodes({ ...REQUEST, timeout: 60_000 }), async () => lapsed);
    await press('Use security key');
    await waitFor(() => expect(submitted).toHaveLength(1));
    expect(submitted[0]).toEqual({ csrf_token: 't', webauthn_login: '', webauthn_login_trigger: 'true' });
    expect(credentials.get).not.toHaveBeenCalled();
  });
});

describe('a passkey that is offered while a field is filled in', () => {
  it('signs in when it is chosen', async () => {
    conditional = true;
    credentials.get.mockResolvedValue(ASSERTION);
    const submitted = show(passkeyNodes());
    await waitFor(() => expect(submitted).toHaveLength(1));
    expect(credentials.get.mock.calls[0]?.[0].mediation).toBe('conditional');
    expect(Object.keys(submitted[0] ?? {})).toEqual(['csrf_token', 'passkey_login']);
  });

  it('gives way to the button, and is offered again when its window was closed', async () => {
    conditional = true;
    const signals: AbortSignal[] = [];
    credentials.get.mockImplementation(({ mediation, signal }: CredentialRequestOptions) => {
      if (mediation !== 'conditional') return Promise.reject(new DOMException('', 'NotAllowedError'));
      if (signal) signals.push(signal);
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    const submitted = show(passkeyNodes());
    await waitFor(() => expect(signals).toHaveLength(1));
    await press('Sign in with a passkey');
    await screen.findByRole('alert');
    expect(signals[0]?.aborted).toBe(true);
    await waitFor(() => expect(signals).toHaveLength(2));
    expect(signals[1]?.aborted).toBe(false);
    expect(submitted).toEqual([]);
  });

  it('is renewed before it ends', async () => {
    conditional = true;
    credentials.get.mockImplementation(({ publicKey, signal }: CredentialRequestOptions) =>
      new Uint8Array(publicKey?.challenge as ArrayBuffer).length === 3
        ? Promise.resolve(ASSERTION)
        : new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const submitted = show(passkeyNodes({ ...REQUEST, timeout: 10_001 }), async () =>
      flowOf(passkeyNodes({ ...REQUEST, challenge: 'AQID' })),
    );
    await waitFor(() => expect(submitted).toHaveLength(1));
    expect(credentials.get).toHaveBeenCalledTimes(2);
  });

  it('is not offered where the browser does not', async () => {
    const submitted = show(passkeyNodes());
    credentials.get.mockResolvedValue(ASSERTION);
    await press('Sign in with a passkey');
    await waitFor(() => expect(submitted).toHaveLength(1));
    expect(credentials.get).toHaveBeenCalledTimes(1);
  });
});

describe('the keys of an account', () => {
  const keyNodes = (disabled: boolean): FlowNode[] => [
    input('webauthn_register_displayname', 'text', { required: true }, { text: 'Name of the security key' }),
    input(
      'webauthn_register_trigger',
      'button',
      { value: JSON.stringify({ publicKey: CREATION }) },
      { text: 'Add security key' },
    ),
    input('webauthn_register', 'hidden', { value: '' }),
    input('webauthn_remove', 'submit', { value: 'ab', disabled }, { context: { display_name: 'Blue' } }),
  ];
  function showKeys(disabled = false) {
    const submitted: Record<string, unknown>[] = [];
    const nodes = keyNodes(disabled);
    render(
      <KeySection
        flow={flowOf(nodes)}
        group="webauthn"
        nodes={nodes}
        pending={false}
        reread={async () => null}
        onSubmit={(values) => submitted.push(values)}
      />,
    );
    return submitted;
  }
  const name = () => screen.getByRole('textbox', { name: 'Name of the security key' });

  it('one is added once it has a name, also by Enter, which never removes one', async () => {
    credentials.create.mockResolvedValue(ATTESTATION);
    const submitted = showKeys();
    await userEvent.click(name());
    await userEvent.keyboard('{Enter}');
    await screen.findByText('Please fill this in.');
    expect([document.activeElement, credentials.create.mock.calls]).toEqual([name(), []]);
    await userEvent.keyboard('Green{Enter}');
    await waitFor(() => expect(submitted).toHaveLength(1));
    expect(screen.queryByText('Please fill this in.')).toBeNull();
    expect(submitted[0]).toMatchObject({ csrf_token: 't', webauthn_register_displayname: 'Green' });
    expect(submitted[0]).not.toHaveProperty('webauthn_remove');
    expect(JSON.parse(String(submitted[0]?.webauthn_register)).response.transports).toEqual(['usb']);
  });

  it('one is removed once that is confirmed, and the rest of the form is not sent', async () => {
    const submitted = showKeys();
    await userEvent.type(name(), 'Green');
    await press('Remove Blue');
    const question = await screen.findByRole('dialog', { name: 'Remove “Blue”?' });
    expect(submitted).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
    expect(submitted).toEqual([{ csrf_token: 't', webauthn_remove: 'ab' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the only way to sign in stays, and says why', () => {
    showKeys(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove Blue' }).disabled).toBe(true);
    expect(within(screen.getByRole('listitem')).getByText(/the only way to sign in/)).toBeDefined();
  });
});
