import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCatalogue } from '@quarterdeck/contract';
import type { CheckContext, CheckOutcome } from '../../engine/types.ts';
import { checkOut } from './checkout.ts';
import { connectionEnv } from './credentials.ts';
import { chooseInterpreter, type Invocation } from './interpreter.ts';
import { type ProcessOptions, type ProcessResult, runProcess } from './process.ts';
import type { ExecSpec } from './schema.ts';

async function ownEnv(context: CheckContext<ExecSpec>): Promise<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const entry of context.spec.env ?? []) {
    if (entry.name) env[entry.name] = await context.value(entry);
  }
  return env;
}

/** Runs a script by its interpreter; a host without bash has a plain shell. */
async function runScript(script: string, options: ProcessOptions): Promise<{ by: Invocation; result: ProcessResult }> {
  const by = chooseInterpreter(script);
  const run = async (how: Invocation) => ({
    by: how,
    result: await runProcess(how.command, how.args, options),
  });
  try {
    return await run(by);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || by.command !== 'bash') throw error;
    return run({ ...by, command: 'sh' });
  }
}

/**
 * Runs the script once in a fresh folder that is removed afterwards. A non-zero exit is a failure whose error is what
 * the script wrote to stderr, else `exit code N`; its details are kept (contract checks §2.5).
 */
export async function runExec(context: CheckContext<ExecSpec>): Promise<CheckOutcome> {
  if (!context.execAllowed) return { pass: false, invalid: true, errors: [errorCatalogue.EXEC_DENIED.title] };
  if (context.spec.script.trim() === '') return { pass: false, errors: ['no script provided'] };
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-exec-'));
  try {
    const workFolder = join(folder, 'work');
    const secretFolder = join(folder, 'secrets');
    await mkdir(workFolder);
    await mkdir(secretFolder, { mode: 0o700 });
    const credentials = await connectionEnv(context, secretFolder);
    const env = { ...context.settings.scriptEnv, ...credentials, ...(await ownEnv(context)) };
    const checkout = context.spec.checkout;
    const repository = checkout ? await checkOut(context, checkout, workFolder, secretFolder) : undefined;
    const cwd = repository?.folder ?? workFolder;
    const { by, result } = await runScript(context.spec.script, { cwd, env, signal: context.signal });
    const stdout = result.stdout.trim();
    const stderr = result.stderr.trim();
    const detail = {
      stdout,
      stderr,
      exitCode: result.exitCode,
      path: by.command,
      args: by.args,
      extra: repository ? { git: repository.git, commit: repository.commit } : {},
    };
    if (result.exitCode === 0) return { pass: true, detail };
    return { pass: false, errors: [stderr || `exit code ${result.exitCode}`], detail };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
