import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PRODUCT_MARKS } from './product-marks.ts';

interface MarkSet {
  icons: Record<string, { body: string; width?: number; height?: number }>;
}

/** Near black is drawn in the text's colour, so that it is seen in the dark too. */
const NEAR_BLACK = /(?<=fill=")#(?:[0-2][0-9a-f]){1,3}(?=")/gi;

async function buildSprite(): Promise<string> {
  const path = createRequire(import.meta.url).resolve('@iconify-json/logos/icons.json');
  const { icons }: MarkSet = JSON.parse(await readFile(path, 'utf8'));
  const names = [...new Set(Object.values(PRODUCT_MARKS))].sort();
  const symbols = names.map((name) => {
    const mark = icons[name];
    if (!mark) throw new Error(`no mark ${name}`);
    const { body, width = 256, height = 256 } = mark;
    return `<symbol id="${name}" viewBox="0 0 ${width} ${height}">${body.replace(NEAR_BLACK, 'currentColor')}</symbol>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Marks of products</title>\n${symbols.join('')}</svg>\n`;
}

test('the sprite is made of the marks that are named, and can be made again by updating snapshots', async () => {
  const sprite = await buildSprite();
  expect(sprite).not.toContain('url(#');
  await expect(sprite).toMatchFileSnapshot(join(import.meta.dirname, 'product-marks.svg'));
});

test('the sprite is light', async () => {
  const sprite = await readFile(join(import.meta.dirname, 'product-marks.svg'));
  expect(brotliCompressSync(sprite).length).toBeLessThan(40_000);
});

test('names are as the icon looks them up', () => {
  for (const name of Object.keys(PRODUCT_MARKS)) expect(name).toMatch(/^[a-z0-9]+$/);
});
