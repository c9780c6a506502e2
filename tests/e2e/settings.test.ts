import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../support/browser.ts';
import { eventually, type Journey, rowOf, startJourney } from '../support/journey.ts';

let journey: Journey;
/** What the check looks at: the product itself may not be reached by its own checks. */
let target: Server;
let endpoint: string;

beforeAll(async () => {
  target = createServer((socket) => socket.end());
  target.listen(0, '127.0.0.1');
  await once(target, 'listening');
  const address = target.address();
  endpoint = typeof address === 'object' && address ? `127.0.0.1:${address.port}` : '';
  journey = await startJourney();
});

afterAll(async () => {
  const complaints = journey.complaints();
  await journey.stop();
  target.close();
  expect(complaints).toEqual([]);
});

/** Replaces the text of the spec, as a person would. */
async function writeSpec(page: Page, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'Spec' });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

const specOf = (where: string) => `schedule: '@every 1s'\ntcp:\n  - name: its port\n    endpoint: ${where}\n`;

describe('a health check of the console', () => {
  it('is added, runs, is refused with the field when it is wrong, is deleted and brought back', async () => {
    const page = await journey.open('/settings/canaries');
    await page.getByRole('button', { name: 'Add Health Check' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Health Check' });
    await dialog.getByRole('textbox', { name: /^Name\b/ }).fill('made-here');
    await writeSpec(page, specOf(endpoint));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('made-here added successfully').waitFor();
    await rowOf(page, 'made-here').waitFor();

    const health = await journey.open('/health?hidePassing=false&groupBy=no-group');
    await rowOf(health, /its port, Healthy/).waitFor();

    await rowOf(page, 'made-here').click();
    await page.getByRole('heading', { name: 'made-here' }).waitFor();
    await page.getByRole('textbox', { name: 'Spec' }).getByText('its port').waitFor();
    await writeSpec(page, "schedule: '@every 1s'\ntcp:\n  - name: its port\n");
    await page.getByRole('button', { name: 'Update' }).click();
    const form = page.getByRole('form', { name: 'Health Check' });
    await form.getByText('spec.tcp[0].endpoint:').waitFor();
    await eventually(() => page.getByRole('textbox', { name: 'Spec' }).innerText()).toContain('its port');

    await writeSpec(page, 'schedule: [\n');
    await page.getByRole('button', { name: 'Update' }).click();
    await page
      .getByText(/^Line \d+: /)
      .first()
      .waitFor();

    await writeSpec(page, specOf('127.0.0.1:1'));
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByText('made-here updated successfully').waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/canaries');
    await rowOf(health, /its port, Unhealthy/).waitFor();

    await rowOf(page, 'made-here').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete resource' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Health Check deleted successfully').waitFor();
    await eventually(() => rowOf(health, /its port/).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await rowOf(page, 'made-here').waitFor();
    await rowOf(health, /its port/).waitFor();
    await Promise.all([page, health].map((one) => one.context().close()));
  });

  it('is not left with unsaved changes unasked', async () => {
    const page = await journey.open('/settings/canaries');
    await rowOf(page, 'made-here').click();
    await page.getByRole('textbox', { name: 'Spec' }).getByText('its port').waitFor();
    await writeSpec(page, specOf('127.0.0.1:2'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('textbox', { name: 'Spec' }).getByText('127.0.0.1:2').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await rowOf(page, 'made-here').waitFor();
    await page.context().close();
  });
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
    ['a new health check', '/settings/canaries?add=true', 'Notation'],
    ['the jobs', '/settings/jobs?status=all', 'Please'],
    ['the event queue', '/settings/event-queue-status', 'No event waits'],
    ['the flags', '/settings/feature-flags', 'No property is set'],
    ['a new flag', '/settings/feature-flags?add=true', 'Value'],
  ])('%s is clean in both themes', async (_name, address) => {
    const page = await journey.open(address, { width });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle').catch(() => undefined);
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
