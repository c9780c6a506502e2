/** `npm test`: everything. The last line counts all tests and static checks: `N passed, N failed`. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, runStep, staticChecks } from './steps.mjs';

/** What property tests try in the whole run; the fast lane tries others each time. */
const QD_PROPERTY_SEED = '20261121';
const report = join(root, '.cache', 'test-report.json');

function runTests(args) {
  rmSync(report, { force: true });
  mkdirSync(join(root, '.cache'), { recursive: true });
  return new Promise((resolve) => {
    const child = spawn(
      join(root, 'node_modules/.bin/vitest'),
      ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...args],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { QD_PROPERTY_SEED, ...process.env } },
    );
    child.on('close', (code) => {
      const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numPassedTests: 0 };
      const names = namesOfFailed(counts.testResults ?? []);
      if (names.length === 0 && code !== 0) names.push(`${args.join(' ')}: an error outside of a test`);
      resolve({ passed: counts.numPassedTests, names });
    });
  });
}

function namesOfFailed(files) {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap((file) => {
      const failed = file.assertionResults.filter(({ status }) => status === 'failed');
      const titles = failed.length > 0 ? failed.map(({ fullName }) => fullName) : ['could not be run'];
      return titles.map((title) => `${relative(root, file.name)}: ${title}`);
    });
}

let passed = 0;
const failed = [];
for (const step of staticChecks) {
  const { ok } = await runStep(...step);
  if (ok) passed += 1;
  else failed.push(step[0]);
}
const lanes =
  process.argv.slice(2).length > 0
    ? [process.argv.slice(2)]
    : [
        ['--project', 'unit', '--project', 'browser'],
        ['--project', 'server'],
        ['--project', 'system'],
        ['--project', 'e2e'],
      ];
for (const lane of lanes) {
  const counts = await runTests(lane);
  passed += counts.passed;
  failed.push(...counts.names);
}
for (const name of failed) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;
