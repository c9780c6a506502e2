import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { definePage } from '../../../../app/page.tsx';
import { PagesContext } from '../../../../app/pages-context.ts';
import type { Http } from '../../../../data/http.ts';
import { queryKeys } from '../../../../data/keys.ts';
import { createFakeApi } from '../../../../testing/fake-api.ts';
import { renderWith } from '../../../../testing/render.tsx';
import { relatedOf } from '../../model/related.ts';
import { type HealthSearch, withDetail } from '../../model/search.ts';
import { HistoryTab } from './HistoryTab.tsx';
import { RelationshipsTab } from './RelationshipsTab.tsx';
import { SpecTab } from './SpecTab.tsx';

afterEach(cleanup);

/** The tabs over a state that stands for the address. */
function ChosenSpec() {
  const [search, setSearch] = useState<HealthSearch>({});
  const change = (format: 'json' | 'yaml') => setSearch(withDetail(search, { format }));
  return <SpecTab canaryId="c1" json={search.format === 'json'} onFormat={change} />;
}

function ChosenHistory({ initial = {} }: { initial?: HealthSearch }) {
  const [search, setSearch] = useState(initial);
  return (
    <>
      <output>{JSON.stringify(search)}</output>
      <button type="button" onClick={() => setSearch({})}>
        Elsewhere
      </button>
      <HistoryTab
        checkId="k"
        range="1h"
        choices={search}
        onChoose={(change) => setSearch((held) => withDetail(held, change))}
      />
    </>
  );
}

describe('SpecTab', () => {
  it('shows the spec as YAML, and as JSON on demand', async () => {
    const fake = createFakeApi([]);
    fake.client.setQueryData(queryKeys.canary('c1'), { spec: { schedule: '@every 30s', http: [{ name: 'a' }] } });
    renderWith(fake, <ChosenSpec />);
    const text = (): string => screen.getByLabelText('Canary spec').textContent ?? '';
    expect(text()).toContain('- name: a');
    await userEvent.click(screen.getByRole('button', { name: 'JSON' }));
    expect(text()).toContain('"name": "a"');
    expect(screen.getByRole('button', { name: 'JSON', pressed: true })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'YAML' }));
    expect(text()).toContain('- name: a');
  });

  it('says that the canary is gone when the server knows none', async () => {
    renderWith(createFakeApi([]), <ChosenSpec />);
    expect(await screen.findByText('The canary of this check is gone.')).toBeTruthy();
  });
});

describe('HistoryTab', () => {
  it('keeps its rows when a read fails, says how old they are, and retries', async () => {
    const fake = createFakeApi([]);
    let fails = false;
    const rows = [{ time: '2026-06-15T12:00:00Z', status: true, duration: 5, message: 'all is well' }];
    const http = {
      ...fake.services.http,
      getWithRange: async () => {
        if (fails) throw new Error('The database cannot be reached');
        return { body: rows, contentRange: '0-0/1' };
      },
    } as unknown as Http;
    renderWith({ ...fake, services: { ...fake.services, http } }, <ChosenHistory />);
    await screen.findByText('all is well');
    fails = true;
    await act(() => fake.client.refetchQueries());
    expect(await screen.findByText(/What you see is/)).toBeTruthy();
    expect(screen.getByText('all is well')).toBeTruthy();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText(/What you see is/)).toBeNull());
  });
});

describe('the filters of the history', () => {
  const chosen = (): unknown => JSON.parse(screen.getByRole('status').textContent ?? '');
  const duration = (): HTMLInputElement => screen.getByLabelText('Duration');

  it('are those of the address, and asked of the server', async () => {
    const fake = createFakeApi([]);
    renderWith(fake, <ChosenHistory initial={{ status: 'unhealthy', duration: '2s', pageIndex: 1 }} />);
    await screen.findByText(/No result matches/);
    expect(duration().value).toBe('2s');
    expect(screen.getByRole('button', { name: /^Status Unhealthy/ })).toBeTruthy();
    expect(fake.api.calls.find((call) => call.includes('check_statuses'))).toMatch(
      /status=eq\.0&duration=gte\.2000&limit=\d+&offset=[1-9]/,
    );
  });

  it('go into the address when they can be read, from the first page', async () => {
    renderWith(createFakeApi([]), <ChosenHistory initial={{ pageIndex: 3 }} />);
    await userEvent.clear(duration());
    await userEvent.type(duration(), '15');
    expect(chosen()).toEqual({});
    expect(duration().value).toBe('15');
    await userEvent.type(duration(), 's');
    expect(chosen()).toEqual({ duration: '15s' });
  });

  it('follow the address when it changes elsewhere, and keep what cannot be read while it is looked at', async () => {
    renderWith(createFakeApi([]), <ChosenHistory initial={{ duration: '2s' }} />);
    await userEvent.clear(duration());
    await userEvent.type(duration(), '5s');
    await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(chosen()).toEqual({});
    expect(duration().value).toBe('All');
    await userEvent.clear(duration());
    await userEvent.type(duration(), 'soon');
    await userEvent.tab();
    expect(duration().value).toBe('soon');
    expect(duration().getAttribute('aria-invalid')).toBe('true');
  });
});

describe('RelationshipsTab', () => {
  it('lists components, then configs, with their type', () => {
    const related = relatedOf({
      components: [{ components: { id: '1', name: 'ledger', icon: null } }, { components: null }],
      configs: [{ configs: { id: '2', name: 'ledger-db', type: 'Postgres' } }],
    } as never);
    renderWith(createFakeApi([]), <RelationshipsTab related={related} />);
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/ledger\s*Component$/),
      expect.stringMatching(/ledger-db\s*Config$/),
    ]);
  });

  it('leads to the pages that there are', () => {
    const related = [
      { id: '1', name: 'ledger', icon: 'component', type: 'Component' },
      { id: '2', name: 'ledger-db', icon: 'postgres', type: 'Config' },
    ] as const;
    const page = definePage({ path: '/catalog/$id', title: 'Catalog', load: async () => () => null });
    renderWith(
      createFakeApi([]),
      <PagesContext value={[page]}>
        <RelationshipsTab related={related} />
      </PagesContext>,
    );
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/catalog/2']);
  });

  it('says how to relate something when nothing is', () => {
    renderWith(createFakeApi([]), <RelationshipsTab related={[]} />);
    expect(screen.getByText(/Relate it by/)).toBeTruthy();
  });
});
