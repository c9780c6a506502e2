/**
 * `npm run bench`: measures what docs/performance.md promises and compares with budgets.json.
 * `npm run bench -- script start` runs the scenarios of those names only; `page` is the console's part of `world`,
 * `telling` what the time of a sign-in tells.
 */
import { createReport, type Report } from './report.ts';

type Scenario = (report: Report) => Promise<void>;

const scenarios: Record<string, () => Promise<Scenario>> = {
  script: async () => (await import('./scenarios/script.ts')).measureScript,
  start: async () => (await import('./scenarios/start.ts')).measureStart,
  http: async () => (await import('./scenarios/http.ts')).measureHttp,
  write: async () => (await import('./scenarios/write.ts')).measureWrites,
  world: async () => (await import('./scenarios/world.ts')).measureWorld,
  rest: async () => (await import('./scenarios/rest.ts')).measureRest,
  lists: async () => (await import('./scenarios/lists.ts')).measureLists,
  lateness: async () => (await import('./scenarios/lateness.ts')).measureLateness,
  live: async () => (await import('./scenarios/live.ts')).measureLive,
  identity: async () => (await import('./scenarios/identity.ts')).measureIdentity,
  pixel: async () => (await import('./scenarios/pixel.ts')).measurePixel,
};

/** Parts of the scenarios above, which run by themselves when they are named. */
const parts: Record<string, () => Promise<Scenario>> = {
  telling: async () => (await import('./scenarios/telling.ts')).measureTelling,
  page: async () => (await import('./scenarios/world.ts')).measureWorldPage,
};

const asked = process.argv.slice(2);
const known = { ...scenarios, ...parts };
const unknown = asked.filter((name) => !(name in known));
if (unknown.length > 0) {
  process.stderr.write(`no scenario ${unknown.join(', ')}; there are ${Object.keys(known).join(', ')}\n`);
  process.exit(2);
}
const report = createReport((line) => process.stdout.write(`${line}\n`));
for (const [name, load] of Object.entries(asked.length > 0 ? known : scenarios)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const run = await load();
  await run(report);
}
process.exitCode = report.finish() > 0 ? 1 : 0;
