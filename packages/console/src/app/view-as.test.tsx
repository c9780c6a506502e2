import type { ViewingAs } from '@quarterdeck/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDb } from '../data/db.ts';
import { createHttp } from '../data/http.ts';
import { createFakeApi } from '../testing/fake-api.ts';
import { openApp } from '../testing/open-app.tsx';

const ROOT = { id: 'u1', name: 'Ada' };
const ANA = '0199aaaa-0000-7000-8000-000000000001';
const viewing = (more: Partial<ViewingAs> = {}): ViewingAs => ({
  type: 'person',
  id: ANA,
  name: 'Ana Lima',
  by: ROOT,
  untilMs: Date.now() + 600_000,
  ...more,
});

const reload = vi.fn();
const told: unknown[] = [];
let other: BroadcastChannel;

beforeEach(() => {
  reload.mockReset();
  told.length = 0;
  other = new BroadcastChannel('quarterdeck view as');
  other.onmessage = ({ data }) => told.push(data);
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  other.close();
  vi.restoreAllMocks();
});

function open({
  roles = ['admin'],
  mode = 'self-hosted',
  view = undefined as ViewingAs | undefined,
  refuse = false,
} = {}) {
  const fake = createFakeApi([]);
  const sent: { method: string; path: string; body: unknown }[] = [];
  const rest = fake.services.http;
  const fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(path, 'http://localhost');
    if (url.pathname === '/api/auth/view-as') {
      sent.push({ method: init.method ?? 'GET', path, body: init.body ? JSON.parse(String(init.body)) : undefined });
      if (refuse) return new Response('{"code":"VIEW_UNAVAILABLE","error":"not with a token"}', { status: 409 });
      return new Response('{"message":"success"}');
    }
    if (url.pathname === '/api/bootstrap') {
      return new Response(JSON.stringify({ mode, console_version: '', features: { registration: false } }));
    }
    if (url.pathname === '/api/auth/whoami') {
      const payload = { user: view ? { id: view.id, name: view.name, email: '' } : ROOT, roles, permissions: [] };
      return new Response(JSON.stringify({ message: '', payload: { ...payload, ...(view ? { viewing: view } : {}) } }));
    }
    if (url.pathname === '/api/db/people') return new Response(JSON.stringify([{ id: ANA, name: 'Ana Lima' }]));
    return new Response(JSON.stringify(await rest.get(path)));
  };
  const http = createHttp({ fetch: fetch as never, isOnline: () => true });
  openApp('/settings/feature-flags', { fake: { ...fake, services: { ...fake.services, http, db: createDb(http) } } });
  return { sent };
}

const account = async () => userEvent.click(await screen.findByRole('button', { name: /^(Account|Help)$/ }));

describe('an administrator', () => {
  it('enters the view of a person, and everything is read anew in every tab', async () => {
    const { sent } = open();
    await account();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'View as …' }));
    const dialog = await screen.findByRole('dialog', { name: 'View as' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'View' }));
    await within(dialog).findByText('This field is required');
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Person' }));
    await userEvent.click(await screen.findByRole('option', { name: /Ana Lima/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'View' }));
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(sent).toEqual([{ method: 'POST', path: '/api/auth/view-as', body: { type: 'person', id: ANA } }]);
    await waitFor(() => expect(told).toEqual([null]));
  });

  it('is offered it in hosted mode too', async () => {
    open({ mode: 'hosted' });
    await account();
    await screen.findByRole('menuitem', { name: 'View as …' });
  });

  it('enters that of a role, and stays where the server refuses it', async () => {
    const { sent } = open({ refuse: true });
    await account();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'View as …' }));
    const dialog = await screen.findByRole('dialog', { name: 'View as' });
    await userEvent.click(within(dialog).getByRole('radio', { name: 'A role' }));
    await userEvent.selectOptions(within(dialog).getByLabelText(/^Role/), 'viewer');
    await userEvent.click(within(dialog).getByRole('button', { name: 'View' }));
    await within(dialog).findByText('not with a token');
    expect(sent[0]?.body).toEqual({ type: 'role', id: 'viewer' });
    expect(reload).not.toHaveBeenCalled();
  });

  it.each([
    ['is none', { roles: ['editor'] }],
    ['is in standalone mode', { mode: 'standalone' }],
    ['views already', { view: viewing() }],
  ])('is not offered it who %s', async (_who, options) => {
    open(options);
    await account();
    await screen.findByRole('menuitem', { name: /^Keyboard shortcuts/ });
    expect(screen.queryByRole('menuitem', { name: 'View as …' })).toBeNull();
  });
});

describe('in a view', () => {
  it('a banner says so on every page, and leads out of it', async () => {
    const { sent } = open({ view: viewing() });
    const banner = await screen.findByText(/You view as/);
    expect(banner.textContent).toContain('Ana Lima · Nothing can be changed.');
    await userEvent.click(screen.getByRole('button', { name: 'Leave the view' }));
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(sent.map(({ method }) => method)).toEqual(['DELETE']);
  });

  it('nothing is offered that would change anything, whatever the other may', async () => {
    open({ view: viewing({ type: 'role', id: 'admin', name: 'admin' }) });
    expect((await screen.findByText(/You view as/)).textContent).toContain('the role admin');
    await screen.findByText(/No property is set/);
    expect(screen.queryByRole('button', { name: 'Add Feature Flag' })).toBeNull();
  });

  it('the account menu still greets who is there', async () => {
    open({ view: viewing() });
    await account();
    await screen.findByText('Hello, Ada');
  });

  it('the console starts over when the view is over, and when another tab left it', async () => {
    open({ view: viewing({ untilMs: Date.now() - 900 }) });
    await screen.findByText(/You view as/);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    other.postMessage(null);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
  });
});
