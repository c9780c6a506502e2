import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  canaryText,
  eventually,
  focusedName,
  type Journey,
  listedChecks,
  parametersOf,
  rowOf,
  searchOf,
  startJourney,
} from '../support/journey.ts';

const CANARIES = 1000;
const CHECKS_EACH = 10;
const MOST_ROWS = 60;
const FLAT = '/health?hidePassing=false&groupBy=no-group';

function numbered(index: number): string {
  return String(index).padStart(4, '0');
}

/** Documents with 10,000 checks that never run, 100 canaries a file. */
function manyDocuments(): Record<string, string> {
  const canaries = Array.from({ length: CANARIES }, (_, index) =>
    canaryText({
      name: `service-${numbered(index)}`,
      namespace: `area-${index % 7}`,
      schedule: '@never',
      labels: { tier: String(index % 3) },
      http: Object.fromEntries(
        Array.from({ length: CHECKS_EACH }, (_, at) => [
          `service-${numbered(index)}/endpoint-${at}`,
          `http://127.0.0.1:9/${index}/${at}`,
        ]),
      ),
    }),
  );
  return Object.fromEntries(
    Array.from({ length: 10 }, (_, file) => [
      `part-${file}.yaml`,
      canaries.slice(file * 100, file * 100 + 100).join('\n---\n'),
    ]),
  );
}

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney({ documents: manyDocuments() });
});

// Pages that stay open go on drawing what comes in, beside those that are looked at.
afterEach(async () => {
  await Promise.all(journey.browser.contexts().map((context) => context.close()));
});

afterAll(() => journey.stop());

describe('10,000 checks', () => {
  it('draws at most 60 rows wherever the list is scrolled to', async () => {
    const page = await journey.open(FLAT);
    const grid = page.getByRole('grid', { name: 'Checks' });
    await eventually(() => grid.getAttribute('aria-rowcount')).toBe('10001');
    await rowOf(page, /service-0000\/endpoint-0/).hover();
    const counts: number[] = [];
    for (let step = 0; step < 60; step++) {
      await page.mouse.wheel(0, step < 40 ? 900 : -700);
      counts.push(await grid.getByRole('row').count());
    }
    for (const share of [0.25, 0.5, 0.99, 0.1]) {
      await grid.evaluate((element, at) => {
        const scroller = element.parentElement;
        if (scroller) scroller.scrollTop = scroller.scrollHeight * at;
      }, share);
      await page.waitForTimeout(50);
      counts.push(await grid.getByRole('row').count());
      expect((await listedChecks(page)).length).toBeGreaterThan(10);
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(MOST_ROWS);
    expect(Math.min(...counts)).toBeGreaterThan(10);
  });

  it('goes to the end and back by keyboard, and says where it is', async () => {
    const page = await journey.open(FLAT);
    const first = rowOf(page, /service-0000\/endpoint-0/);
    await first.focus();
    await page.keyboard.press('End');
    const focused = () => focusedName(page);
    await eventually(focused).toMatch(/^service-0999\/endpoint-9/);
    expect(await rowOf(page, /service-0999\/endpoint-9/).getAttribute('aria-rowindex')).toBe('10001');
    await page.keyboard.press('Home');
    await eventually(focused).toMatch(/^service-0000\/endpoint-0/);
    await page.keyboard.press('PageDown');
    await eventually(focused).not.toMatch(/endpoint-0,/);
    expect(await page.getByRole('grid').getByRole('row').count()).toBeLessThanOrEqual(MOST_ROWS);
  });

  it('searches to one row while one types', async () => {
    const page = await journey.open(FLAT);
    await rowOf(page, /service-0000\/endpoint-0/).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('service-0777/endpoint-3', { delay: 5 });
    expect(await searchOf(page).inputValue()).toBe('service-0777/endpoint-3');
    await eventually(() => parametersOf(page).query).toBe('service-0777/endpoint-3');
    await eventually(() => listedChecks(page)).toEqual(['service-0777/endpoint-3, Not run yet']);
  });

  it('draws as few rows in groups and in cards', async () => {
    const page = await journey.open('/health?hidePassing=false&groupBy=canary_name');
    const grid = page.getByRole('grid', { name: 'Checks' });
    await eventually(() => grid.getAttribute('aria-rowcount')).toBe('11001');
    expect(await grid.getByRole('row').count()).toBeLessThanOrEqual(MOST_ROWS);
    await page.goto(`${journey.product.url}${FLAT}&layout=card`);
    await eventually(() => grid.getAttribute('aria-rowcount')).toBe('10001');
    await page.getByRole('columnheader', { name: 'Recent results' }).waitFor();
    expect(await grid.getByRole('row').count()).toBeLessThanOrEqual(MOST_ROWS);
  });

  it('draws as few rows in a pivot', async () => {
    const page = await journey.open('/health?hidePassing=false&pivotBy=name&pivotLabel=tier&pivotCellType=checks');
    const grid = page.getByRole('grid', { name: 'Checks by tier' });
    await eventually(() => grid.getAttribute('aria-rowcount')).toBe('10001');
    expect(await grid.getByRole('columnheader').allTextContents()).toEqual(['Check', '0', '1', '2']);
    expect(await grid.getByRole('row').count()).toBeLessThanOrEqual(MOST_ROWS);
  });

  it('asked no other host, broke no policy and met no script error', () => {
    expect(journey.complaints()).toEqual([]);
  });
});
