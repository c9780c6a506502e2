import { readdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../support/browser.ts';
import { type Journey, startJourney } from '../support/journey.ts';
import { type Camera, createCamera, KEPT, unroll } from './support/camera.ts';
import { IN_PAGE, PARTS, showPart, WIDTHS } from './support/gallery.ts';
import { STILL_PAGES } from './support/still-pages.ts';
import { STILL_NOW, standStill } from './support/still-world.ts';

let journey: Journey;
let camera: Camera;
let gallery: Camera;

beforeAll(async () => {
  journey = await startJourney({ flags: ['--font-render-hinting=none', '--disable-lcd-text'] });
  const desk = await (await journey.browser.newContext()).newPage();
  camera = await createCamera(desk);
  gallery = await createCamera(desk, 'main');
});

afterAll(() => journey.stop());

async function openAt(width: number): Promise<Page> {
  const { page, context } = await openPage(journey.browser, {
    width,
    context: { timezoneId: 'UTC', locale: 'en-US' },
  });
  context.setDefaultTimeout(15_000);
  await context.addInitScript({ path: IN_PAGE });
  return page;
}

describe.each(WIDTHS)('the gallery at %d px', (width) => {
  let page: Page;
  beforeAll(async () => {
    page = await openAt(width);
    await page.clock.setFixedTime(STILL_NOW);
  });

  it.each(PARTS)('%s looks as it is kept', async (part) => {
    await showPart(page, journey.product.url, part);
    await unroll(page);
    expect(await gallery.compare(page, `gallery-${part}/${width}`)).toEqual([]);
  });
});

describe.each(WIDTHS)('the console at %d px', (width) => {
  it.each(STILL_PAGES)('$name looks as it is kept', async ({ name, path, reach }) => {
    const page = await openAt(width);
    await standStill(page);
    await page.goto(`${journey.product.url}${path}`);
    await reach(page);
    expect(await camera.compare(page, `${name}/${width}`)).toEqual([]);
    await page.context().close();
  });
});

it('keeps pictures of these pages alone', async () => {
  const names = [...PARTS.map((part) => `gallery-${part}`), ...STILL_PAGES.map(({ name }) => name)];
  expect((await readdir(KEPT)).sort()).toEqual(names.sort());
});

describe.runIf(process.env.QD_PICTURES !== 'write')('a change is noticed', () => {
  const CHANGES = [
    ['a colour', '.qd-btn-primary { background: #b00 !important }', /look different/],
    ['a place', '.qd-row { gap: 14px !important }', /^moved: /],
    ['a part that is gone', '.qd-pager { display: none !important }', /^gone: nav One page/],
    ['a shape', ':is(.qd-btn, .qd-search, .qd-chip-btn) svg { visibility: hidden }', /look different/],
  ] as const;

  it.each(CHANGES)('%s', async (_, css, message) => {
    const page = await openAt(1440);
    await page.clock.setFixedTime(STILL_NOW);
    await showPart(page, journey.product.url, 'controls');
    await unroll(page);
    await page.addStyleTag({ content: css });
    const faults = await gallery.compare(page, 'gallery-controls/1440');
    expect(faults).toContainEqual(expect.stringMatching(message));
    await page.context().close();
  });
});
