import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { makeCheck } from '../../../testing/checks.ts';
import { createFakeApi, STATUS } from '../../../testing/fake-api.ts';
import { openApp } from '../../../testing/open-app.tsx';

const CHECKS = [
  makeCheck('1', { name: 'alpha', canary_name: 'one' }),
  makeCheck('2', { name: 'beta', canary_name: 'two', status: 'unhealthy', namespace: 'payments' }),
  makeCheck('3', { name: 'gamma', canary_name: 'three', status: 'unhealthy', severity: 'low' }),
];

const open = (address: string, checks = CHECKS) => openApp(address, { fake: createFakeApi(checks) });

const rowOf = (name: RegExp) => screen.findByRole('row', { name });

describe('health page', () => {
  it('redirects / to /health and sets the title', async () => {
    const { router } = open('/');
    await rowOf(/beta/);
    expect(router.state.location.pathname).toBe('/health');
    expect(document.title).toBe('Health | Quarterdeck');
  });

  it('hides passing, says so in words, and shows them on demand', async () => {
    const { search, stored } = open('/health');
    await rowOf(/beta, Unhealthy/);
    await rowOf(/gamma, Warning/);
    expect(screen.queryByRole('row', { name: /alpha/ })).toBeNull();
    expect(screen.getByTitle('1 check passing').textContent).toContain('1 healthy');
    await userEvent.click(screen.getByRole('button', { name: 'Show passing' }));
    await rowOf(/alpha/);
    expect(search()).toMatchObject({ hidePassing: 'false' });
    expect(JSON.parse(stored.get('healthSettings') ?? '{}')).toMatchObject({ hidePassing: 'false' });
  });

  it.each(['labels=%5B1%5D', 'labels=%7Bbroken', 'timeRange=forever', 'sortBy=colour', '__proto__=x', 'layout=mosaic'])(
    'leaves out what it does not understand: %s',
    async (parameter) => {
      open(`/health?${parameter}`);
      await rowOf(/beta/);
      expect(screen.getByRole('button', { name: 'Time Range: 1 hour' })).toBeTruthy();
    },
  );

  it('shows label filters as chips, and takes them away', async () => {
    const labelled = CHECKS.map((check) => ({ ...check, labels: { env: check.id === '2' ? 'prod' : 'test' } }));
    const { search } = open(`/health?labels=${encodeURIComponent('{"env:prod":1}')}`, labelled);
    await rowOf(/beta/);
    expect(screen.queryByRole('row', { name: /gamma/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Filters 2' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter env: prod' }));
    await rowOf(/gamma/);
    expect(search()).not.toHaveProperty('labels');
  });

  it('saves what is searched and filtered under a name, and brings it back', async () => {
    const { search, stored, router } = open(`/health?query=et&labels=${encodeURIComponent('{"env:prod":-1}')}`);
    await rowOf(/beta/);
    await userEvent.click(screen.getByRole('button', { name: 'Saved' }));
    await userEvent.type(screen.getByLabelText('Save these filters as'), 'Mine{Enter}');
    expect(JSON.parse(stored.get('healthSavedFilters') ?? '')).toEqual([
      { name: 'Mine', search: 'et', filters: { env: { prod: -1 } } },
    ]);
    await act(() => router.navigate({ to: '/health', search: {} }));
    await rowOf(/gamma/);
    await userEvent.click(screen.getByRole('button', { name: 'Saved' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mine' }));
    await waitFor(() => expect(search()).toMatchObject({ query: 'et', labels: '{"env:prod":-1}' }));
  });

  it('leads to adding a check those who may write', async () => {
    open('/health');
    const link = await screen.findByRole('link', { name: 'Add Health Check' });
    expect(link.getAttribute('href')).toBe('/settings/canaries?add=true');
    cleanup();
    const fake = createFakeApi(CHECKS);
    fake.api.roles = ['viewer'];
    openApp('/health', { fake });
    await rowOf(/beta/);
    expect(screen.queryByRole('link', { name: 'Add Health Check' })).toBeNull();
  });

  it('says in the top bar how often it reads, and offers no rate that is too fast', async () => {
    const { stored } = open('/health?timeRange=6h');
    await rowOf(/beta/);
    await userEvent.click(screen.getByRole('button', { name: 'Refresh rate None' }));
    const off = screen.getAllByRole('menuitemradio').filter((one) => one.getAttribute('aria-disabled') === 'true');
    expect(off.map((one) => one.textContent)).toEqual(['15 seconds', '30 seconds', '2 minutes', '3 minutes']);
    await userEvent.click(screen.getByRole('menuitemradio', { name: '5 minutes' }));
    expect(stored.get('healthPageRefreshRate')).toBe('5m');
  });

  it('never loses a letter typed after a pause', async () => {
    const { search } = open('/health?hidePassing=false');
    await rowOf(/alpha/);
    const box = screen.getByPlaceholderText('Search by name, description, or endpoint');
    await userEvent.type(box, 'al');
    await waitFor(() => expect(search()).toMatchObject({ query: 'al' }), { timeout: 2000 });
    await userEvent.type(box, 'pha');
    expect((box as HTMLInputElement).value).toBe('alpha');
    await waitFor(() => expect(search()).toMatchObject({ query: 'alpha' }), { timeout: 2000 });
    expect((box as HTMLInputElement).value).toBe('alpha');
    await waitFor(() => expect(screen.queryByRole('row', { name: /beta/ })).toBeNull());
  });

  it('opens a check beside the list, steps on, and closes back to 1h', async () => {
    const { search } = open('/health?timeRange=1d&sortBy=health');
    await userEvent.click(await rowOf(/beta/));
    expect(search()).toMatchObject({ checkId: '2', timeRange: '1d' });
    const panel = await screen.findByRole('complementary', { name: 'Check detail' });
    await within(panel).findByText('75 %');
    fireEvent.keyDown(document.body, { key: 'j' });
    await waitFor(() => expect(search()).toMatchObject({ checkId: '3' }));
    await userEvent.click(within(panel).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(search()).not.toHaveProperty('checkId'));
    expect(search()).toMatchObject({ timeRange: '1h' });
  });

  it('keeps old rows when a read fails, says how old they are, and retries', async () => {
    const { api, client } = open('/health');
    await rowOf(/beta/);
    api.failure = { status: 503, error: 'The database cannot be reached' };
    await act(() => client.refetchQueries({ queryKey: ['health', 'summary'] }));
    expect(await screen.findByText(/What you see is/)).toBeTruthy();
    expect(screen.getByRole('row', { name: /beta/ })).toBeTruthy();
    expect(screen.queryByText('No data available')).toBeNull();
    api.failure = undefined;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/What you see is/)).toBeNull());
  });

  it('says neither counts nor emptiness when the first read fails', async () => {
    const fake = createFakeApi([]);
    fake.api.failure = { status: 503, error: 'The database cannot be reached' };
    openApp('/health', { fake });
    expect(await screen.findByText('The checks could not be loaded')).toBeTruthy();
    expect(screen.queryByText('No data available')).toBeNull();
    expect(screen.queryByText(/0 healthy/)).toBeNull();
  });

  it('says that there is no data, and what to do, when the server said so', async () => {
    open('/health', []);
    expect(await screen.findByText('No data available')).toBeTruthy();
    expect(screen.getAllByText('/etc/quarterdeck').length).toBeGreaterThan(0);
  });

  it('sorts by a header: ascending, descending, off', async () => {
    const { search } = open('/health');
    await rowOf(/beta/);
    const header = screen.getByRole('button', { name: 'Uptime' });
    await userEvent.click(header);
    expect(search()).toMatchObject({ sortBy: 'uptime' });
    await userEvent.click(header);
    expect(search()).toMatchObject({ sortBy: 'uptime', sortDesc: 'true' });
    await userEvent.click(header);
    await waitFor(() => expect(search()).toMatchObject({ sortBy: 'name' }));
    expect(search()).not.toHaveProperty('sortDesc');
  });

  it('remembers the choice to see the worst first', async () => {
    const { search, stored } = open('/health');
    await rowOf(/beta/);
    await userEvent.click(screen.getByRole('button', { name: 'Worst first' }));
    expect(search()).toMatchObject({ sortBy: 'health' });
    expect(JSON.parse(stored.get('healthSettings') ?? '{}')).toMatchObject({ badnessFirst: 'true' });
  });

  it('names every choice in the address, with no step for Back, but never over what it names', async () => {
    const fake = createFakeApi(CHECKS);
    fake.stored.set('healthSettings', JSON.stringify({ hidePassing: 'false', groupBy: 'type', badnessFirst: 'true' }));
    const { search, router } = openApp('/health?groupBy=no-group', { fake });
    await rowOf(/alpha/);
    const filled = { hidePassing: 'false', groupBy: 'no-group', tabBy: 'namespace' };
    await waitFor(() => expect(search()).toEqual({ ...filled, sortBy: 'health' }));
    expect(router.history.length).toBe(1);
    await userEvent.click(screen.getByRole('button', { name: 'Worst first' }));
    await waitFor(() => expect(search()).toEqual({ ...filled, sortBy: 'name' }));
    await act(() => router.navigate({ to: '/health', search: {} }));
    await waitFor(() => expect(search()).toEqual({ ...filled, groupBy: 'type', sortBy: 'name' }));
    expect(router.history.length).toBe(3);
  });

  it('keeps collapsed groups in the address, until the list is grouped otherwise', async () => {
    const grouped = CHECKS.map((check) => ({ ...check, labels: { team: check.id === '3' ? 'b' : 'a' } }));
    const address = '/health?hidePassing=false&groupBy=team&closed=%5B%22a%22%5D';
    const { search, router } = open(address, [...grouped, makeCheck('4', { name: 'delta', labels: { team: 'b' } })]);
    await rowOf(/delta/);
    expect(screen.queryByRole('row', { name: /alpha/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Collapse b' }));
    await waitFor(() => expect(search()).toMatchObject({ closed: '["a","b"]' }));
    expect(screen.queryByRole('row', { name: /delta/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Expand a' }));
    await rowOf(/alpha/);
    await waitFor(() => expect(search()).toMatchObject({ closed: '["b"]' }));
    expect(router.history.length).toBe(1);
    await userEvent.click(screen.getByRole('button', { name: /^Group By/ }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Type' }));
    await waitFor(() => expect(search()).not.toHaveProperty('closed'));
  });

  it('collapses a group whose name has no room in the address', async () => {
    const team = 'a'.repeat(600);
    const { search } = open(
      '/health?hidePassing=false&groupBy=team',
      CHECKS.map((check) => ({ ...check, labels: { team } })),
    );
    await rowOf(/alpha/);
    await userEvent.click(screen.getByRole('button', { name: /^Collapse aaa/ }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /alpha/ })).toBeNull());
    expect(search()).not.toHaveProperty('closed');
    await userEvent.click(screen.getByRole('button', { name: /^Expand aaa/ }));
    await rowOf(/alpha/);
  });

  it('runs the open check once however often it is pressed', async () => {
    const { api } = open('/health?checkId=2');
    const run = await screen.findByRole('button', { name: 'Run Now' });
    await userEvent.dblClick(run);
    await waitFor(() => expect(api.calls.filter((call) => call === '/api/canary/run/check/2')).toHaveLength(1));
    expect(await screen.findByText(/Ran 1 check: 0 passed, 1 failed/)).toBeTruthy();
    expect(screen.getByText(/probe: refused/)).toBeTruthy();
    expect(api.calls.filter((call) => call === '/api/canary/run/check/2')).toHaveLength(1);
  });

  it('offers Run Now only to those who may', async () => {
    const fake = createFakeApi(CHECKS);
    fake.api.roles = ['viewer'];
    openApp('/health?checkId=2', { fake });
    await screen.findByRole('complementary', { name: 'Check detail' });
    expect(screen.queryByRole('button', { name: 'Run Now' })).toBeNull();
  });
});

describe('shell', () => {
  it('shows an unknown address as such, with a way back', async () => {
    open('/nothing/here');
    expect(await screen.findByText('There is nothing at this address')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  });

  it('stands without the sidebar at /view/health', async () => {
    open('/view/health');
    await rowOf(/beta/);
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  });

  it('lists documents that could not be used', async () => {
    const fake = createFakeApi(CHECKS);
    fake.api.status = {
      ...STATUS,
      demo: true,
      documentErrors: [
        { file: 'a.yaml', line: 3, field: 'spec.http', code: 'DOCUMENT_FIELD', message: 'must be a list' },
      ],
    };
    openApp('/health', { fake });
    expect(await screen.findByText('Demo')).toBeTruthy();
    const line = await screen.findByText(/1 document could not be used/);
    const banner = line.closest('[role=status]');
    await userEvent.click(within(banner as HTMLElement).getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('a.yaml:3 spec.http')).toBeTruthy();
    expect(screen.getByText('must be a list')).toBeTruthy();
  });

  it('opens the sheet of shortcuts by ?', async () => {
    open('/health');
    await rowOf(/beta/);
    fireEvent.keyDown(document.body, { key: '?' });
    expect(await screen.findByText('Keyboard shortcuts')).toBeTruthy();
    expect(screen.getByText('Worst first', { selector: 'dt' })).toBeTruthy();
  });
});
