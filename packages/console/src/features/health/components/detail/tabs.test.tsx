import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { queryKeys } from '../../../../data/keys.ts';
import { createFakeApi } from '../../../../testing/fake-api.ts';
import { renderWith } from '../../../../testing/render.tsx';
import { relatedOf } from '../../model/related.ts';
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

  it('says how to relate something when nothing is', () => {
    renderWith(createFakeApi([]), <RelationshipsTab related={[]} />);
    expect(screen.getByText(/Relate it by/)).toBeTruthy();
  });
});
