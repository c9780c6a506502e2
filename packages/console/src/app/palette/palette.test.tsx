import { fireEvent, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCheck } from '../../testing/checks.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { openApp } from '../../testing/open-app.tsx';
import { parseRecentItems, withRecent } from './recent-items.ts';
import { nameSearch } from './use-found.ts';

async function openPalette(change: (api: ReturnType<typeof createFakeApi>['api']) => void = () => undefined) {
  const fake = createFakeApi([makeCheck('1', { name: 'read', canary_name: 'ledger' })]);
  change(fake.api);
  const { router } = openApp('/health?hidePassing=false', { fake });
  await screen.findByRole('row', { name: /read/ }, { timeout: 5000 });
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true });
  const field = await screen.findByRole('combobox', { name: 'Find anything' }, { timeout: 5000 });
  const type = (text: string) => fireEvent.change(field, { target: { value: text } });
  const searches = () => fake.api.calls.filter((call) => call.includes('/resources/search')).length;
  return { ...fake, router, field, type, searches };
}

describe('the palette of the console', () => {
  it('finds a check of the summary at once, by the name of its canary, and asks the server after a pause', async () => {
    const { type, field, router, searches, stored } = await openPalette();
    type('ledger');
    expect(screen.getByRole('option', { name: /read/ }).textContent).toContain('http · default · ledger');
    expect(searches()).toBe(0);
    await waitFor(() => expect(searches()).toBe(1));
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(router.state.location.search).toEqual({ checkId: '1', timeRange: '1h' }));
    expect(parseRecentItems(stored.get('paletteRecent') ?? null)).toMatchObject([
      { label: 'read', href: '/health?checkId=1&timeRange=1h' },
    ]);
  });

  it('adds what the server found', async () => {
    const { type } = await openPalette((api) => {
      api.found = { checks: [{ id: '9', agent: 'local', name: 'ledger port', namespace: 'x', type: 'tcp' }] };
    });
    type('ledger');
    await screen.findByRole('option', { name: /ledger port/ }, { timeout: 4000 });
    expect(screen.getAllByRole('option')).toHaveLength(2);
  });

  it('asks once for what is typed without a pause, and says when nothing matches', async () => {
    const { type, searches } = await openPalette();
    for (const text of ['z', 'zz', 'zzz']) type(text);
    await waitFor(() => expect(screen.getByText('Nothing matches')).toBeTruthy());
    expect(searches()).toBe(1);
  });
});

describe('recent items', () => {
  it('are at most six, the last first, each once', () => {
    let items: ReturnType<typeof parseRecentItems> = [];
    for (const n of [1, 2, 3, 4, 5, 6, 7, 2]) items = withRecent(items, { label: `${n}`, href: `/${n}` });
    expect(items.map(({ label }) => label)).toEqual(['2', '7', '6', '5', '4', '3']);
  });

  it.each([null, '', '{', '{}', '[1,null,{"label":"x"}]', '[{"label":"x","href":"//evil.example"}]'])(
    'are none in %s',
    (stored) => {
      expect(parseRecentItems(stored)).toEqual([]);
    },
  );
});

describe('nameSearch', () => {
  it('wants each word anywhere in the name', () => {
    expect(nameSearch(' web  cart ')).toBe('name="*web*" name="*cart*"');
  });

  it('escapes what the language would read otherwise', () => {
    expect(nameSearch('a,b*"c\\%')).toBe('name="*a%2Cb%2A\\"c\\\\%25*"');
  });

  it('leaves no quote open, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(nameSearch(text).replace(/\\./g, '').split('"').length % 2).toBe(1);
      }),
    );
  });
});
