import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../support/browser.ts';
import { canaryText, type Journey, rowOf, startJourney } from '../support/journey.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const CHECKS = [
  {
    name: 'made-here',
    spec: {
      schedule: '@every 1h',
      http: [
        {
          name: 'a',
          url: 'http://127.0.0.1:1/',
          method: 'POST',
          headers: [{ name: 'X', value: 'y' }],
          test: { expr: 'code == 200' },
        },
      ],
    },
  },
];

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney({
    documents: {
      'shop.yaml': canaryText({
        name: 'shop',
        namespace: 'prod',
        labels: { team: 'web', tier: 'gold' },
        tcp: { a: '127.0.0.1:1' },
      }),
    },
  });
  for (const { name, spec } of CHECKS) {
    const answer = await fetch(`${journey.product.url}/api/db/canaries`, {
      method: 'POST',
      body: JSON.stringify({ id: ID, name, namespace: 'default', source: 'UI', spec }),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(201);
  }
});

afterAll(async () => {
  const complaints = journey.complaints();
  await journey.stop();
  expect(complaints).toEqual([]);
});

describe('a feature flag', () => {
  it('takes an entry out of every open console at once, and gives it back', async () => {
    const [page, other] = [await journey.open('/settings/feature-flags'), await journey.open('/health')];
    const entry = other.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs History' });
    await page.getByRole('button', { name: 'Add Feature Flag' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Feature Flag' });
    await dialog.getByLabel('Feature flag').fill('settings.job_history.disable');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Value').fill('true');
    await page.keyboard.press('Enter');
    const settings = other.getByRole('navigation', { name: 'Main' }).getByText('Settings');
    if ((await entry.count()) === 0) await settings.click();
    await entry.waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Feature flag added successfully').waitFor();
    await entry.waitFor({ state: 'detached' });

    await rowOf(page, /settings\.job_history\.disable/).click();
    const edit = page.getByRole('dialog', { name: 'Edit Feature Flag' });
    await edit.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: /^Delete “/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('Feature flag removed successfully').waitFor();
    await entry.waitFor();
    await Promise.all([page, other].map((one) => one.context().close()));
  });
});

describe.each([1440, 768, 400])('at %d px', (width) => {
  it.each([
    ['the list', '/settings/canaries', 'made-here'],
    ['the kinds of health checks', '/settings/canaries?add=true', 'Custom'],
    ['a new health check', '/settings/canaries?add=folder', 'Folder Path'],
    ['a new health check without fields', '/settings/canaries?add=sql', 'postgres'],
    ['a health check', `/settings/canaries/${ID}`, 'HTTP Method'],
    ['a health check as code', `/settings/canaries/${ID}?editor=code`, '@every 1h'],
    ['the jobs of a health check', `/settings/canaries/${ID}?tab=jobs`, 'No run of a job'],
    ['the jobs', '/settings/jobs?status=all', 'Success'],
    ['the event queue', '/settings/event-queue-status', /pending|Pending Count|No event waits/],
    ['the flags', '/settings/feature-flags', 'No property is set'],
    ['a new flag', '/settings/feature-flags?add=true', 'Value'],
  ])('%s is clean in both themes', async (_name, address, shown) => {
    const page = await journey.open(address, { width });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText(shown).first().waitFor({ state: 'attached' });
    const faults: string[] = [];
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      faults.push(...(await findAxeViolations(page)).map((violation) => `${theme}: ${violation}`));
    }
    expect(faults).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await page.context().close();
  });
});
