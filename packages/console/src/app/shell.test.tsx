import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createFakeApi } from '../testing/fake-api.ts';
import { openApp } from '../testing/open-app.tsx';
import { definePage, type PageProps, withSearch } from './page.tsx';
import { TopBarExtras, usePageHead } from './page-head.tsx';
import { redirectOf } from './redirects.tsx';

const HEAD = { title: 'ledger', crumbs: [{ label: 'Flags', href: '/settings/feature-flags' }, { label: 'ledger' }] };

function Flags({ search, setSearch }: PageProps<{ q: string }>) {
  return (
    <button type="button" onClick={() => setSearch((held) => ({ q: `${held.q}!` }))}>
      flags {search.q}
    </button>
  );
}

function Flag({ params }: PageProps<Record<string, unknown>, '/settings/feature-flags/$id'>) {
  usePageHead(HEAD);
  return (
    <>
      <TopBarExtras>
        <button type="button">Add</button>
      </TopBarExtras>
      <p>flag {params.id}</p>
    </>
  );
}

function Broken(): never {
  throw new Error('drawing failed');
}

let reads = 0;

function Figures() {
  const { data } = useQuery({ queryKey: ['figures'], queryFn: () => (reads += 1) });
  useQuery({ queryKey: ['never'], queryFn: () => new Promise(() => undefined) });
  return <p>read {data}</p>;
}

const pages = [
  definePage({ path: '/figures', title: 'Figures', load: async () => Figures }),
  definePage({
    path: '/health',
    title: 'Health',
    feature: 'health',
    resource: 'canaries',
    load: async () => () => <p>health page</p>,
  }),
  definePage({
    path: '/settings/feature-flags',
    title: 'Feature Flags',
    feature: 'settings.feature_flags',
    resource: 'database',
    load: async () => withSearch((raw) => ({ q: typeof raw.q === 'string' ? raw.q : '' }), Flags),
  }),
  definePage({ path: '/settings/feature-flags/$id', title: 'Flag', load: async () => Flag }),
  definePage({ path: '/settings/jobs', title: 'Jobs History', resource: 'database', load: async () => Broken }),
  definePage({
    path: '/write',
    title: 'Write',
    resource: 'canaries',
    right: 'write',
    load: async () => () => <p>write</p>,
  }),
];

function open(address: string, change: (api: ReturnType<typeof createFakeApi>['api']) => void = () => undefined) {
  const fake = createFakeApi([]);
  change(fake.api);
  return openApp(address, { fake, pages });
}

const flag = (name: string) => ({ name, value: 'true', description: '', source: 'db' as const, type: '' });

