import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectParameters, type Journey, rowOf, startJourney } from '../support/journey.ts';
import { focusIn, tabTo } from '../support/keys.ts';

let journey: Journey;
/** What the checks look at: it lets in nobody but one. The product itself may not be reached by its own checks. */
const target = createServer((request, response) => {
  const isKnown = request.headers.authorization === `Basic ${Buffer.from('ann:secret').toString('base64')}`;
  response.writeHead(isKnown ? 200 : 401, { connection: 'close' }).end(isKnown ? 'come in' : 'who are you');
});
let host: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(target.address() as AddressInfo).port}`;
  journey = await startJourney();
});

afterAll(async () => {
  const complaints = journey.complaints();
  await journey.stop();
  target.close();
  expect(complaints).toEqual([]);
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add Health Check' });
/** The spec as YAML beside the fields, once its editor has taken the place of the plain text. */
const codeOf = (page: Page) =>
  page.getByRole('textbox', { name: 'Document' }).and(page.locator('[contenteditable="true"]'));

/** Replaces the text of the editor that has the focus. */
async function replaceText(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

const specOf = (where: string) => `schedule: '@every 1s'\ntcp:\n  - name: its-port\n    endpoint: ${where}\n`;

describe('a health check, by the keyboard alone', () => {
  it('is made in its form, runs, is changed as code, refused, mended, deleted and brought back', async () => {
    const page = await journey.open('/settings/canaries');
    await rowOf(page, 'quarterdeck').waitFor();
    await tabTo(page, /^Add Health Check$/);
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Kinds of health checks' }).waitFor();
    await tabTo(page, /^TCP/);
    await page.keyboard.press('Enter');
    await expectParameters(page, { add: 'tcp' });
    await page.keyboard.type('its-port');
    await tabTo(page, /^Schedule/);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('@every 1s');
    await page.keyboard.press('Enter');
    await tabTo(page, /^URL/);
    await page.keyboard.type(host);
    await page.keyboard.press('Enter');
    await page.getByText('its-port added successfully').waitFor();
    await expectParameters(page, {});

    const health = await journey.open('/health?hidePassing=false&groupBy=no-group');
    await rowOf(health, /its-port, Healthy/).waitFor();

    await rowOf(page, 'its-port').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'its-port' }).waitFor();
    await tabTo(page, /^Form$/);
    await page.keyboard.press('ArrowRight');
    await expectParameters(page, { editor: 'code' });
    await codeOf(page).focus();
    await replaceText(page, "schedule: '@every 1s'\ntcp:\n  - name: its-port\n");
    await page.getByRole('button', { name: 'Reset' }).waitFor();
    await page.getByRole('button', { name: 'Update' }).press('Enter');
    await page.getByText(/^tcp\.0\.endpoint: /).waitFor();
    await eventually(() => codeOf(page).innerText()).not.toContain('endpoint');

    await codeOf(page).focus();
    await replaceText(page, specOf('127.0.0.1:1'));
    await eventually(() => page.getByText(/^tcp\.0\.endpoint: /).count()).toBe(0);
    await page.getByRole('button', { name: 'Update' }).press('Enter');
    await page.getByText('its-port updated successfully').waitFor();
    await rowOf(health, /its-port, Unhealthy/).waitFor();

    await rowOf(page, 'its-port').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('dialog', { name: 'Delete resource' }).getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('Health Check deleted successfully').waitFor();
    await eventually(() => rowOf(health, /its-port/).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await rowOf(page, 'its-port').waitFor();
    await rowOf(health, /its-port/).waitFor();
    await Promise.all([page, health].map((one) => one.context().close()));
  });

  it('is not left with unsaved changes unasked', async () => {
    const page = await journey.open('/settings/canaries');
    await rowOf(page, 'its-port').click();
    const url = page.getByRole('textbox', { name: /^URL/ });
    await url.fill('127.0.0.1:2');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(await url.inputValue()).toBe('127.0.0.1:2');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await rowOf(page, 'its-port').waitFor();
    await page.context().close();
  });
});

describe('what a form writes', () => {
  it('is what the check does: method, sign-in and a test of the answer', async () => {
    const page = await journey.open('/settings/canaries?add=http');
    const dialog = dialogOf(page);
    await dialog
      .getByRole('textbox', { name: /^Name\b/ })
      .first()
      .fill('front-door');
    await dialog.getByRole('textbox', { name: /^URL/ }).fill(`http://${host}/`);
    await dialog.getByRole('radio', { name: 'Basic' }).check();
    await dialog.getByRole('textbox', { name: 'Username value' }).fill('ann');
    await dialog.getByLabel('Password value').fill('secret');
    await dialog.getByRole('combobox', { name: 'Response Codes' }).fill('200');
    await page.keyboard.press('Enter');
    await dialog.getByRole('textbox', { name: 'Response Text (Exact Match)' }).fill('come in');
    await dialog.getByRole('tab', { name: 'Code' }).click();
    await eventually(() => codeOf(page).innerText()).toContain('come in');
    await page.reload();
    await page.getByRole('dialog', { name: 'Add Health Check' }).waitFor();
    await expectParameters(page, { add: 'http', editor: 'code' });
    await codeOf(page).waitFor();
    await dialog.getByRole('textbox', { name: /^Name\b/ }).fill('front-door');
    await codeOf(page).focus();
    await replaceText(
      page,
      JSON.stringify({
        schedule: '@every 1s',
        http: [
          {
            name: 'front-door',
            url: `http://${host}/`,
            basic: true,
            authentication: { username: { value: 'ann' }, password: { value: 'secret' } },
            responseCodes: [200],
            responseContent: 'come in',
            test: { expr: 'code == 200' },
          },
        ],
      }),
    );
    await dialog.getByRole('tab', { name: 'Form' }).click();
    expect(await dialog.getByRole('radio', { name: 'Basic' }).isChecked()).toBe(true);
    expect(await dialog.getByRole('textbox', { name: 'Username value' }).inputValue()).toBe('ann');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('front-door added successfully').waitFor();
    const health = await journey.open('/health?hidePassing=false&groupBy=no-group');
    await rowOf(health, /front-door, Healthy/).waitFor();
    await Promise.all([page, health].map((one) => one.context().close()));
  });

  it('stays when the server refuses it, with what was expected at its field', async () => {
    const page = await journey.open('/settings/canaries?add=icmp');
    const dialog = dialogOf(page);
    await dialog
      .getByRole('textbox', { name: /^Name\b/ })
      .first()
      .fill('ping');
    await dialog.getByRole('textbox', { name: /^Host/ }).fill('127.0.0.1');
    const count = dialog.getByRole('textbox', { name: 'Packet count' });
    await count.fill('0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The server refused this: see the marked fields.').waitFor();
    await eventually(() => count.getAttribute('aria-invalid')).toBe('true');
    await eventually(async () => (await focusIn(page)).name).toBe('Packet count');
    expect(await dialog.getByRole('textbox', { name: /^Host/ }).inputValue()).toBe('127.0.0.1');
    await count.fill('1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('ping added successfully').waitFor();
    await page.context().close();
  });

  it('says that scripts of the console do not run here', async () => {
    const page = await journey.open('/settings/canaries?add=exec');
    await dialogOf(page)
      .getByText(/QD_EXEC/)
      .waitFor();
    await page.context().close();
  });
});
