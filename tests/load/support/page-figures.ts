import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { type OpenPage, openPage } from '../../support/browser.ts';
import type { Report } from '../report.ts';

/** The script that gathers figures within the page; see there for what `window.bench` offers. */
export const IN_PAGE = fileURLToPath(new URL('in-page.js', import.meta.url));

const LOADS = 10;
const SEARCHES = 15;
const WORDS = ['queue', 'sign in', 'edge'];
const SCROLLS = 3;
const SCROLL_FRAMES = 300;
const SCROLL_STEP_PX = 180;
/** The console waits this long after the last letter (SEARCH_DEBOUNCE_MS of the contract). */
const DEBOUNCE_MS = 400;
const SETTLE_MS = 1500;
const PALETTE_ROUNDS = 15;
const PALETTE_WORDS = ['queue', 'edge', 'sign in', 'a', 'zzz'];
/** A quick typist's pause between two letters. */
const LETTER_MS = 120;
const ROUTE_ROUNDS = 8;
const ROW = '[role=grid] [role=row][aria-label]';
const ROUTES = [
  { entry: 'Feature Flags', title: 'Feature Flags', content: ROW },
  { entry: 'Health Check', title: 'Health Check', content: ROW },
  { entry: /^Health(?! Check)/, title: 'Health', content: ROW },
];

interface PageFigures {
  lcp: number;
  cls: number;
  /** Longest duration of each interaction. */
  interactions: Record<string, number>;
  /** When rows stood in the page, painted. */
  rowsAt: number;
}

function readFigures(page: Page): Promise<PageFigures> {
  return page.evaluate<PageFigures>('bench.figures()');
}

/** Opens the page in a context of its own and waits until it has shown its rows. */
async function load(browser: Browser, url: string): Promise<OpenPage> {
  const opened = await openPage(browser, { context: { bypassCSP: true } });
  await opened.page.addInitScript({ path: IN_PAGE });
  await opened.page.goto(url);
  await opened.page.waitForFunction('bench.figures().rowsAt > 0');
  return opened;
}

function searchBox(page: Page) {
  return page.getByPlaceholder(/search/i).first();
}

async function clearSearch(page: Page): Promise<void> {
  await searchBox(page).fill('');
  await page.waitForTimeout(DEBOUNCE_MS * 3);
}

/** From the end of the wait after the last letter to the table that holds what was asked for. */
async function search(page: Page, text: string): Promise<number> {
  await clearSearch(page);
  await searchBox(page).focus();
  await page.evaluate('bench.watchSearch()');
  await page.keyboard.type(text, { delay: 30 });
  await page.waitForFunction('bench.searched().rowsAt > 0');
  const times = await page.evaluate<{ inputAt: number; rowsAt: number }>('bench.searched()');
  return times.rowsAt - times.inputAt - DEBOUNCE_MS;
}

/** Opens some checks and closes them again, as a person would. */
async function clickAround(page: Page): Promise<void> {
  await clearSearch(page);
  const rows = page.locator('[role=grid] [role=row][aria-label]');
  for (let round = 0; round < 10; round += 1) {
    await rows.nth(round % 5).click();
    await page.waitForTimeout(400);
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(300);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(300);
  }
}

/** Types into the palette, which knows the checks of the page: what it holds already answers within a frame. */
async function measurePalette(report: Report, page: Page): Promise<void> {
  const times: number[] = [];
  const openings: number[] = [];
  for (let round = 0; round < PALETTE_ROUNDS; round += 1) {
    const word = PALETTE_WORDS[round % PALETTE_WORDS.length] ?? '';
    await page.evaluate('bench.watchOpening()');
    await page.keyboard.press('Control+k');
    await page.waitForFunction('bench.opened() > 0');
    openings.push(await page.evaluate<number>('bench.opened()'));
    await page.evaluate('bench.watchPalette()');
    for (const letter of word) {
      await page.keyboard.type(letter);
      await page.waitForTimeout(LETTER_MS);
    }
    times.push(...(await page.evaluate<number[]>('bench.answered()')));
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  }
  report.add('palette.open', openings);
  report.add('palette.answer', times);
}

/** Follows entries of the sidebar between pages whose scripts and data are there already. */
async function measureRoutes(report: Report, browser: Browser, url: string): Promise<void> {
  const { page, context } = await load(browser, `${url}/health`);
  await page.getByRole('button', { name: 'Settings' }).click();
  const times: number[] = [];
  for (let round = -1; round < ROUTE_ROUNDS; round += 1) {
    for (const { entry, title, content } of ROUTES) {
      await page.evaluate(`bench.watchRoute('${title}', '${content}')`);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry }).click();
      await page.waitForFunction('bench.arrived() > 0');
      if (round >= 0) times.push(await page.evaluate<number>('bench.arrived()'));
      await page.waitForTimeout(SETTLE_MS / 3);
    }
  }
  report.add('route.change', times);
  await context.close();
}

async function measureLoads(report: Report, browser: Browser, url: string): Promise<void> {
  const [lcp, cls, usable]: [number[], number[], number[]] = [[], [], []];
  for (let round = -1; round < LOADS; round += 1) {
    const { page, context } = await load(browser, url);
    await page.waitForTimeout(SETTLE_MS);
    const figures = await readFigures(page);
    const dataAt = await page.evaluate<number>('bench.dataAt()');
    await context.close();
    if (round < 0) continue;
    lcp.push(figures.lcp);
    cls.push(figures.cls);
    usable.push(figures.rowsAt - dataAt);
  }
  report.add('page.lcp', lcp);
  report.add('page.cls', cls);
  report.add('table.usable', usable);
}

/** Loads, scrolls, searches and uses the health page in Chromium. */
export async function measurePage(report: Report, browser: Browser, url: string): Promise<void> {
  await measureLoads(report, browser, `${url}/health?hidePassing=false`);
  const { page, context } = await load(browser, `${url}/health?groupBy=no-group&hidePassing=false`);
  await page.waitForTimeout(SETTLE_MS);
  const frames: number[] = [];
  const rows: number[] = [];
  for (let round = 0; round < SCROLLS; round += 1) {
    const call = `bench.scroll(${SCROLL_FRAMES}, ${SCROLL_STEP_PX})`;
    const scrolled = await page.evaluate<{ frames: number[]; rows: number }>(call);
    frames.push(...scrolled.frames);
    rows.push(scrolled.rows);
  }
  report.add('table.frame', frames);
  report.add('table.rows', rows);
  const times: number[] = [];
  for (let round = 0; round < SEARCHES; round += 1) times.push(await search(page, WORDS[round % WORDS.length] ?? ''));
  report.add('table.search', times);
  await clickAround(page);
  await measurePalette(report, page);
  report.add('page.inp', Object.values((await readFigures(page)).interactions));
  await context.close();
  await measureRoutes(report, browser, url);
}
