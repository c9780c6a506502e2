/**
 * `npm run bench`: measures what docs/performance.md promises and compares with budgets.json.
 * `npm run bench -- summary history` runs the scenarios of those names only.
 */
import { createReport, type Report } from './report.ts';

type Scenario = (report: Report) => Promise<void>;

const scenarios: Record<string, () => Promise<Scenario>> = {
  script: async () => (await import('./scenarios/script.ts')).measureScript,
  start: async () => (await import('./scenarios/start.ts')).measureStart,
  http: async () => (await import('./scenarios/http.ts')).measureHttp,
  write: async () => (await import('./scenarios/write.ts')).measureWrites,
  world: async () => (await import('./scenarios/world.ts')).measureWorld,
  lateness: async () => (await import('./scenarios/lateness.ts')).measureLateness,
  pixel: async () => (await import('./scenarios/pixel.ts')).measurePixel,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in scenarios));
if (unknown.length > 0) {
  process.stderr.write(`no scenario ${unknown.join(', ')}; there are ${Object.keys(scenarios).join(', ')}\n`);
  process.exit(2);
}
const report = createReport((line) => process.stdout.write(`${line}\n`));
for (const [name, load] of Object.entries(scenarios)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const run = await load();
  await run(report);
}
process.exitCode = report.finish() > 0 ? 1 : 0;
