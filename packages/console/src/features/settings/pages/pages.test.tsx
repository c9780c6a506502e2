import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Answering, openConsole, refusedSpec } from '../testing.tsx';

const CANARY = {
  id: 'c1',
  name: 'shop',
  namespace: 'prod',
  labels: { team: 'a' },
  source: 'UI',
  spec: { schedule: '@every 1m', http: [{ name: 'front', url: 'http://shop.test' }] },
  created_at: '2026-01-01T00:00:00Z',
  created_by: null,
  deleted_at: null,
};
const RUN = {
  id: 'j1',
  name: 'SyncCanary',
  status: 'FAILED',
  resource_type: 'canary',
  resource_id: 'c1',
  resource_name: 'shop',
  success_count: 0,
  error_count: 1,
  duration_millis: 1500,
  details: { errors: ['cannot read the schedule'] },
  created_at: '2026-01-01T00:00:00Z',
};
const failed = () => new Response(JSON.stringify({ error: 'the disk is full' }), { status: 500 });
const denied = () => new Response('unauthorized. Access Denied', { status: 403 });

const rowOf = (name: RegExp) => screen.findByRole('row', { name });
const only =
  (table: string, rows: object[]): Answering =>
  ({ table: asked }) =>
    asked === table ? rows : undefined;

describe('every list', () => {
  it.each([
    ['/settings/canaries', 'canaries_with_status', /No resources found/],
    ['/settings/jobs', 'job_histories', /No run of a job matches/],
    ['/settings/event-queue-status', 'event_queue_summary', /No event waits/],
  ])('%s is empty, fails with a retry, or is refused', async (address, relation, empty) => {
    openConsole(address);
    await screen.findByText(empty);
    cleanup();

    let answer: () => Response | object[] = failed;
    openConsole(address, ({ table }) => (table === relation ? answer() : undefined));
    await screen.findByText('the disk is full');
    answer = () => [];
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText(empty);
    cleanup();

    openConsole(address, ({ table }) => (table === relation ? denied() : undefined));
    await screen.findByText(/^Unauthorized - You do not have permission/);
  });
});

