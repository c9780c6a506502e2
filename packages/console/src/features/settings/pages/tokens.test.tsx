import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answering, openConsole } from '../testing.tsx';

const ADDRESS = '/settings/tokens';
const TOKEN = 'mct_0199aaaa00007000800000000000000a_secret';
const person = (id: string, name: string) => ({ id, name, avatar: null, properties: null });
const DEPLOY = {
  id: 't1',
  name: 'deploy',
  created_at: '2026-01-01T00:00:00Z',
  expires_at: null,
  last_used_at: null,
  person_id: 'p1',
  person: person('p1', 'Ada (Token)'),
  created_by: person('u1', 'Ada'),
  deny_roles: ['canaries:update'],
};
const REPORT = { ...DEPLOY, id: 't2', name: 'report', created_by: person('u2', 'Bob'), deny_roles: undefined };
const ENDED = { ...DEPLOY, id: 't3', name: 'old', expires_at: '2026-01-02T00:00:00Z' };
const AGENT = { ...DEPLOY, id: 't4', name: 'agent-berlin' };
const PERMISSIONS = [
  { subject: 'editor', object: 'canaries', action: 'read', deny: false },
  { subject: 'editor', object: 'canaries', action: 'update', deny: false },
  { subject: 'u1', object: 'topologies', action: 'read', deny: true },
];

const problem = (status: number, code: string, error = 'refused') =>
  new Response(JSON.stringify({ code, error, message: error }), { status });
const done = (body: unknown = {}) => new Response(JSON.stringify(body));

function open({
  tokens = [DEPLOY, REPORT, ENDED, AGENT] as object[],
  answer = (() => undefined) as Answering,
  roles = ['admin'],
  address = ADDRESS,
} = {}) {
  const opened = openConsole(address, answer, roles);
  opened.api.answers['/api/auth/tokens'] = { payload: tokens };
  opened.api.answers['/api/rbac/permissions'] = { payload: PERMISSIONS };
  return opened;
}

