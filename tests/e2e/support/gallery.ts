import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { type OpenPage, openPage, type PageOptions } from '../../support/browser.ts';
import type { Journey } from '../../support/journey.ts';

/** What is asked inside of a page. */
export const IN_PAGE = fileURLToPath(new URL('in-page.js', import.meta.url));

/** The pages of the gallery. */
export const PARTS: readonly string[] = [
  'table',
  'data-table',
  'frame',
  'controls',
  'filters',
  'display',
  'shapes',
  'graph',
  'feedback',
  'form',
  'code',
];

/** The widths that every page is made for: a desk, a tablet, a phone. */
export const WIDTHS: readonly number[] = [1440, 768, 400];

/** A page that is led from part to part, and what it complained about. */
export interface GalleryPage extends OpenPage {
  /** What the browser logged as an error. */
  logged: string[];
}

/** Opens a page for the gallery of a product. */
export async function openGallery(journey: Journey, options: PageOptions): Promise<GalleryPage> {
  const opened = await openPage(journey.browser, options);
  await opened.context.addInitScript({ path: IN_PAGE });
  opened.context.setDefaultTimeout(15_000);
  const logged: string[] = [];
  opened.page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  return { ...opened, logged };
}

/** Shows a part, fresh, with its fonts and lazy pieces there. */
export async function showPart(page: Page, url: string, part: string): Promise<void> {
  await page.goto(`${url}/__gallery#${part}`);
  // Another hash alone would keep what was set on the part before.
  await page.reload();
  await page.locator('main section').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}
