import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compress = promisify(brotliCompress);
const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;
const SMALLEST = 512;

/**
 * Puts a `.br` beside each emitted text file, so that the server sends it without work of its own. Works on what was
 * written: in `generateBundle` the placeholders of lazy chunks are not replaced yet.
 */
function precompress(): Plugin {
  return {
    name: 'quarterdeck-precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return;
      for (const name of Object.keys(bundle).filter((file) => COMPRESSIBLE.test(file))) {
        const source = await readFile(join(dir, name));
        if (source.length < SMALLEST) continue;
        const packed = await compress(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        await writeFile(join(dir, `${name}.br`), packed);
        this.info(`${name} ${(packed.length / 1000).toFixed(2)} kB brotli`);
      }
    },
  };
}

/**
 * What every page is made of, in two files instead of a dozen small ones that compress worse: all that the entry needs,
 * and the parts of lists. A page's own code, and what few pages use, stay where the bundler puts them.
 */
const PARTS_OF_LISTS = [
  /ui[\\/]src[\\/]table[\\/](Table|HeldBar)\.tsx$/,
  /ui[\\/]src[\\/]table[\\/](aggregates|paging|state|use-held)\.ts$/,
  /ui[\\/]src[\\/]status[\\/](Badge|Icon|Sparkline|StatusStrip)\.tsx$/,
  /ui[\\/]src[\\/]controls[\\/](Switch\.tsx|Tabs\.tsx|use-debounced-text\.ts)$/,
  /ui[\\/]src[\\/](filter-bar[\\/]FilterBar|time-range[\\/]TimeRange)\.tsx$/,
  /console[\\/]src[\\/]shared[\\/]LoadError\.tsx$/,
];

/** The console's build: hashed files into `dist/console`; in development the API is the server on port 8080. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'] },
            { name: 'lists', test: (id) => PARTS_OF_LISTS.some((part) => part.test(id)) },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
