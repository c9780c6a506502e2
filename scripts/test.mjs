/** `npm test`: everything. The last line counts all tests and static checks: `N passed, N failed`. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runStep, staticChecks } from './steps.mjs';

const report = join(root, '.cache', 'test-report.json');

function runTests(args) {
  rmSync(report, { force: true });
  mkdirSync(join(root, '.cache'), { recursive: true });
  return new Promise((resolve) => {
    const child = spawn(
      join(root, 'node_modules/.bin/vitest'),
      ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...args],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    child.on('close', (code) => {
      const counts = existsSync(report)
        ? JSON.parse(readFileSync(report, 'utf8'))
        : { numPassedTests: 0, numFailedTests: 1 };
      const failed = counts.numFailedTests > 0 || code === 0 ? counts.numFailedTests : 1;
      resolve({ passed: counts.numPassedTests, failed });
    });
  });
}

let passed = 0;
let failed = 0;
for (const step of staticChecks) {
  const { ok } = await runStep(...step);
  if (ok) passed += 1;
  else failed += 1;
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
  failed += counts.failed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
