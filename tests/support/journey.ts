import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launchBrowser, type OpenPage, openPage, type PageOptions } from './browser.ts';
import { freePort, type Product, startProduct, temporaryFolder } from './product.ts';

const ACTION_LIMIT_MS = 15_000;

export interface JourneyOptions {
  /** What runs; default: `serve`. */
  command?: 'hub';
  args?: string[];
  /** Switches of the browser. */
  flags?: string[];
  /** Documents of the watched folder by file name; without them no folder is watched. */
  documents?: Record<string, string>;
  env?: Record<string, string>;
  /** The name of this machine that pages are opened by; keys are bound to a name, never to an address of numbers. */
  host?: 'localhost';
  /** Of the product; a free one unless it has to be known before. */
  port?: number;
}

/** One product, one browser, and the pages that a test file opens. */
export interface Journey {
  product: Product;
  browser: Browser;
  /** Opens an address in a page of its own. */
  open(path: string, options?: PageOptions): Promise<Page>;
  /** Writes a document into the watched folder; null removes it. */
  write(file: string, text: string | null): Promise<void>;
  /** Starts the product again on the same port and data. */
  restart(): Promise<void>;
  /** Requests to other hosts, script errors and policy violations of all pages so far; none is wanted. */
  complaints(): string[];
  stop(): Promise<void>;
}

/** Starts a product with a browser beside it. */
export async function startJourney({
  command,
  args = [],
  flags = [],
  documents,
  env = {},
  host,
  port: given,
}: JourneyOptions = {}): Promise<Journey> {
  const [dataDir, removeData] = await temporaryFolder('journey');
  const folder = join(dataDir, 'canaries');
  const write = async (file: string, text: string | null): Promise<void> => {
    if (text === null) await rm(join(folder, file));
    else await writeFile(join(folder, file), text);
  };
  if (documents) {
    await mkdir(folder);
    for (const [file, text] of Object.entries(documents)) await write(file, text);
  }
  const port = given ?? (await freePort());
  const start = (): Promise<Product> =>
    startProduct({
      ...(command ? { command } : {}),
      args,
      dataDir,
      port,
      env: { ...env, ...(documents ? { QD_CONFIG_DIR: folder } : {}) },
    });
  const [product, browser] = await Promise.all([start(), launchBrowser(flags)]);
  const pages: OpenPage[] = [];
  const journey: Journey = {
    product,
    browser,
    write,
    async open(path, options) {
      const opened = await openPage(browser, options);
      pages.push(opened);
      opened.context.setDefaultTimeout(ACTION_LIMIT_MS);
      const url = new URL(path, product.url);
      if (host !== undefined) url.hostname = host;
      await opened.page.goto(url.href);
      return opened.page;
    },
    async restart() {
      journey.product = await start();
    },
    complaints: () =>
      pages.flatMap(({ foreignRequests, scriptErrors, policyViolations }) => [
        ...foreignRequests,
        ...scriptErrors,
        ...policyViolations,
      ]),
    async stop() {
      await browser.close();
      await journey.product.stop();
      await removeData();
    },
  };
  return journey;
}

export interface CanaryText {
  name: string;
  namespace?: string;
  schedule?: string;
  severity?: string;
  labels?: Record<string, string>;
  /** Addresses by the name of their check. */
  http?: Record<string, string>;
  /** `host:port` by the name of the check. */
  tcp?: Record<string, string>;
}

/** A Canary document; JSON, which YAML reads as well. */
export function canaryText({
  name,
  namespace = 'default',
  schedule = '@every 1s',
  severity,
  labels = {},
  http = {},
  tcp = {},
}: CanaryText): string {
  const spec = {
    schedule,
    ...(severity ? { severity } : {}),
    http: Object.entries(http).map(([check, url]) => ({ name: check, url })),
    tcp: Object.entries(tcp).map(([check, endpoint]) => ({ name: check, endpoint })),
  };
  return JSON.stringify({
    apiVersion: 'canaries.flanksource.com/v1',
    kind: 'Canary',
    metadata: { name, namespace, labels },
    spec,
  });
}

/** Expects of a value that it becomes as wanted within a while. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: ACTION_LIMIT_MS, interval: 50 });
}

/** Closes a page when it has loaded: of one that is closed while it loads, Chromium may never say that it is gone. */
export async function closePage(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.close();
}

/** The parameters of a page's address. */
export function parametersOf(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** The choices that the address of the health page names when nobody chose anything. */
export const USUAL_HEALTH = { hidePassing: 'true', groupBy: 'canary_name', tabBy: 'namespace', sortBy: 'name' };

/** Waits until the address has exactly these parameters. */
export async function expectParameters(page: Page, expected: Record<string, unknown>): Promise<void> {
  await eventually(() => parametersOf(page)).toEqual(expected);
}

/** The row of a check or group by (a part of) its name. */
export function rowOf(page: Page, name: string | RegExp): Locator {
  return page.getByRole('row', { name });
}

/** The names of the checks in the list as they stand, from the top. */
export async function listedChecks(page: Page): Promise<string[]> {
  const lines = await page
    .getByRole('grid', { name: 'Checks' })
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) => ({ name: row.getAttribute('aria-label'), index: Number(row.getAttribute('aria-rowindex')) })),
    );
  return lines.sort((a, b) => a.index - b.index).flatMap(({ name }) => (name === null ? [] : [name]));
}

/** The panel of the open check. */
export function panelOf(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Check detail' });
}

/** The search field of the health page. */
export function searchOf(page: Page): Locator {
  return page.getByPlaceholder('Search by name, description, or endpoint');
}

/** The accessible name of what has the focus; null when it names none. */
export function focusedName(page: Page): Promise<string | null> {
  return page.evaluate("document.activeElement?.getAttribute('aria-label') ?? null");
}
