import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { Theme } from '../../support/browser.ts';
import { type Box, compareBoxes, readBoxes, writeBoxes } from './boxes.ts';

/** The folder of what is kept. */
export const KEPT: string = fileURLToPath(new URL('../pictures', import.meta.url));
const SEEN = fileURLToPath(new URL('../../../.cache/pictures', import.meta.url));
const SMALL = fileURLToPath(new URL('small-picture.js', import.meta.url));

/** A pixel of a small picture stands for a square of this many. */
const CELL_PX = 16;
/** How far the mean colour of a square may be from the kept one, of 255. Letters drawn by another machine stay below. */
const MOST_COLOUR = 12;
/** How many squares may be further away: a caret, the edge of a curve. */
const MOST_SQUARES = 3;
const LIMIT_MS = 12_000;
const PAUSE_MS = 150;
const TALLEST_PX = 9000;
/** How often in a row a page must stand as before: what is written is not looked at again, so it waits for longer. */
const QUIET = { comparing: 1, writing: 8 };

/** Whether pictures are written anew instead of compared: `npm run pictures`. */
const IS_WRITING = process.env.QD_PICTURES === 'write';

/** Compares pages with what is kept of them under `tests/e2e/pictures`. */
export interface Camera {
  /**
   * How the page differs from the kept one in both themes, in words; the whole picture is then in `.cache/pictures`.
   * Looks again for a while, since a page may still be on its way.
   */
  compare(page: Page, name: string): Promise<string[]>;
}

/** `desk`: an empty page, where pictures are made small. `root`: what is looked at (default: all). */
export async function createCamera(desk: Page, root = 'body'): Promise<Camera> {
  await desk.addScriptTag({ path: SMALL });
  const call = <T>(name: string, ...args: unknown[]): Promise<T> =>
    desk.evaluate<T>(`pictures.${name}(${args.map((one) => JSON.stringify(one)).join(',')})`);

  async function lookAt(page: Page, theme: Theme): Promise<{ full: Buffer; small: string }> {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const full = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    return { full, small: await call('shrink', full.toString('base64'), CELL_PX) };
  }

  async function compareTheme(page: Page, name: string, theme: Theme): Promise<string[]> {
    const kept = join(KEPT, `${name}-${theme}.png`);
    const before = await readFile(kept, 'base64').catch(() => undefined);
    const { full, small } = await lookAt(page, theme);
    const faults =
      before === undefined
        ? [`no ${theme} picture is kept`]
        : tell(theme, await call('compare', before, small, MOST_COLOUR));
    if (faults.length === 0) return [];
    if (IS_WRITING) return write(kept, Buffer.from(small, 'base64'));
    await write(join(SEEN, `${name}-${theme}.png`), full);
    return faults;
  }

  async function compareOnce(page: Page, name: string): Promise<string[]> {
    const boxes = await page.evaluate<Box[]>(`looking.readBoxes(${JSON.stringify(root)})`);
    const kept = join(KEPT, `${name}.txt`);
    const before = await readFile(kept, 'utf8').catch(() => undefined);
    const moved = before === undefined ? ['no boxes are kept'] : compareBoxes(readBoxes(before), boxes);
    if (moved.length > 0 && IS_WRITING) await write(kept, Buffer.from(writeBoxes(boxes)));
    return [
      ...(IS_WRITING ? [] : moved),
      ...(await compareTheme(page, name, 'dark')),
      ...(await compareTheme(page, name, 'light')),
    ];
  }

  return {
    async compare(page, name) {
      await settle(page, root);
      const until = Date.now() + LIMIT_MS;
      let faults = await compareOnce(page, name);
      while (faults.length > 0 && Date.now() < until) {
        await page.waitForTimeout(PAUSE_MS);
        faults = await compareOnce(page, name);
      }
      return faults;
    },
  };
}

/** Waits for fonts, and until the page stands where it stood before. */
async function settle(page: Page, root: string): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  const look = () => page.evaluate<string>(`JSON.stringify(looking.readBoxes(${JSON.stringify(root)}))`);
  const until = Date.now() + LIMIT_MS;
  let before = await look();
  let quiet = 0;
  while (quiet < (IS_WRITING ? QUIET.writing : QUIET.comparing) && Date.now() < until) {
    await page.waitForTimeout(PAUSE_MS);
    const now = await look();
    quiet = now === before ? quiet + 1 : 0;
    before = now;
  }
}

/** Makes the window as tall as what scrolls in it, so that all of it is in the picture. */
export async function unroll(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 1440;
  await page.setViewportSize({ width, height: 900 });
  const more = await page.evaluate<number>('looking.hiddenBelow()');
  if (more > 0) await page.setViewportSize({ width, height: Math.min(900 + more, TALLEST_PX) });
}

function tell(theme: Theme, squares: [number, number][] | null): string[] {
  if (squares === null) return [`${theme}: of another size`];
  if (squares.length <= MOST_SQUARES) return [];
  const spots = squares.slice(0, 4).map(([x, y]) => `${x * CELL_PX},${y * CELL_PX}`);
  return [`${theme}: ${squares.length} squares look different, such as at ${spots.join(' ')}`];
}

async function write(file: string, data: Buffer): Promise<string[]> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, data);
  return [];
}
