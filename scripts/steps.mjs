/** Runs named commands at the same time and reports each once: its output only when it failed. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * @param {string} name
 * @param {string} command a program of node_modules/.bin, or a path
 * @param {string[]} args
 * @returns {Promise<{name: string, ok: boolean}>}
 */
export function runStep(name, command, args) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = [];
    child.stdout.on('data', (data) => output.push(data));
    child.stderr.on('data', (data) => output.push(data));
    child.on('error', (error) => output.push(Buffer.from(String(error))));
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve({ name, ok: code === 0 });
    });
  });
}

/** Checks that read the sources only. */
export const staticChecks = [
  ['lint and format', 'biome', ['ci', '--colors=off', '.']],
  ['types', 'tsc', ['-p', 'tsconfig.json']],
  ['types of the console', 'tsc', ['-p', 'tsconfig.browser.json']],
  ['house rules and licences', 'node', ['scripts/rules/main.ts']],
  ['dead code', 'knip', ['--no-progress']],
];
