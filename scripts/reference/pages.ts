import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPLY_EXIT } from '../../packages/cli/src/commands/apply.ts';
import { RUN_EXIT } from '../../packages/cli/src/commands/run.ts';
import { configReference, EXIT } from '../../packages/server/src/index.ts';
import { type Budget, withBudgets } from './budgets.ts';
import { canarySchema } from './canary-schema.ts';
import { checkTypesPage } from './check-types.ts';
import { commandLinePage, exitCodes } from './command-line.ts';
import { errorsPage } from './errors.ts';
import { eventsPage } from './events.ts';
import { readTypeSources } from './field-notes.ts';
import { httpApiPage } from './http-api.ts';
import { metricsPage } from './metrics.ts';
import { permissionsPage } from './permissions.ts';
import { declaredRoutes } from './route-recorder.ts';

/** All generated files of the documentation: path below `root` to text. Reads sources, writes nothing. */
export async function referencePages(root: string): Promise<Map<string, string>> {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const sources = readTypeSources(join(root, 'packages/checks/src/types'));
  const runs = new Map([...sources.byFolder].map(([folder, { run }]) => [folder, run]));
  const budgets = JSON.parse(read('tests/load/budgets.json')) as Record<string, Budget>;
  const doctor = { ready: 0, 'not ready': 1 };
  return new Map([
    ['docs/reference/errors.md', errorsPage()],
    ['docs/reference/configuration.md', configReference()],
    ['docs/reference/check-types.md', checkTypesPage(sources)],
    ['docs/reference/canary.schema.json', `${JSON.stringify(canarySchema(sources), null, 2)}\n`],
    ['docs/reference/http-api.md', httpApiPage(declaredRoutes())],
    ['docs/reference/permissions.md', permissionsPage()],
    ['docs/reference/events.md', eventsPage(read('packages/contract/src/live.ts'))],
    ['docs/reference/metrics.md', await metricsPage(runs)],
    [
      'docs/reference/command-line.md',
      commandLinePage({
        serve: exitCodes(EXIT, read('packages/server/src/main.ts'), 'EXIT'),
        run: exitCodes(RUN_EXIT, read('packages/cli/src/commands/run.ts'), 'RUN_EXIT'),
        apply: exitCodes(APPLY_EXIT, read('packages/cli/src/commands/apply.ts'), 'APPLY_EXIT'),
        doctor: { codes: doctor, comment: 'Ends with 1 when something would keep the server from starting.' },
      }),
    ],
    ['docs/performance.md', withBudgets(read('docs/performance.md'), budgets)],
  ]);
}