describe('the frame', () => {
  it('stands as a skeleton until it is known who is there', async () => {
    open('/health', (api) => {
      api.silent = 'whoami';
    });
    expect(await screen.findByRole('status', { name: 'Loading the console' })).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('leads / to the first page', async () => {
    const { router } = open('/');
    await screen.findByText('health page');
    expect(router.state.location.pathname).toBe('/health');
    expect(document.title).toBe('Health | Quarterdeck');
  });

  it('lists only entries that have a page, settings by name and open where one is', async () => {
    open('/settings/feature-flags');
    await screen.findByRole('button', { name: /flags/ });
    const names = screen.getAllByRole('link').map((link) => link.textContent);
    expect(names.filter((name) => name !== 'Skip to content' && name !== 'Quarterdeck')).toEqual([
      'Health',
      'Feature Flags',
      'Jobs History',
    ]);
  });

  it('gives a page its parameters, its own head and a place in the top bar', async () => {
    const { router } = open('/settings/feature-flags/health.disable');
    await screen.findByText('flag health.disable');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('ledger');
    expect(document.title).toBe('ledger | Quarterdeck');
    expect(screen.getByRole('banner').contains(screen.getByRole('button', { name: 'Add' }))).toBe(true);
    await router.navigate({ to: '/health' });
    await screen.findByText('health page');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Health');
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
  });

  it('reads the screen anew at once, also while something is still being read', async () => {
    reads = 0;
    open('/figures');
    await screen.findByText('read 1');
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('read 2');
  });

  it('keeps the state of a page in the address', async () => {
    const { router } = open('/settings/feature-flags?q=a');
    await userEvent.click(await screen.findByRole('button', { name: 'flags a' }));
    await screen.findByRole('button', { name: 'flags a!' });
    expect(router.state.location.search).toEqual({ q: 'a!' });
  });

  it('keeps standing around a page whose drawing failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    open('/settings/jobs');
    expect(await screen.findByText('Sorry.. there was an error')).toBeTruthy();
    expect(screen.getByText('drawing failed')).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  });

  it.each([
    ['BAD_SESSION', /^Bad Session\. Please try logging out/],
    ['other', 'Unknown error'],
  ])('says what %s means on the error page', async (code, text) => {
    open(`/error?error_code=${code}`);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go back' }).getAttribute('href')).toBe('/');
  });
});

describe('an address without a page', () => {
  it('says so within the frame, with a way back', async () => {
    open('/nothing/here');
    expect(await screen.findByText('There is nothing at this address')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found');
    expect(document.title).toBe('Page not found | Quarterdeck');
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  });

  it.each([
    ['/configs?type=a', '/catalog?type=a'],
    ['/config/abc/changes?x=1', '/catalog/abc/changes?x=1'],
    ['/settings/notifications/rules', '/notifications/rules'],
    ['/notifications/silence?id=2', '/notifications/silences/add?id=2'],
  ])('%s leads on to %s', async (from, to) => {
    const { router } = open(from);
    await waitFor(() => expect(router.state.location.href).toBe(to));
  });

  it('leads on by whole parts of a path only', () => {
    expect(['/configure', '/notifications/silences', '/settings'].map(redirectOf)).toEqual(Array(3).fill(undefined));
  });
});

describe('what needs a page that is not there yet', () => {
  const more = (...paths: string[]) => [
    ...pages,
    ...paths.map((path) => definePage({ path, title: path, load: async () => () => <p>{path}</p> })),
  ];
  const view = { id: 'v1', name: 'pods', namespace: 'a', title: 'All pods', icon: 'kubernetes', ordinal: 1 };

  it('is not shown: neither the bell nor views in the sidebar, which are not even asked for', async () => {
    const { api } = open('/health', (held) => {
      held.rows = { views_summary: [view] };
    });
    await screen.findByText('health page');
    expect(screen.queryByRole('link', { name: 'Notifications' })).toBeNull();
    expect(api.calls.filter((call) => call.includes('views_summary'))).toEqual([]);
  });

  it('is shown where it is: the bell leads to the notifications', async () => {
    openApp('/health', { pages: more('/notifications') });
    expect((await screen.findByRole('link', { name: 'Notifications' })).getAttribute('href')).toBe('/notifications');
  });

  it('is shown where it is: views of the sidebar after the pages, named by title or name', async () => {
    const fake = createFakeApi([]);
    fake.api.rows = { views_summary: [view, { ...view, id: 'v2', title: null, icon: null }] };
    const { api } = openApp('/health', { fake, pages: more('/views/$id') });
    const link = await screen.findByRole('link', { name: 'All pods' });
    expect(link.getAttribute('href')).toBe('/views/v1');
    expect(screen.getByRole('link', { name: 'pods' }).getAttribute('href')).toBe('/views/v2');
    expect(decodeURIComponent(api.calls.find((call) => call.includes('views_summary')) ?? '')).toBe(
      '/api/db/views_summary?sidebar=eq.true&select=id,name,namespace,title,icon,ordinal&order=ordinal.asc,title.asc',
    );
  });

  it('is hidden with its feature', async () => {
    const fake = createFakeApi([]);
    fake.api.rows = { views_summary: [view] };
    fake.api.properties = [flag('views.disable')];
    const { api } = openApp('/health', { fake, pages: more('/views/$id') });
    await screen.findByText('health page');
    expect(api.calls.filter((call) => call.includes('views_summary'))).toEqual([]);
  });
});

describe('gates', () => {
  it('hide a feature that is switched off, with all that falls under it, and its entry', async () => {
    open('/health', (api) => {
      api.properties = [flag('health.disable')];
    });
    expect(await screen.findByText('Health is switched off')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Health' })).toBeNull();
    expect(screen.queryByText('health page')).toBeNull();
  });

  it('lead / past what is switched off', async () => {
    const { router } = open('/', (api) => {
      api.properties = [flag('health.disable')];
    });
    await screen.findByRole('button', { name: /flags/ });
    expect(router.state.location.pathname).toBe('/settings/feature-flags');
  });

  it('tell a person without the right, in the words of the specification', async () => {
    open('/write', (api) => {
      api.roles = ['viewer'];
    });
    expect(await screen.findByText('Unauthorized - You do not have permission to access this page')).toBeTruthy();
  });

  it('hide the settings from viewers', async () => {
    open('/health', (api) => {
      api.roles = ['viewer'];
    });
    await screen.findByText('health page');
    expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull();
  });
});

describe('without a sign-in', () => {
  it('nobody is asked for, and there is no account', async () => {
    const { api } = open('/health', (fake) => {
      fake.mode = 'standalone';
      fake.roles = ['guest'];
    });
    await screen.findByText('health page');
    expect(screen.getByRole('button', { name: 'Settings' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Account' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Help' }));
    expect(screen.queryByText(/Hello/)).toBeNull();
    expect(screen.getByRole('menuitem', { name: /Keyboard shortcuts/ })).toBeTruthy();
    expect(api.calls.filter((path) => /whoami|\.ory/.test(path))).toEqual([]);
  });
});

describe('a page of the sign-in', () => {
  it.each(['/login', '/registration', '/recovery', '/verification', '/error'])(
    '%s does not ask who is there, who cannot be known yet',
    async (address) => {
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no identity service')));
      const { api } = openApp(address);
      await screen.findByRole('heading', { level: 1 });
      await screen.findByText(address === '/error' ? 'Go back' : 'There is no form');
      expect(api.calls.filter((path) => path !== '/api/bootstrap')).toEqual([]);
    },
  );
});

describe('the help menu', () => {
  it('leads to the documentation that the operator named, in a new tab, and has no entry without', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    open('/health', (fake) => {
      fake.answers['/api/bootstrap'] = {
        mode: 'self-hosted',
        console_version: '0.0.0',
        docs_url: 'https://runbooks.example/',
        features: { registration: false, outbox: false, query_login: false },
      };
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Docs' }));
    expect(opened).toHaveBeenCalledExactlyOnceWith('https://runbooks.example/', '_blank', 'noreferrer');
    opened.mockRestore();
  });
});

describe('the account menu', () => {
  it('greets by name and tells the versions', async () => {
    open('/health');
    await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
    expect(screen.getByText('Hello, Ada')).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Docs' })).toBeNull();
    await waitFor(() => expect(screen.getByRole('menu').textContent).toContain('Frontend: 1.4.40, Backend: NA'));
  });
});

describe('keys', () => {
  it('lead to pages, and open the palette also while one types', async () => {
    const { router, api } = open('/settings/feature-flags');
    await screen.findByRole('button', { name: /flags/ });
    fireEvent.keyDown(document.body, { key: 'g' });
    fireEvent.keyDown(document.body, { key: 'h' });
    await screen.findByText('health page');
    fireEvent.keyDown(document.body, { key: 'g' });
    fireEvent.keyDown(document.body, { key: 's' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/feature-flags'));
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const field = await screen.findByRole('combobox', { name: 'Find anything' });
    await userEvent.type(field, 'jobs');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Jobs HistorySettings']);
    expect(api.calls.filter((call) => call.includes('search'))).toHaveLength(0);
    fireEvent.change(field, { target: { value: 'heal' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/health'));
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});

describe('the properties', () => {
  it.each([403, 500])(
    'that are answered with %i take no page away, and are not asked for again and again',
    async (status) => {
      const fake = createFakeApi([]);
      fake.api.roles = ['everyone'];
      fake.api.refused['/api/properties'] = status;
      openApp('/', { fake, pages });
      await screen.findByText(/^Unauthorized/);
      screen.getByRole('button', { name: 'Account' });
      const asked = () => fake.api.calls.filter((path) => path.startsWith('/api/properties')).length;
      const before = asked();
      await userEvent.tab();
      expect(asked()).toBe(before);
    },
  );
});
