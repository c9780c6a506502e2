/**
 * `npm run check`: the fast lane. Reads the sources, then runs the tests that need no server: those that the last commit
 * and what is not committed yet can have broken; with `-- --all` all of them.
 */
import { spawnSync } from 'node:child_process';
import { root, runStep, staticChecks } from './steps.mjs';

const BEFORE = 'HEAD~1';

const hasBefore = spawnSync('git', ['rev-parse', '--verify', '--quiet', BEFORE], { cwd: root }).status === 0;
const which = process.argv.includes('--all') || !hasBefore ? [] : ['--changed', BEFORE, '--passWithNoTests'];

const results = await Promise.all(staticChecks.map((step) => runStep(...step)));
results.push(await runStep('unit tests', 'vitest', ['run', '--project', 'unit', '--project', 'browser', ...which]));
const failed = results.filter(({ ok }) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
