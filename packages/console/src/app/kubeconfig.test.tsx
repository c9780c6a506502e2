import type { Bootstrap, HostedOrganization } from '@quarterdeck/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpError } from '../data/http-error.ts';
import { createFakeApi, STATUS } from '../testing/fake-api.ts';
import { catchFiles } from '../testing/files.ts';
import { openApp } from '../testing/open-app.tsx';

let caught: ReturnType<typeof catchFiles>;
beforeEach(() => {
  caught = catchFiles();
});
afterEach(() => caught.restore());

interface Situation {
  mode?: Bootstrap['mode'];
  roles?: string[];
  permissions?: object[];
  viewing?: object;
  kubeconfig?: boolean;
  backend?: string | null;
}

function open({
  mode = 'self-hosted',
  roles = ['admin'],
  permissions = [],
  viewing,
  kubeconfig = true,
  backend = null,
}: Situation = {}) {
  const fake = createFakeApi([]);
  fake.api.mode = mode;
  fake.api.status = { ...STATUS, mode, kubeconfig };
  const user = { id: 'u1', name: 'Ada', email: 'ada@example.com' };
  const payload = { user, roles, permissions, ...(viewing ? { viewing } : {}) };
  fake.api.answers['/api/auth/whoami'] = { message: '', payload };
  const organization: HostedOrganization = {
    id: 'o1',
    slug: 'a',
    name: 'A',
    role: 'owner',
    backend_url: backend,
    direct: backend !== null,
    state: 'ready',
    active: true,
  };
  fake.api.answers['/cp/orgs'] = [organization];
  const asked: string[] = [];
  const answers: (() => Blob)[] = [];
  fake.services.http.download = async (path) => {
    asked.push(path);
    return answers.shift()?.() ?? new Blob(['kind: Config']);
  };
  openApp('/settings/feature-flags', { fake });
  return { asked, answers, calls: fake.api.calls };
}

const openMenu = async () => userEvent.click(await screen.findByRole('button', { name: /^(Account|Help)$/ }));
async function openDialog() {
  await openMenu();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Download kubeconfig' }));
  return screen.findByRole('dialog', { name: 'Download and install kubeconfig' });
}
const rule = (more: object = {}) => ({
  subject: 'u1',
  object: 'kubernetes-proxy',
  action: 'create',
  deny: false,
  ...more,
});

describe('Download kubeconfig', () => {
  it('saves the file under the name that the command names', async () => {
    const { asked } = open();
    const dialog = await openDialog();
    const name = `${location.hostname}-kubeconfig.yaml`;
    expect(within(dialog).getByRole('region', { name: 'kubectl command' }).textContent?.trim()).toBe(
      `kubectl --kubeconfig ${name} get canaries`,
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Download kubeconfig file' }));
    await waitFor(() => expect(caught.files).toMatchObject([{ name }]));
    expect(await caught.files[0]?.content.text()).toBe('kind: Config');
    expect(asked).toEqual(['/api/kubeconfig']);
    await userEvent.click(within(dialog).getByText('Close', { selector: 'button' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says what went wrong, and can be tried again', async () => {
    const { answers } = open();
    answers.push(() => {
      throw new HttpError('CONFIG_INVALID', 500, 'QD_PUBLIC_ENDPOINT is missing');
    });
    const dialog = await openDialog();
    const button = within(dialog).getByRole('button', { name: 'Download kubeconfig file' });
    await userEvent.click(button);
    await within(dialog).findByText('QD_PUBLIC_ENDPOINT is missing');
    expect(caught.files).toEqual([]);
    await userEvent.click(button);
    await waitFor(() => expect(caught.files).toHaveLength(1));
    expect(within(dialog).queryByRole('alert')).toBeNull();
  });

  it('asks who is there where the sign-in was a while ago', async () => {
    const { answers } = open();
    answers.push(() => {
      throw new HttpError('SESSION_REFRESH_REQUIRED', 403, 'confirm');
    });
    const dialog = await openDialog();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Download kubeconfig file' }));
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2));
    expect(caught.files).toEqual([]);
  });

  it.each<[string, Situation, boolean]>([
    ['an administrator', {}, true],
    ['nobody where there is no cluster', { kubeconfig: false }, false],
    ['no editor', { roles: ['editor'] }, false],
    ['a viewer whom a rule allows', { roles: ['viewer'], permissions: [rule()] }, true],
    ['nobody for a rule about reading', { roles: ['viewer'], permissions: [rule({ action: 'read' })] }, false],
    ['no administrator whom a rule denies', { permissions: [rule({ deny: true })] }, false],
    [
      'nobody who views as another',
      {
        viewing: {
          type: 'role',
          id: 'admin',
          name: 'admin',
          by: { id: 'u2', name: 'B' },
          untilMs: Date.now() + 60_000,
        },
      },
      false,
    ],
  ])('is offered to %s', async (_who, situation, isOffered) => {
    const { calls } = open(situation);
    await openMenu();
    await waitFor(() => expect(calls).toContain('/api/status'));
    await screen.findByRole('menuitem', { name: /^Keyboard shortcuts/ });
    if (isOffered) await screen.findByRole('menuitem', { name: 'Download kubeconfig' });
    else expect(screen.queryByRole('menuitem', { name: 'Download kubeconfig' })).toBeNull();
  });

  it('stands between the profile and the set-up of assistants', async () => {
    open();
    await openMenu();
    await screen.findByRole('menuitem', { name: 'Download kubeconfig' });
    const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent ?? '');
    const places = ['Your Profile', 'Download kubeconfig', 'Setup MCP'].map((name) => names.indexOf(name));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('is a command', async () => {
    open();
    await openMenu();
    await screen.findByRole('menuitem', { name: 'Download kubeconfig' });
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), 'kubectl');
    await userEvent.click(await screen.findByRole('option', { name: /Download kubeconfig/ }));
    await screen.findByRole('dialog', { name: 'Download and install kubeconfig' });
  });

  it('names the backend of the organisation in hosted mode', async () => {
    open({ mode: 'hosted', backend: 'https://b.example:8443/deep/' });
    const dialog = await openDialog();
    await within(dialog).findByText(/kubectl --kubeconfig b\.example-kubeconfig\.yaml get canaries/);
    expect(within(dialog).queryByText(/without TLS/)).toBeNull();
  });
});
