import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { Report } from '../report.ts';

const CONSOLE = fileURLToPath(new URL('../../../dist/console/', import.meta.url));

function brotliKilobytes(file: string): number {
  return brotliCompressSync(readFileSync(file)).length / 1000;
}

/** Chunks of the first screen that are loaded beside what index.html names. */
const FIRST_SCREEN = /^(HealthPage|HealthTable)-[\w-]+\.js$/;

/** Scripts that the first screen needs: those that index.html names, its page, and what they import statically. */
export function firstScripts(folder = CONSOLE): Set<string> {
  const html = readFileSync(`${folder}index.html`, 'utf8');
  const found = new Set([...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? ''));
  for (const name of readdirSync(`${folder}assets`)) if (FIRST_SCREEN.test(name)) found.add(`assets/${name}`);
  for (const name of found) {
    const text = readFileSync(`${folder}${name}`, 'utf8');
    const base = name.slice(0, name.lastIndexOf('/') + 1);
    for (const match of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) found.add(`${base}${match[1]}`);
  }
  return found;
}

/** Brotli size of the first screen's scripts together, and of each further one. */
export async function measureScript(report: Report): Promise<void> {
  const first = firstScripts();
  const sizes = [...first].map((name) => brotliKilobytes(`${CONSOLE}${name}`));
  report.add('script.first', [sizes.reduce((sum, size) => sum + size, 0)]);
  const others = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && !first.has(name))
    .map((name) => brotliKilobytes(`${CONSOLE}${name}`));
  report.add('script.route', others.length > 0 ? others : [0]);
}
