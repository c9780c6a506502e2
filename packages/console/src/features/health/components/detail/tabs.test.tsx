import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { definePage } from '../../../../app/page.tsx';
import { PagesContext } from '../../../../app/pages-context.ts';
import type { Http } from '../../../../data/http.ts';
import { queryKeys } from '../../../../data/keys.ts';
import { createFakeApi } from '../../../../testing/fake-api.ts';
import { renderWith } from '../../../../testing/render.tsx';
import { relatedOf } from '../../model/related.ts';
import { HistoryTab } from './HistoryTab.tsx';
import { RelationshipsTab } from './RelationshipsTab.tsx';
import { SpecTab } from './SpecTab.tsx';

afterEach(cleanup);

describe('SpecTab', () => {
  it('shows the spec as YAML, and as JSON on demand', async () => {
    const fake = createFakeApi([]);
    fake.client.setQueryData(queryKeys.canary('c1'), { spec: { schedule: '@every 30s', http: [{ name: 'a' }] } });
    renderWith(fake, <SpecTab canaryId="c1" />);
    const text = (): string => screen.getByLabelText('Canary spec').textContent ?? '';
    expect(text()).toContain('- name: a');
    await userEvent.click(screen.getByRole('button', { name: 'JSON' }));
    expect(text()).toContain('"name": "a"');
    expect(screen.getByRole('button', { name: 'JSON', pressed: true })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'YAML' }));
    expect(text()).toContain('- name: a');
  });

  it('says that the canary is gone when the server knows none', async () => {
    renderWith(createFakeApi([]), <SpecTab canaryId="c1" />);
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
    renderWith({ ...fake, services: { ...fake.services, http } }, <HistoryTab checkId="k" range="1h" />);
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
