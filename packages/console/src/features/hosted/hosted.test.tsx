import type { HostedOrganization } from '@quarterdeck/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpError } from '../../data/http.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { catchFiles } from '../../testing/files.ts';
import { openApp } from '../../testing/open-app.tsx';
import { shortNameOf } from './model/refusals.ts';
import { whereTo } from './pages/AuthStateCheckerPage.tsx';

const HARBOUR: HostedOrganization = {
  id: 'o1',
  slug: 'harbour',
  name: 'Harbour',
  role: 'owner',
  backend_url: null,
  direct: false,
  state: 'ready',
  active: true,
};

interface Answer {
  status?: number;
  body?: unknown;
}

/** A control plane that answers by path; `sent` are the bodies of its calls. */
function hubApi(answers: Record<string, Answer | undefined>) {
  const fake = createFakeApi([]);
  fake.api.mode = 'hosted';
  const sent: { path: string; body: unknown }[] = [];
  const { http } = fake.services;
  const problem = (path: string, { status = 200, body }: Answer) => {
    if (status < 400) return body;
    const { code = 'HTTP', message = 'refused' } = (body ?? {}) as { code?: string; message?: string };
    throw Object.assign(new HttpError(code, status, message), { path });
  };
  const get = http.get;
  http.get = async <T,>(path: string, options?: Parameters<typeof get>[1]) => {
    const answer = answers[path.split('?')[0] ?? path];
    return answer === undefined ? get<T>(path, options) : (problem(path, answer) as T);
  };
  http.post = async <T,>(path: string, body?: unknown) => {
    sent.push({ path, body });
    return problem(path, answers[path] ?? {}) as T;
  };
  return { fake, sent };
}

