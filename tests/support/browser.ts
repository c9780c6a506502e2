import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's Chromium, without a window; `flags` beside the usual switches. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: [...FLAGS, ...flags] });
}

export type Theme = 'light' | 'dark';

export interface PageOptions {
  width?: number;
  height?: number;
  theme?: Theme;
  context?: BrowserContextOptions;
}

/** Names of this machine that the product is opened by. */
const OWN_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost']);

/** A page of its own context, and every request that left for another host, which must be none. */
export interface OpenPage {
  page: Page;
  context: BrowserContext;
  foreignRequests: string[];
  scriptErrors: string[];
  /** What the browser logged about the content security policy. */
  policyViolations: string[];
}

/** Opens an empty page of the given size and colour scheme. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.theme ?? 'light',
    reducedMotion: 'reduce',
    ...options.context,
  });
  const page = await context.newPage();
  const foreignRequests: string[] = [];
  const scriptErrors: string[] = [];
  const policyViolations: string[] = [];
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !OWN_HOSTS.has(hostname)) foreignRequests.push(request.url());
  });
  page.on('pageerror', (error) => scriptErrors.push(error.message));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) policyViolations.push(message.text());
  });
  return { page, context, foreignRequests, scriptErrors, policyViolations };
}

export interface AxeOptions {
  /** Only these rules. */
  rules?: string[];
  /** Only inside of this element. */
  within?: string;
}

/** What axe finds on the page, one line a rule; none is wanted. */
export async function findAxeViolations(page: Page, { rules, within }: AxeOptions = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  if (within) axe.include(within);
  const { violations } = await (rules
    ? axe.withRules(rules)
    : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  ).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  );
}
