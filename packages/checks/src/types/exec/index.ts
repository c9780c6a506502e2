import type { CheckType } from '../../engine/types.ts';
import { execForm } from './form.ts';
import { runExec } from './run.ts';
import { type ExecSpec, execSchema } from './schema.ts';
import { scriptTestFailure } from './test-failure.ts';

/** Runs a script on the host and looks at its exit code and output. */
export const execCheck: CheckType<ExecSpec> = {
  type: 'exec',
  key: 'exec',
  title: 'Script',
  description: 'Runs a script on the host and looks at its exit code and output.',
  icon: 'exec',
  schema: execSchema,
  forms: [execForm],
  defaultTest: 'results.exitCode == 0',
  testFailure: scriptTestFailure,
  endpoint: (spec) => spec.name,
  run: runExec,
};