let assigned: string[];
beforeEach(() => {
  assigned = [];
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void assigned.push(String(url)));
});
afterEach(() => {
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

const refused = (code: string, status: number): Answer => ({ status, body: { code } });

describe('until there is an organisation with a backend', () => {
  it('the person chooses one', async () => {
    const other = { ...HARBOUR, id: 'o2', name: 'Meridian', role: 'member' as const, active: false };
    const { fake, sent } = hubApi({
      '/api/auth/whoami': refused('NO_ORGANIZATION', 409),
      '/cp/orgs': { body: [HARBOUR, other] },
    });
    openApp('/health', { fake });
    const list = await screen.findByRole('list', { name: 'Organisations' });
    await userEvent.click(within(list).getByRole('button', { name: /Meridian/ }));
    await waitFor(() => expect(assigned).toEqual(['/organizations/orgs-switched']));
    expect(sent).toEqual([{ path: '/cp/auth/organization/set-active', body: { organizationId: 'o2' } }]);
  });

  it('who has none makes one, with a short name after its name', async () => {
    const { fake, sent } = hubApi({
      '/api/auth/whoami': refused('NO_ORGANIZATION', 409),
      '/cp/orgs': { body: [] },
    });
    openApp('/health', { fake });
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await userEvent.type(name, 'Café  Later!{Enter}');
    await waitFor(() => expect(assigned).toEqual(['/organizations/orgs-switched']));
    expect(sent).toEqual([
      { path: '/cp/auth/organization/create', body: { name: 'Café  Later!', slug: 'cafe-later' } },
    ]);
  });

  it.each([
    ['TENANT_NOT_READY', 503],
    ['HTTP', 502],
    ['HTTP', 404],
  ])('%s with %i shows that it is made', async (code, status) => {
    const { fake } = hubApi({ '/api/auth/whoami': refused(code, status), '/cp/orgs': { body: [HARBOUR] } });
    openApp('/health', { fake });
    await screen.findByText('Please wait, instance provisioning in-progress ...');
    await screen.findByRole('button', { name: 'Organisation: Harbour' });
  });

  it('any other failure is told as such', async () => {
    const { fake } = hubApi({ '/api/auth/whoami': { status: 418, body: { message: 'a teapot' } } });
    openApp('/health', { fake });
    await screen.findByText('a teapot');
  });
});

describe('the sign-in', () => {
  it('ends where the person wanted to go, and nowhere else', async () => {
    for (const [wanted, target] of [
      ['/health?a=b', '/health?a=b'],
      ['https://evil.example/', '/'],
    ] as const) {
      assigned = [];
      window.history.replaceState(null, '', `/login?return_to=${encodeURIComponent(wanted)}`);
      const { fake, sent } = hubApi({});
      openApp('/login', { fake });
      await userEvent.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada@example.test');
      await userEvent.type(screen.getByLabelText('Password'), 'a fine long phrase{Enter}');
      await waitFor(() => expect(assigned).toEqual([target]));
      expect(sent[0]).toEqual({
        path: '/cp/auth/sign-in/email',
        body: { email: 'ada@example.test', password: 'a fine long phrase' },
      });
      document.body.replaceChildren();
    }
  });

  it('says what was refused, and offers the mail again', async () => {
    const { fake, sent } = hubApi({ '/cp/auth/sign-in/email': refused('EMAIL_NOT_VERIFIED', 403) });
    openApp('/login', { fake });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada@example.test');
    await userEvent.type(screen.getByLabelText('Password'), 'a fine long phrase{Enter}');
    await screen.findByText(/^Verify your address first/);
    await userEvent.click(screen.getByRole('button', { name: 'Send the mail again' }));
    await screen.findByText('A mail is on its way to ada@example.test.');
    expect(sent.at(-1)?.path).toBe('/cp/auth/send-verification-email');
  });

  it('asks for what is missing, and sends nothing', async () => {
    const { fake, sent } = hubApi({});
    openApp('/login', { fake });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
    await screen.findByText('Please fill this in.');
    expect(sent).toEqual([]);
  });
});

describe('where a 401 leads', () => {
  const get = (session: unknown, whoami: number | 'ok') => ({
    get: async <T,>(path: string): Promise<T> => {
      if (path === '/cp/session') {
        if (session instanceof Error) throw session;
        return session as T;
      }
      if (whoami !== 'ok') throw new HttpError('HTTP', whoami, 'x');
      return {} as T;
    },
  });
  const signedIn = { user: { id: '1', name: 'Ada', email: 'a', picture: null } };

  it.each([
    ['nobody is signed in', null, 401, '/login?return_to=%2Fhealth%3Fa%3Db'],
    ['a new token is taken', signedIn, 'ok', '/health?a=b'],
    ['the backend takes none', signedIn, 401, '/error?error_code=BAD_SESSION'],
    ['the backend is away', signedIn, 503, '/health?a=b'],
    ['the control plane is away', new Error('away'), 401, '/health?a=b'],
  ] as const)('where %s', async (_name, session, whoami, address) => {
    expect(await whereTo(get(session, whoami), '/health?a=b')).toBe(address);
  });
});

describe('the profile of an organisation', () => {
  const profile = {
    id: 'o1',
    name: 'Harbour',
    slug: 'harbour',
    members: [
      { id: 'm1', userId: 'u1', role: 'owner', user: { name: 'Ada', email: 'ada@example.test' } },
      { id: 'm2', userId: 'u2', role: 'member', user: { name: 'Bob', email: 'bob@example.test' } },
    ],
    invitations: [
      { id: 'i1', email: 'ivy@example.test', role: 'guest', status: 'pending', expiresAt: '2999-01-01T00:00:00Z' },
      { id: 'i2', email: 'old@example.test', role: 'guest', status: 'pending', expiresAt: '2001-01-01T00:00:00Z' },
      { id: 'i3', email: 'gone@example.test', role: 'guest', status: 'canceled', expiresAt: '2999-01-01T00:00:00Z' },
    ],
  };
  const open = (role: HostedOrganization['role']) => {
    const api = hubApi({
      '/cp/auth/organization/get-full-organization': { body: profile },
      '/cp/orgs': { body: [{ ...HARBOUR, role }] },
      '/cp/session': { body: { user: { id: 'u1', name: 'Ada', email: 'ada@example.test', picture: null } } },
    });
    openApp('/settings/organization-profile', { fake: api.fake });
    return api;
  };

  it('shows invitations that can be accepted still, to who may invite', async () => {
    open('owner');
    const list = await screen.findByRole('list', { name: 'Invitations' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    within(list).getByText('ivy@example.test');
  });

  it('lets members look, and leave', async () => {
    const { sent } = open('member');
    const list = await screen.findByRole('list', { name: 'Members' });
    expect(screen.queryByRole('form', { name: 'Invite' })).toBeNull();
    expect(within(list).queryByRole('button', { name: /Remove/ })).toBeNull();
    await userEvent.click(await within(list).findByRole('button', { name: 'Leave Harbour' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(assigned).toEqual(['/organizations/orgs-switched']));
    expect(sent).toEqual([{ path: '/cp/auth/organization/leave', body: { organizationId: 'o1' } }]);
  });

  it('lets owners remove others, by their name', async () => {
    const { sent } = open('owner');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Bob' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(sent).toEqual([
        { path: '/cp/auth/organization/remove-member', body: { organizationId: 'o1', memberIdOrEmail: 'm2' } },
      ]),
    );
  });

  it('is no page of another mode', async () => {
    openApp('/settings/organization-profile');
    await screen.findByText('There is nothing at this address');
  });
});

describe('the audit trail of an organisation', () => {
  const row = {
    id: 'r1',
    at: '2026-01-02T10:00:00.000000Z',
    actor_id: 'u1',
    actor_name: 'ada@example.test',
    about_id: 'u2',
    about_name: 'Bob',
    action: 'member.update',
    target: 'bob@example.test',
    result: 'ok',
    source: '192.0.2.7',
    user_agent: 'A browser',
    details: { changed: { role: { from: 'member', to: 'admin' } } },
  };
  const open = (
    address: string,
    role: HostedOrganization['role'],
    answer: Answer = { body: { payload: [row], total: 1 } },
  ) => {
    const other: HostedOrganization = { ...HARBOUR, id: 'o0', name: 'Annex', role: 'owner', active: false };
    const { fake } = hubApi({
      '/cp/orgs': { body: [other, { ...HARBOUR, role }] },
      '/cp/audit': answer,
      '/cp/audit/actions': { body: { payload: ['member.update', 'organization.enter'] } },
      '/cp/auth/organization/get-full-organization': {
        body: { id: 'o1', name: 'Harbour', slug: 'harbour', members: [], invitations: [] },
      },
      '/cp/session': { body: null },
    });
    const asked = vi.spyOn(fake.services.http, 'get');
    const exports: string[] = [];
    fake.services.http.download = async (path) => {
      exports.push(path);
      return new Blob();
    };
    openApp(address, { fake });
    return { exports, paths: () => asked.mock.calls.map(([path]) => path) };
  };
  const AUDIT = '/settings/organization-profile/audit';

  it('is reached from the organisation, and tells who did what there', async () => {
    const { paths } = open('/settings/organization-profile', 'admin');
    await userEvent.click(await screen.findByRole('link', { name: 'Open the audit trail' }));
    const entry = await screen.findByRole('row', { name: /Member changed bob@example.test/ });
    within(entry).getByText('192.0.2.7');
    const [page = ''] = paths().filter((path) => path.startsWith('/cp/audit?'));
    expect(Object.fromEntries(new URLSearchParams(page.split('?')[1]))).toMatchObject({ org_id: 'o1', limit: '50' });
    expect(paths()).toContain('/cp/audit/actions?org_id=o1');
  });

  it('filters, and downloads what is found of this organisation', async () => {
    const { files, restore } = catchFiles();
    const { paths, exports } = open(`${AUDIT}?action=organization.enter:1`, 'owner');
    await screen.findByRole('row', { name: /Member changed/ });
    expect(paths().some((path) => path.startsWith('/cp/audit?org_id=o1&action=organization.enter'))).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'NDJSON' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(exports).toEqual([expect.stringMatching(/^\/cp\/audit\/export\?org_id=o1&.*format=ndjson$/)]);
    restore();
  });

  it('says that it could not be read', async () => {
    open(AUDIT, 'owner', { status: 500, body: { message: 'it is broken' } });
    await screen.findByText('The audit trail could not be loaded');
  });

  it('is empty where nothing was found', async () => {
    open(AUDIT, 'owner', { body: { payload: [], total: 0 } });
    await screen.findByText(/Nothing was written down/);
  });

  it.each(['member', 'guest'] as const)('is not for a %s', async (role) => {
    const { paths } = open(AUDIT, role);
    await screen.findByText(/^Unauthorized/);
    expect(paths().filter((path) => path.startsWith('/cp/audit'))).toEqual([]);
  });

  it('is no page of another mode', async () => {
    openApp(AUDIT);
    await screen.findByText('There is nothing at this address');
  });
});

it.each([
  ['Acme Inc.', 'acme-inc'],
  ['  Ünïcödé  Ops ', 'unicode-ops'],
  ['---', ''],
  ['a'.repeat(80), 'a'.repeat(48)],
])('the short name of %j is %j', (name, short) => {
  expect(shortNameOf(name)).toBe(short);
});
