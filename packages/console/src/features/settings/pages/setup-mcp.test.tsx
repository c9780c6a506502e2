import type { Bootstrap, HostedOrganization, Permission } from '@quarterdeck/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openConsole } from '../testing.tsx';

const TOKEN = 'mct_0199aaaa00007000800000000000000a_secret';
const created = () => new Response(JSON.stringify({ message: 'success', payload: { token: TOKEN } }));
const organization = (more: Partial<HostedOrganization>): HostedOrganization => ({
  id: 'o1',
  slug: 'a',
  name: 'A',
  role: 'owner',
  backend_url: null,
  direct: false,
  state: 'ready',
  active: true,
  ...more,
});

function open({
  roles = ['admin'],
  mode = 'self-hosted' as Bootstrap['mode'],
  permissions = undefined as Permission[] | undefined,
  organizations = [] as HostedOrganization[],
} = {}) {
  const answering = ({ table }: { table: string }) => (table === '/api/auth/create_token' ? created() : undefined);
  const opened = openConsole('/settings/feature-flags', answering, roles, mode);
  opened.api.answers['/api/rbac/permissions'] = { payload: [] };
  opened.api.answers['/api/auth/tokens'] = { payload: [] };
  opened.api.answers['/cp/orgs'] = organizations;
  if (permissions) {
    opened.api.answers['/api/auth/whoami'] = {
      message: '',
      payload: { user: { id: 'u1', name: 'Ada', email: 'a@b.c' }, roles, permissions },
    };
  }
  return opened;
}

const openMenu = async (name = 'Account') => userEvent.click(await screen.findByRole('button', { name }));
const entry = () => screen.queryByRole('menuitem', { name: 'Setup MCP' });

/** Opens the entry and makes a token. */
async function setUp(): Promise<HTMLElement> {
  await openMenu();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Setup MCP' }));
  const form = await screen.findByRole('dialog', { name: 'Create new token' });
  await userEvent.type(within(form).getByRole('textbox', { name: /^Name/ }), 'assistant');
  const create = within(form).getByRole('button', { name: 'Create Token' });
  await waitFor(() => expect(create).toHaveProperty('disabled', false));
  await userEvent.click(create);
  return screen.findByRole('dialog', { name: 'Token Created Successfully' });
}

afterEach(() => vi.restoreAllMocks());

describe('Setup MCP', () => {
  it('makes a token and tells each client, hiding the token until it is revealed', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    open();
    const told = await setUp();
    within(told).getByRole('heading', { name: 'MCP Client Setup' });
    within(told).getByRole('heading', { name: 'Usage Instructions' });
    within(told).getByText(`${location.origin}/api/mcp`);
    within(told).getByText('mission-control');
    const tabs = within(told).getAllByRole('tab');
    expect(tabs).toHaveLength(7);
    for (const tab of tabs) {
      await userEvent.click(tab);
      const panel = within(told).getByRole('tabpanel', { name: tab.textContent ?? '' });
      expect(panel.textContent).toContain('••••');
      expect(told.textContent).not.toContain(TOKEN);
      copied.mockClear();
      await userEvent.click(within(panel).getByRole('button', { name: /^Copy .* example$/ }));
      expect(copied).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(TOKEN));
    }
    await userEvent.click(within(told).getByRole('button', { name: 'Reveal token' }));
    expect(within(told).getByRole('tabpanel').textContent).toContain(`Bearer ${TOKEN}`);
    expect(within(told).getByRole('tabpanel').textContent).not.toContain('••••');
    await userEvent.click(within(told).getByText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.body.textContent).not.toContain(TOKEN);
  });

  it('goes from tab to tab by the arrow keys', async () => {
    open();
    const told = await setUp();
    within(told).getByRole('tab', { name: 'Claude Desktop' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(within(told).getByRole('tab', { name: 'Claude Code', selected: true })).toBe(document.activeElement);
    await userEvent.keyboard('{End}');
    expect(within(told).getByRole('tabpanel', { name: 'Direct HTTP' }).textContent).toContain('curl -X POST');
  });

  it.each<[string, string[], Permission[] | undefined, boolean]>([
    ['an administrator', ['admin'], undefined, true],
    ['an editor', ['editor'], undefined, false],
    ['an editor whom a rule allows', ['editor'], [rule()], true],
    ['an administrator whom a rule denies', ['admin'], [rule({ deny: true })], false],
    ['an editor with a rule about something else', ['editor'], [rule({ object: 'catalog' })], false],
    ['an editor with a rule about reading', ['editor'], [rule({ action: 'read' })], false],
    ['a viewer whom a rule allows, who may make no token', ['viewer'], [rule()], false],
  ])('is offered to %s: %s', async (_who, roles, permissions, isOffered) => {
    open({ roles, ...(permissions ? { permissions } : {}) });
    await openMenu();
    await screen.findByRole('menuitem', { name: /^Keyboard shortcuts/ });
    expect(entry() !== null).toBe(isOffered);
  });

  it('needs no token where nobody signs in', async () => {
    const { written } = open({ mode: 'standalone' });
    await openMenu('Help');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Setup MCP' }));
    const told = await screen.findByRole('dialog', { name: 'Setup MCP' });
    const panel = await within(told).findByRole('tabpanel');
    expect(panel.textContent).toContain('/api/mcp');
    expect(panel.textContent).not.toContain('Bearer');
    expect(written()).toEqual([]);
  });
});

describe('in hosted mode', () => {
  it('the endpoint is at the backend of the organisation', async () => {
    const organizations = [
      organization({ id: 'o2', active: false, backend_url: 'https://other.example', direct: true }),
      organization({ backend_url: 'https://b.example/deep/', direct: true }),
    ];
    open({ mode: 'hosted', organizations });
    within(await setUp()).getByText('https://b.example/deep/mcp');
  });

  it('says whom to ask where the console is not told of it', async () => {
    open({ mode: 'hosted', organizations: [organization({})] });
    const told = await setUp();
    within(told).getByText(/ask whoever runs it for its address/);
    within(told).getByText('https://BACKEND/mcp');
  });
});

describe('a token of the settings page', () => {
  const make = async (roles: string[]) => {
    const { router } = open({ roles });
    await waitFor(() => expect(router.state.status).toBe('idle'));
    await router.navigate({ to: '/settings/tokens', search: { addToken: 'true' } } as never);
    const form = await screen.findByRole('dialog', { name: 'Create new token' });
    await userEvent.type(within(form).getByRole('textbox', { name: /^Name/ }), 'report');
    await userEvent.click(within(form).getByRole('button', { name: 'Create Token' }));
    return screen.findByRole('dialog', { name: 'Token Created Successfully' });
  };

  it('comes with the set-up of assistants for who may use one', async () => {
    const told = await make(['admin']);
    expect(
      within(told)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Usage Instructions', 'MCP Client Setup']);
  });

  it('comes without for others', async () => {
    const told = await make(['editor']);
    within(told).getByRole('heading', { name: 'Usage Instructions' });
    expect(within(told).queryByRole('heading', { name: 'MCP Client Setup' })).toBeNull();
  });
});

function rule(more: Partial<Permission> = {}): Permission {
  return { subject: 'u1', object: 'mcp', action: 'mcp:*', deny: false, ...more };
}
