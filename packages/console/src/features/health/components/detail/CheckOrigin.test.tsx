import type { CheckDetail } from '@quarterdeck/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { definePage } from '../../../../app/page.tsx';
import { PagesContext } from '../../../../app/pages-context.ts';
import { createFakeApi } from '../../../../testing/fake-api.ts';
import { renderWith } from '../../../../testing/render.tsx';
import { CheckOrigin } from './CheckOrigin.tsx';

afterEach(cleanup);

const EDITOR = definePage({ path: '/settings/canaries/$id', title: 'Health Check', load: async () => () => null });

function show(over: Partial<CheckDetail>, pages = [EDITOR]) {
  const detail = { id: 'k', canary_id: 'c1', agent_id: 'none', agents: null, canaries: null, ...over } as CheckDetail;
  renderWith(
    createFakeApi([]),
    <PagesContext value={pages}>
      <CheckOrigin detail={detail} />
    </PagesContext>,
  );
}

const madeBy = (source: string | null) => ({
  agent_id: '00000000-0000-0000-0000-000000000000',
  canaries: { id: 'c1', name: 'shop', source },
});

describe('CheckOrigin', () => {
  it.each([
    ['UI', undefined],
    ['shop.yaml', 'Linked to local file'],
    ['System', 'Built into the product'],
    ['Demo', 'Part of the demo'],
  ])('leads from a check of %s to its canary', (source, note) => {
    show(madeBy(source));
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/settings/canaries/c1');
    expect(document.querySelector('p')?.firstChild?.textContent).toBe(note);
  });

  it.each(['kubernetes/abc', 'component/abc'])('names what made it instead: %s', (source) => {
    show(madeBy(source));
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.getByText(/^Created by/).textContent).toBe('Created by abc');
  });

  it('names the agent that runs it', () => {
    show({ ...madeBy('UI'), agent_id: 'a1', agents: { id: 'a1', name: 'edge' } });
    expect(screen.getByText(/^Linked to/).textContent).toBe('Linked to edge');
  });

  it('leads nowhere while there is no such page', () => {
    show(madeBy('UI'), []);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
