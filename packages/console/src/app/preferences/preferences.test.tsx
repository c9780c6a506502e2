import { Age } from '@quarterdeck/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createFakeApi } from '../../testing/fake-api.ts';
import { openApp } from '../../testing/open-app.tsx';
import { definePage } from '../page.tsx';

function Dated() {
  return (
    <>
      <p data-testid="date">
        <Age at="2026-11-21T12:00:00.250Z" />
      </p>
      <p data-testid="ago">
        <Age at="2026-11-21T12:00:00.250Z" relative suffix />
      </p>
    </>
  );
}

const pageAt = <Path extends string>(path: Path) => definePage({ path, title: 'Dated', load: async () => Dated });
const date = () => screen.getByTestId('date').textContent;

async function open(change: (fake: ReturnType<typeof createFakeApi>) => void = () => undefined, more: string[] = []) {
  const fake = createFakeApi([]);
  change(fake);
  const opened = openApp('/dated', { fake, pages: ['/dated', ...more].map(pageAt) });
  await screen.findByTestId('date', undefined, { timeout: 5000 });
  await userEvent.click(screen.getByRole('button', { name: 'Preferences' }));
  await screen.findByRole('group', { name: 'Theme' }, { timeout: 5000 });
  return opened;
}

describe('preferences', () => {
  it('write dates as timestamps until another format is chosen, which is kept', async () => {
    const { stored } = await open();
    expect(date()).toMatch(/^2026-11-\d\d \d\d:\d\d:00\.250$/);
    await userEvent.click(screen.getByRole('radio', { name: /^Short/ }));
    expect(date()).toMatch(/^\d+(s|m|h|d|mo|y)$/);
    expect(stored.get('datetime_preference')).toBe('short');
    await userEvent.click(screen.getByRole('radio', { name: /^Full/ }));
    expect(date()).toMatch(/November 2\d, 2026/);
  });

  it('show an example of each format', async () => {
    await open();
    const examples = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(examples.find((text) => text?.startsWith('Short'))).toBe('Short1h');
    expect(examples.find((text) => text?.startsWith('Timestamp'))).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
  });

  it('leave what is "ago" relative, with the full date on hover', async () => {
    await open();
    const ago = screen.getByTestId('ago');
    expect(ago.textContent).toMatch(/ago$|^in /);
    expect(ago.querySelector('time')?.title).toMatch(/^2026-11-\d\d/);
    expect(screen.getByTestId('date').querySelector('time')?.title).toBe('');
  });

  it('write every date in the chosen zone', async () => {
    const { stored } = await open();
    const zones = screen.getByLabelText<HTMLSelectElement>('Timezone');
    expect(zones.options[0]?.textContent).toMatch(/^Browser \(GMT/);
    await userEvent.selectOptions(zones, 'Asia/Tokyo');
    expect(date()).toBe('2026-11-21 21:00:00.250');
    expect(stored.get('display_timezone_preference')).toBe('Asia/Tokyo');
    await userEvent.selectOptions(zones, 'Browser');
    expect(stored.get('display_timezone_preference')).toBe('Browser');
  });

  it('set the theme at once and keep it', async () => {
    const { stored } = await open();
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(stored.get('theme')).toBe('dark');
  });

  it('are about a page only where that page is', async () => {
    await open();
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('show deleted configs and set the width of cards, kept under their names', async () => {
    const { stored } = await open(undefined, ['/topology', '/catalog']);
    await userEvent.click(screen.getByRole('switch', { name: 'Show deleted configs' }));
    expect(stored.get('show_deleted_items_preference')).toBe('yes');
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Card width' });
    expect([slider.min, slider.max, slider.step, slider.value]).toEqual(['250', '768', '2', '554']);
  });

  it('keep hidden components in the address, shown unless it says no', async () => {
    const { router } = await open(undefined, ['/topology']);
    const shown = screen.getByRole('switch', { name: 'Show hidden components' });
    expect(shown.getAttribute('aria-checked')).toBe('true');
    await userEvent.click(shown);
    await waitFor(() => expect(router.state.location.search).toEqual({ showHiddenComponents: 'no' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Show hidden components' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('of a person who signed in come with them, and go to the server', async () => {
    const { api, stored } = await open((fake) => {
      fake.api.preferences = { datetime_preference: 'full', theme: 'dark' };
      fake.stored.set('datetime_preference', 'short');
    });
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
    expect(date()).toMatch(/November 2\d, 2026/);
    await userEvent.click(screen.getByRole('radio', { name: /^Medium/ }));
    expect(api.sent).toEqual([{ path: '/api/preferences', body: { datetime_preference: 'medium' } }]);
    expect(stored.get('datetime_preference')).toBe('medium');
  });

  it('of standalone mode stay in the browser', async () => {
    const { api } = await open();
    await userEvent.click(screen.getByRole('radio', { name: /^Medium/ }));
    expect(api.sent).toEqual([]);
  });
});
