/** `npm run check`: the fast lane. Reads the sources, then runs the tests that need no server. */
import { runStep, staticChecks } from './steps.mjs';

const results = await Promise.all(staticChecks.map((step) => runStep(...step)));
results.push(await runStep('unit tests', 'vitest', ['run', '--project', 'unit', '--project', 'browser']));
const failed = results.filter(({ ok }) => !ok).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
