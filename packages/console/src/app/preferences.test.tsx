import { Age, DateStyleProvider } from '@quarterdeck/ui';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { useDatePreferences } from '../data/dates.ts';
import { createFakeApi } from '../testing/fake-api.ts';
import { renderWith } from '../testing/render.tsx';
import { PreferencesMenu } from './PreferencesMenu.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

function Screen() {
  return (
    <DateStyleProvider value={useDatePreferences().style}>
      <PreferencesMenu onShortcuts={() => undefined} />
      <p data-testid="date">
        <Age at="2026-11-21T12:00:00.250Z" />
      </p>
      <p data-testid="ago">
        <Age at="2026-11-21T12:00:00.250Z" relative suffix />
      </p>
    </DateStyleProvider>
  );
}

const date = () => screen.getByTestId('date').textContent;

async function pick(name: RegExp): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Preferences' }));
  await userEvent.click(screen.getByRole('menuitem', { name }));
}

describe('preferences', () => {
  it('write dates as timestamps until another format is chosen, which is kept', async () => {
    const fake = createFakeApi([]);
    renderWith(fake, <Screen />);
    expect(date()).toMatch(/^2026-11-\d\d \d\d:\d\d:00\.250$/);
    await pick(/Dates: short/);
    expect(date()).toMatch(/^\d+(s|m|h|d|mo|y)$/);
    expect(fake.stored.get('datetime_preference')).toBe('short');
    await pick(/Dates: full/);
    expect(date()).toMatch(/November 2\d, 2026/);
  });

  it('leave what is "ago" relative, with the full date on hover', async () => {
    renderWith(createFakeApi([]), <Screen />);
    const ago = screen.getByTestId('ago');
    expect(ago.textContent).toMatch(/ago$|^in /);
    expect(ago.querySelector('time')?.title).toMatch(/^2026-11-\d\d/);
    expect(screen.getByTestId('date').querySelector('time')?.title).toBe('');
  });

  it('write every date in the chosen zone', async () => {
    const fake = createFakeApi([]);
    renderWith(fake, <Screen />);
    await pick(/Time zone/);
    const zones = await screen.findByLabelText('Write dates in the time zone');
    expect((zones as HTMLSelectElement).options[0]?.textContent).toMatch(/^Browser \(GMT/);
    await userEvent.selectOptions(zones, 'Asia/Tokyo');
    expect(date()).toBe('2026-11-21 21:00:00.250');
    expect(fake.stored.get('display_timezone_preference')).toBe('Asia/Tokyo');
    await userEvent.selectOptions(zones, 'Browser');
    expect(fake.stored.get('display_timezone_preference')).toBe('Browser');
  });

  it('set the theme at once and keep it', async () => {
    renderWith(createFakeApi([]), <Screen />);
    await pick(/Theme: dark/);
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
  });
});