const rowOf = (name: RegExp) => screen.findByRole('row', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const dialog = (name: string) => screen.findByRole('dialog', { name });

afterEach(() => vi.restoreAllMocks());

describe('the list of tokens', () => {
  it('shows whose they are, when they end and when they were used, those of agents when asked', async () => {
    const { search } = open();
    expect((await rowOf(/deploy/)).textContent).toMatch(/Ada.*Never.*Never/);
    expect((await rowOf(/report/)).textContent).toContain('Bob');
    expect((await rowOf(/old/)).textContent).toContain('expired');
    expect(screen.queryByRole('row', { name: /agent-berlin/ })).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: 'Hide Agents' }));
    await rowOf(/agent-berlin/);
    expect(search()).toMatchObject({ agents: 'show' });
  });

  it('is empty, or fails with a retry', async () => {
    open({ tokens: [] });
    await screen.findByText(/A program that calls the API needs one/);
    cleanup();
    const { api } = open();
    api.answers['/api/auth/tokens'] = null;
    await screen.findByText('The tokens could not be loaded');
    api.answers['/api/auth/tokens'] = { payload: [DEPLOY] };
    await press('Retry');
    await rowOf(/deploy/);
  });

  it('says that there are none where nobody signs in', async () => {
    openConsole(ADDRESS, undefined, ['admin'], 'standalone');
    await screen.findByText('There are no tokens here');
    expect(screen.queryByRole('button', { name: 'Create Token' })).toBeNull();
  });

  it('is searched by name and owner', async () => {
    open({ address: `${ADDRESS}?query=bob` });
    await rowOf(/report/);
    expect(screen.queryByRole('row', { name: /deploy/ })).toBeNull();
  });

  it('offers no new token to who may not write agents, and no page to who may not read', async () => {
    open({ roles: ['responder'], address: `${ADDRESS}?addToken=true` });
    await rowOf(/deploy/);
    expect(screen.queryByRole('button', { name: 'Create Token' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a new token', () => {
  const begin = async (answer: Answering) => {
    const opened = open({ answer });
    await rowOf(/deploy/);
    await press('Create Token');
    const shown = await dialog('Create new token');
    await within(shown).findByRole('checkbox', { name: 'canaries:read' });
    return { ...opened, shown };
  };
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ });
  const create = () =>
    within(screen.getByRole('dialog', { name: 'Create new token' })).getByRole('button', { name: 'Create Token' });

  it('needs a name, may be denied what its owner may, and is shown once', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { shown, written, search } = await begin(({ table }) =>
      table === '/api/auth/create_token' ? done({ message: 'success', payload: { token: TOKEN } }) : undefined,
    );
    expect(search()).toMatchObject({ addToken: 'true' });
    const boxes = within(shown).getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked }) => checked)).toEqual([true, true]);
    expect(within(shown).queryByRole('checkbox', { name: /topologies/ })).toBeNull();
    expect(create()).toHaveProperty('disabled', true);
    await userEvent.click(name());
    await userEvent.tab();
    await screen.findByText('Name is required');
    await userEvent.type(name(), ' nightly report ');
    await userEvent.click(within(shown).getByRole('checkbox', { name: 'canaries:update' }));
    within(shown).getByText('1 of 2 allowed');
    await userEvent.click(create());
    const told = await dialog('Token Created Successfully');
    expect(written()).toEqual([
      expect.objectContaining({
        method: 'POST',
        table: '/api/auth/create_token',
        body: {
          name: 'nightly report',
          expiry: 'never',
          deny_permissions: [{ object: 'canaries', action: 'update' }],
        },
      }),
    ]);
    expect(search()).not.toHaveProperty('addToken');
    within(told).getByText(/This token will only be displayed once\. Please copy and store it securely\./);
    within(told).getByText('nightly report');
    expect(told.textContent).not.toContain(TOKEN);
    await press('Reveal token');
    expect(within(told).getByRole('status', { name: 'Token' }).textContent).toBe(TOKEN);
    await press('Hide token');
    expect(told.textContent).not.toContain(TOKEN);
    await press('Copy token');
    expect(copied).toHaveBeenCalledExactlyOnceWith(TOKEN);
    await screen.findByText('Token copied to clipboard');
    await userEvent.click(within(told).getByRole('tab', { name: 'Basic' }));
    expect(within(told).getByRole('tabpanel', { name: 'Example' }).textContent).toContain('curl -u "token:$TOKEN"');
    await userEvent.click(within(told).getByText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.body.textContent).not.toContain(TOKEN);
  });

  it('can be one that reads only, or one that may nothing', async () => {
    const { shown } = await begin(() => undefined);
    const ticked = () =>
      within(shown)
        .getAllByRole<HTMLInputElement>('checkbox')
        .map(({ checked }) => checked);
    for (const [button, expected] of [
      ['Reads only', [true, false]],
      ['Deny all', [false, false]],
      ['Allow all', [true, true]],
    ] as const) {
      await press(button);
      expect(ticked()).toEqual(expected);
    }
  });

  it('says at its field that the name is taken, and keeps what was typed', async () => {
    await begin(({ table }) =>
      table === '/api/auth/create_token'
        ? problem(409, 'TOKEN_NAME_TAKEN', 'You have a token of this name')
        : undefined,
    );
    await userEvent.type(name(), 'deploy');
    await userEvent.click(create());
    await screen.findByText('You have a token of this name');
    expect(name().value).toBe('deploy');
    expect(name().getAttribute('aria-invalid')).toBe('true');
  });

  it('tells a failure in the words of the server', async () => {
    await begin(({ table }) => (table === '/api/auth/create_token' ? problem(500, 'INTERNAL', 'no room') : undefined));
    await userEvent.type(name(), 'deploy');
    await userEvent.click(create());
    await screen.findByText('no room');
    expect(screen.queryByRole('dialog', { name: 'Create new token' })).not.toBeNull();
  });

  it('asks for a proof first where the sign-in was a while ago, and loses nothing', async () => {
    vi.stubGlobal('fetch', async () => problem(503, 'DATABASE_UNAVAILABLE'));
    await begin(({ table }) =>
      table === '/api/auth/create_token' ? problem(403, 'SESSION_REFRESH_REQUIRED', 'Confirm who you are') : undefined,
    );
    await userEvent.type(name(), 'deploy');
    await userEvent.click(create());
    await waitFor(() => expect(screen.getAllByRole('dialog').length).toBe(2));
    expect(name().value).toBe('deploy');
  });
});

describe('the details of a token', () => {
  it('tell what it may, by the boxes of the form', async () => {
    const { search } = open();
    await userEvent.click(await rowOf(/deploy/));
    const shown = await dialog('Token Details');
    expect(search()).toMatchObject({ id: 't1' });
    const box = async (name: string) => within(shown).findByRole<HTMLInputElement>('checkbox', { name });
    expect(await box('canaries:read')).toMatchObject({ checked: true, disabled: true });
    expect(await box('canaries:update')).toMatchObject({ checked: false, disabled: true });
  });

  it('of somebody else tell what was denied', async () => {
    open({ address: `${ADDRESS}?id=t2` });
    const shown = await dialog('Token Details');
    within(shown).getByText('What Bob may do.');
  });

  it('end it after one question, and say so', async () => {
    const { written, search } = open({ address: `${ADDRESS}?id=t1`, answer: () => done() });
    await dialog('Token Details');
    await press('Delete');
    const asked = await dialog('Delete Token');
    within(asked).getByText('Are you sure you want to delete this token? This action cannot be undone.');
    expect(written()).toEqual([]);
    await userEvent.click(within(asked).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Token deleted successfully');
    expect(written()).toMatchObject([{ method: 'DELETE', table: '/api/auth/token/t1' }]);
    await waitFor(() => expect(search()).not.toHaveProperty('id'));
  });

  it('say when it could not be ended', async () => {
    open({ address: `${ADDRESS}?id=t1`, answer: () => problem(404, 'TOKEN_NOT_FOUND') });
    await dialog('Token Details');
    await press('Delete');
    await userEvent.click(within(await dialog('Delete Token')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Failed to delete token');
  });

  it("offer no end of what is somebody else's, but to administrators", async () => {
    open({ address: `${ADDRESS}?id=t2`, roles: ['editor'] });
    const shown = await dialog('Token Details');
    expect(within(shown).queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});
