import type { AuditRow, OutboxMail } from '@quarterdeck/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../../testing/fake-api.ts';
import { catchFiles } from '../../../testing/files.ts';
import { openApp } from '../../../testing/open-app.tsx';

const ROW: AuditRow = {
  id: 'r1',
  at: '2026-01-02T10:00:00.000000Z',
  actor_id: 'u1',
  actor_name: 'ada@example.test',
  about_id: 'u2',
  about_name: 'Bob',
  action: 'role.create',
  target: 'editor for Bob',
  result: 'ok',
  source: '192.0.2.7',
  user_agent: 'A browser',
  details: { ptype: 'g' },
};
const MAIL: OutboxMail = {
  id: 'm1',
  recipient: 'bob@example.test',
  subject: 'You are invited',
  body_text: 'Open https://console.example/recovery?flow=1 and give 123456.\n<b>plain</b>',
  created_at: '2026-01-02T10:00:00Z',
  sent_at: null,
  attempts: 1,
  error: 'no mail server is set',
};

function open(address: string, change: (api: ReturnType<typeof createFakeApi>['api']) => void = () => undefined) {
  const fake = createFakeApi([]);
  fake.api.answers = {
    '/api/audit/actions': { payload: ['role.create', 'sign_in'] },
    '/api/audit': { payload: [ROW], total: 1 },
    '/api/outbox': { has_server: false, payload: [MAIL] },
  };
  change(fake.api);
  return openApp(address, { fake });
}

describe('the audit page', () => {
  const asked = (calls: string[]) =>
    new URL(calls.filter((path) => path.startsWith('/api/audit?')).at(-1) ?? '', 'http://x');

  it('tells who did what, when, from where, and how it went', async () => {
    open('/settings/audit');
    const row = await screen.findByRole('row', { name: /Role given editor for Bob/ });
    for (const text of ['ada@example.test', 'Role given', 'editor for Bob', 'Bob', '192.0.2.7', 'Done']) {
      expect(within(row).getByText(text)).toBeTruthy();
    }
  });

  it('opens an act with all that is known of it, and has an address for it', async () => {
    const { search } = open('/settings/audit?entry=r1');
    const dialog = await screen.findByRole('dialog', { name: 'Role given' });
    expect(dialog.textContent).toContain('A browser');
    expect(dialog.textContent).toContain('role.create');
    await userEvent.click(within(dialog).getByRole('button', { name: /Close/ }));
    await waitFor(() => expect(search()).toEqual({}));
  });

  it('asks for what the filters of the address say, and the last seven days otherwise', async () => {
    const { api } = open('/settings/audit?query=ada&action=sign_in:-1&result=refused&pageIndex=2');
    await waitFor(() => expect(asked(api.calls).searchParams.get('person')).toBe('ada'));
    const { searchParams } = asked(api.calls);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      action: '!sign_in',
      result: 'refused',
      limit: '50',
      offset: '100',
    });
    const age = Date.now() - Date.parse(searchParams.get('from') ?? '');
    expect(Math.round(age / 86_400_000)).toBe(7);
  });

  it('filters by an act', async () => {
    const { search } = open('/settings/audit?pageIndex=2');
    await userEvent.click(await screen.findByRole('button', { name: /^Act/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Include Sign in' }));
    await waitFor(() => expect(search()).toMatchObject({ action: expect.stringContaining('sign_in') }));
    expect(search()).not.toHaveProperty('pageIndex');
  });

  it('downloads what is found', async () => {
    const { files, restore } = catchFiles();
    const { api } = open('/settings/audit?query=ada');
    await screen.findByRole('row', { name: /Role given/ });
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
    expect(api.calls).toContainEqual(expect.stringMatching(/^\/api\/audit\/export\?person=ada&.*format=csv$/));
    restore();
  });

  it('saves nothing where the server refuses', async () => {
    const { files, restore } = catchFiles();
    const { api } = open('/settings/audit', (given) => {
      given.refused['/api/audit/export'] = 503;
    });
    await screen.findByRole('row', { name: /Role given/ });
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'NDJSON' }));
    await waitFor(() => expect(api.calls).toContainEqual(expect.stringMatching(/^\/api\/audit\/export/)));
    await screen.findByRole('button', { name: 'Export' });
    expect(files).toEqual([]);
    restore();
  });

  it('says when nothing was found', async () => {
    open('/settings/audit', (api) => {
      api.answers['/api/audit'] = { payload: [], total: 0 };
    });
    await screen.findByText(/Nothing was written down/);
  });

  it.each(['/settings/audit', '/settings/outbox'])('%s is not for editors', async (address) => {
    open(address, (api) => {
      api.roles = ['editor'];
    });
    await screen.findByText(/Unauthorized/);
    expect(screen.queryByRole('link', { name: 'Audit' })).toBeNull();
  });
});

describe('the outbox', () => {
  it('lists mails, and opens one with its text, in which addresses are links and nothing is markup', async () => {
    open('/settings/outbox');
    await userEvent.click(await screen.findByRole('row', { name: /You are invited to bob@example.test/ }));
    const dialog = await screen.findByRole('dialog', { name: 'You are invited' });
    const link = within(dialog).getByRole('link', { name: 'https://console.example/recovery?flow=1' });
    expect(link.getAttribute('href')).toBe('https://console.example/recovery?flow=1');
    expect(dialog.textContent).toContain('give 123456.');
    expect(dialog.textContent).toContain('<b>plain</b>');
  });

  it('finds by a part of the address', async () => {
    open('/settings/outbox?query=nobody');
    await screen.findByText('No mail matches.');
  });

  it('has no entry where a mail server is set, nor where nobody signs in', async () => {
    open('/settings/audit', (api) => {
      api.answers['/api/bootstrap'] = {
        mode: 'self-hosted',
        console_version: '0',
        features: { registration: false, outbox: false },
      };
    });
    await screen.findByRole('row', { name: /Role given/ });
    expect(screen.queryByRole('link', { name: 'Outbox' })).toBeNull();
  });
});
