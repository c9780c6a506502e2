import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findAxeViolations } from './browser.ts';
import { closePage, type Journey } from './journey.ts';

const SIZE = { width: 1440, height: 900 };

/**
 * Expects what a page shows to be clean by axe and no wider than its window, in both themes at every width. `open` shows
 * it anew each time; without it the page is looked at as it stands. `QD_SHOTS` names a folder for pictures of all of them.
 */
export async function expectClean(page: Page, name: string, open?: () => Promise<unknown>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 768, 400]) {
      await page.setViewportSize({ ...SIZE, width });
      await open?.();
      expect(await findAxeViolations(page), `${name} ${colorScheme} ${width}`).toEqual([]);
      const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect(isWide, `${name} is wider than ${width}`).toBe(false);
      const shots = process.env.QD_SHOTS;
      if (shots) await page.screenshot({ path: `${shots}/${name}-${colorScheme}-${width}.png`, fullPage: true });
    }
  }
  await page.setViewportSize(SIZE);
}

/** A state of a page: its name, the address that shows it, and what is waited for there. */
export type PageState = [name: string, path: string, ready: (page: Page) => Promise<void>];

/** Expects a state to be clean where `signedIn` is signed in, in a page of its own. */
export async function expectCleanState(
  journey: Pick<Journey, 'open' | 'product'>,
  signedIn: Page,
  [name, path, ready]: PageState,
): Promise<void> {
  const page = await journey.open('/login');
  await page.context().addCookies(await signedIn.context().cookies());
  await expectClean(page, name, async () => {
    await page.goto(`${journey.product.url}${path}`);
    await ready(page);
  });
  await closePage(page);
}
