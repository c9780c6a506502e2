import { setTimeout as sleep } from 'node:timers/promises';
import { compileRegex } from '@quarterdeck/expr';
import { parseDuration } from '@quarterdeck/kit';
import type { HttpRequest, HttpResponse } from '../../http-client/index.ts';
import { findLinks } from './links.ts';
import type { CrawlSpec } from './schema.ts';

const DEFAULT_DEPTH = 10;
const DEFAULT_PARALLELISM = 2;
const DEFAULT_DELAY_MS = 500;
const DEFAULT_RANDOM_DELAY_MS = 100;
/** A site without end must not hold a probe for ever. */
const MAX_PAGES = 5000;

/** What a crawl found. */
export interface CrawlResult {
  /** Pages that were requested. */
  visited: number;
  /** Addresses that could not be read or did not answer 2xx, sorted. */
  missing: string[];
  /** Why the first page could not be read; undefined when its host answered. */
  startError?: unknown;
}

export interface CrawlTools {
  send(request: HttpRequest): Promise<HttpResponse>;
  /** From 0 up to 1. */
  random(): number;
}

/**
 * Follows the links of a site from the request's URL (contract checks §2.1, `crawl`). Each address is visited once;
 * credentials go to the first address' origin only. Ends with the request's signal.
 */
export async function crawl(request: HttpRequest, settings: CrawlSpec, tools: CrawlTools): Promise<CrawlResult> {
  const start = new URL(request.url);
  const allows = createFilter(settings, start);
  const maxDepth = settings.depth || DEFAULT_DEPTH;
  const seen = new Set([start.href]);
  const missing: string[] = [];
  let visited = 0;
  let startError: unknown;
  let level = [start.href];
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: string[] = [];
    await inParallel(level, settings.parallelism ?? DEFAULT_PARALLELISM, async (url) => {
      await pause(settings, tools, request.signal);
      visited += 1;
      const page = await fetchPage(url, request, start.origin, tools);
      if (depth === 1) startError = page.error;
      if (!page.links) missing.push(url);
      else if (depth < maxDepth) {
        for (const link of page.links) {
          if (seen.size >= MAX_PAGES || seen.has(link) || !allows(link)) continue;
          seen.add(link);
          next.push(link);
        }
      }
    });
    level = next;
  }
  return { visited, missing: missing.sort(), ...(startError === undefined ? {} : { startError }) };
}

function createFilter(settings: CrawlSpec, start: URL): (url: string) => boolean {
  const domains = new Set(settings.allowedDomains?.length ? settings.allowedDomains : [start.hostname]);
  const refused = new Set(settings.disallowedDomains ?? []);
  const wanted = (settings.allowedURLFilters ?? []).map(compileRegex);
  const unwanted = (settings.disallowedURLFilters ?? []).map(compileRegex);
  return (url) => {
    const { hostname } = new URL(url);
    if (!domains.has(hostname) || refused.has(hostname)) return false;
    if (unwanted.some((filter) => filter(url))) return false;
    return wanted.length === 0 || wanted.some((filter) => filter(url));
  };
}

async function fetchPage(
  url: string,
  first: HttpRequest,
  origin: string,
  tools: CrawlTools,
): Promise<{ links?: string[]; error?: unknown }> {
  const { auth, body: _, ...request } = first;
  const sameOrigin = new URL(url).origin === origin;
  try {
    const response = await tools.send({ ...request, url, method: 'GET', ...(auth && sameOrigin ? { auth } : {}) });
    if (response.status < 200 || response.status > 299) return {};
    const isPage = (response.headers['Content-Type'] ?? '').includes('html');
    return { links: isPage ? findLinks(response.body.toString(), response.url) : [] };
  } catch (error) {
    if (first.signal?.aborted) throw error;
    return { error };
  }
}

async function pause(settings: CrawlSpec, tools: CrawlTools, signal: AbortSignal | undefined): Promise<void> {
  const delayMs = milliseconds(settings.delay, DEFAULT_DELAY_MS);
  const randomMs = milliseconds(settings.randomDelay, DEFAULT_RANDOM_DELAY_MS) * tools.random();
  await sleep(delayMs + randomMs, undefined, signal ? { signal } : {});
}

function milliseconds(duration: string | number | undefined, otherwise: number): number {
  if (typeof duration === 'number') return duration;
  return (duration === undefined ? null : parseDuration(duration)) ?? otherwise;
}

async function inParallel<T>(items: T[], workers: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const run = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(workers, items.length) }, run));
}