describe('the list of health checks', () => {
  it('asks as the contract says, and sorts and searches by the address', async () => {
    const { asked, search } = openConsole('/settings/canaries', only('canaries_with_status', [CANARY]));
    await rowOf(/shop/);
    const first = asked.find(({ table }) => table === 'canaries_with_status');
    expect(Object.fromEntries(first?.query ?? [])).toEqual({
      select: '*,created_by(id,name,avatar,email)',
      deleted_at: 'is.null',
      order: 'created_at.desc.nullslast',
      limit: '100',
      offset: '0',
    });
    await userEvent.type(screen.getByLabelText('Search Health Check'), 'sh{Enter}');
    await waitFor(() => expect(search()).toMatchObject({ query: 'sh' }));
    await waitFor(() => expect(asked.at(-1)?.query.get('name')).toBe('ilike.*sh*'));
  });

  it('offers to add one only to those who may', async () => {
    openConsole('/settings/canaries?add=true', only('canaries_with_status', [CANARY]), ['viewer']);
    await screen.findAllByText(/shop/);
    expect(screen.queryByRole('button', { name: 'Add Health Check' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the form of a health check', () => {
  const answer: Answering = ({ table, method }) =>
    table === 'canaries' || (table === 'canaries_with_status' && method === 'GET') ? [CANARY] : undefined;

  it('shows name and namespace as they are, and leads back by the breadcrumb', async () => {
    openConsole('/settings/canaries/c1', answer);
    const name = await screen.findByLabelText<HTMLInputElement>(/^Name\b/);
    expect(name.readOnly).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>(/^Namespace/).value).toBe('prod');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('shop');
    const way = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(within(way).getByRole('link', { name: 'Health Check' }).getAttribute('href')).toBe('/settings/canaries');
  });

  it('has no buttons for what a file keeps, and says who keeps it', async () => {
    openConsole('/settings/canaries/c1', only('canaries', [{ ...CANARY, source: 'shop.yaml' }]));
    await screen.findByText('Linked to local file');
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('asks once, deletes softly, goes to the list and offers to undo', async () => {
    const { written, router } = openConsole('/settings/canaries/c1', answer);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete resource' });
    expect(question.textContent).toContain('Are you sure you want to delete this resource?');
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Health Check deleted successfully');
    expect(written().map(({ body }) => body)).toEqual([{ deleted_at: 'now()' }]);
    expect(router.state.location.pathname).toBe('/settings/canaries');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(written().at(-1)?.body).toEqual({ deleted_at: null }));
  });

  it('shows what was refused at its field, stays, and saves when it is right', async () => {
    let isGood = false;
    const { router, written } = openConsole('/settings/canaries/c1', (asked) => {
      if (asked.method === 'GET' || isGood) return answer(asked);
      return refusedSpec([{ field: 'spec.http[0].url', message: 'expected a text' }]);
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Update' }));
    await screen.findByText('spec.http[0].url: expected a text');
    expect(router.state.location.pathname).toBe('/settings/canaries/c1');
    isGood = true;
    await userEvent.click(screen.getByRole('button', { name: 'Update' }));
    await screen.findByText('shop updated successfully');
    expect(router.state.location.pathname).toBe('/settings/canaries');
    expect(written().at(-1)?.body).toMatchObject({ name: 'shop', spec: CANARY.spec });
    expect(written().at(-1)?.body).not.toHaveProperty('created_at');
  });

  it('says when there is none', async () => {
    openConsole('/settings/canaries/gone');
    await screen.findByText('No resources found');
  });

  it('keeps the runs of its own job under a tab, of any status', async () => {
    const { asked } = openConsole('/settings/canaries/c1?tab=jobs', only('job_histories', [RUN]));
    await rowOf(/Sync Canary FAILED/);
    const query = asked.find(({ table }) => table === 'job_histories')?.query;
    expect(query?.get('resource_id')).toBe('eq.c1');
    expect(query?.get('resource_type')).toBe('eq.canary');
    expect(query?.get('status.filter')).toBeNull();
  });
});

describe('the job history', () => {
  it('asks for all but successes of two days, and for what the address filters', async () => {
    const { asked } = openConsole('/settings/jobs', only('job_histories', [RUN]));
    await rowOf(/Sync Canary/);
    const query = asked.find(({ table }) => table === 'job_histories')?.query;
    expect(query?.get('status.filter')).toBe('!SUCCESS');
    expect(query?.get('limit')).toBe('150');
    expect(query?.get('order')).toBe('created_at.desc');
    // To the minute, so that another visit asks the same.
    expect(query?.get('and')).toMatch(/^\(created_at\.gt\.[^,]+:00\.000Z\)$/);
    cleanup();
    const filtered = openConsole(
      '/settings/jobs?status=FAILED:1&name=A:1&resource_type=canary:-1&runDuration=2m&sortBy=status&sortOrder=asc&pageIndex=2',
    );
    await screen.findByText(/No run of a job matches/);
    const asks = filtered.asked.find(({ table }) => table === 'job_histories')?.query;
    expect(Object.fromEntries(asks ?? [])).toMatchObject({
      'status.filter': 'FAILED',
      'name.filter': 'A',
      'resource_type.filter': '!canary',
      duration_millis: 'gte.120000',
      order: 'status.asc',
      offset: '300',
    });
  });

  it('remembers the size of its pages, and names it in the address', async () => {
    const { asked, search, router } = openConsole('/settings/jobs', only('job_histories', [RUN]));
    const limits = () => asked.filter(({ table }) => table === 'job_histories').map(({ query }) => query.get('limit'));
    await rowOf(/Sync Canary/);
    await userEvent.click(screen.getByRole('button', { name: /150 rows/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: '50 rows' }));
    await waitFor(() => expect(search().pageSize).toBe('50'));
    await act(() => router.navigate({ to: '/settings/event-queue-status' }));
    await act(() => router.navigate({ to: '/settings/jobs' }));
    await rowOf(/Sync Canary/);
    await waitFor(() => expect(search().pageSize).toBe('50'));
    await waitFor(() => expect(limits().at(-1)).toBe('50'));
    // A page without a size is one of the usual size: another size would show other rows.
    await act(() => router.navigate({ to: '/settings/jobs', search: { pageIndex: '1' } }));
    await waitFor(() => expect(limits().at(-1)).toBe('150'));
  });

  it('opens the details of a run by the address, and closes them', async () => {
    const { search } = openConsole('/settings/jobs', only('job_histories', [RUN]));
    await userEvent.click(await rowOf(/Sync Canary/));
    const details = await screen.findByRole('dialog', { name: 'Details for job Sync Canary' });
    expect(search()).toMatchObject({ job: 'j1' });
    expect(details.textContent).toContain('cannot read the schedule');
    expect(within(details).getAllByRole('tab')).toHaveLength(1);
    await userEvent.click(within(details).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(search().job).toBeUndefined());
  });

  it('opens nothing for a run without details', async () => {
    const { search } = openConsole('/settings/jobs', only('job_histories', [{ ...RUN, details: null }]));
    await userEvent.click(await rowOf(/Sync Canary/));
    expect(search().job).toBeUndefined();
  });
});

describe('the event queue', () => {
  it('opens the most common error', async () => {
    const event = { name: 'check.failed', pending: 3, failed: 2, average_attempts: 1.5, most_common_error: 'refused' };
    openConsole('/settings/event-queue-status', only('event_queue_summary', [event]));
    await userEvent.click(await rowOf(/check\.failed/));
    const dialog = await screen.findByRole('dialog', { name: 'Most Common Error for check.failed' });
    expect(dialog.textContent).toContain('refused');
  });
});

describe('feature flags', () => {
  const flag = (name: string, source: 'local' | 'db') => ({ name, value: 'true', source, description: '', type: '' });

  it('cannot be changed when a file sets them', async () => {
    const { api } = openConsole('/health');
    api.properties = [flag('from.file', 'local')];
    cleanup();
    const opened = openConsole('/settings/feature-flags');
    opened.api.properties = [flag('from.file', 'local')];
    await userEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
    await userEvent.click(await rowOf(/from\.file/));
    await screen.findByText('Cannot edit local feature flags');
    expect(opened.search().flag).toBeUndefined();
  });

  it('are added with both details', async () => {
    const { written } = openConsole('/settings/feature-flags?add=true', ({ method }) =>
      method === 'POST' ? [{}] : undefined,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Add Feature Flag' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('please provide all details');
    await userEvent.type(within(dialog).getByLabelText('Feature flag'), 'logs.disable{Enter}');
    await userEvent.type(within(dialog).getByLabelText('Value'), 'true{Enter}');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('Feature flag added successfully');
    expect(written()).toMatchObject([
      { method: 'POST', table: 'properties', body: { name: 'logs.disable', value: 'true' } },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are changed and removed, and a removed one comes back', async () => {
    const row = { name: 'a', value: 'true', created_by: null, created_at: null, updated_at: null, deleted_at: null };
    const { written } = openConsole('/settings/feature-flags?flag=a', ({ table }) =>
      table === 'properties' ? [row] : undefined,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Edit Feature Flag' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete “a”?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Feature flag removed successfully');
    expect(written()).toMatchObject([{ method: 'DELETE', table: 'properties' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(written().at(-1)).toMatchObject({ method: 'POST', body: { name: 'a', value: 'true' } }));
  });
});
