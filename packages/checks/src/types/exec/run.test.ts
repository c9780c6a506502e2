import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCatalogue } from '@quarterdeck/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestContext, type TestContextOptions } from '../../testing/context.ts';
import { describeCheckType } from '../../testing/contract-suite.ts';
import { freePort, isListening } from '../../testing/ports.ts';
import { parseGitAddress } from './checkout.ts';
import { execCheck } from './index.ts';
import { chooseInterpreter } from './interpreter.ts';
import { type ExecSpec, execSchema } from './schema.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function run(spec: Omit<ExecSpec, 'name'>, options?: TestContextOptions) {
  const parsed = execSchema.parse({ name: 'script', ...spec });
  const outcome = await execCheck.run(createTestContext(parsed, options));
  if (Array.isArray(outcome)) throw new Error('one outcome was expected');
  return outcome;
}

function detailOf(outcome: Awaited<ReturnType<typeof run>>) {
  return outcome.detail as {
    stdout: string;
    stderr: string;
    exitCode: number;
    extra: { git?: string; commit?: string };
  };
}

const secret = { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'api', key: 'token' } } };

describeCheckType(execCheck, {
  pass: { name: 'script', script: 'echo "$TOKEN"', env: [secret] },
  fail: { name: 'script', script: 'echo "$TOKEN" >&2; exit 3', env: [secret] },
  secrets: ['token of the api'],
  deps: { value: async (source) => (source.valueFrom ? 'token of the api' : (source.value ?? '')) },
});

describe('chooseInterpreter', () => {
  it('takes bash when nothing is named', () => {
    expect(chooseInterpreter('echo hi')).toEqual({ command: 'bash', args: ['-c', 'echo hi'] });
  });

  it('gives a program alone -c, and puts the script behind given arguments', () => {
    expect(chooseInterpreter('#!/bin/sh\necho hi')).toEqual({ command: '/bin/sh', args: ['-c', 'echo hi'] });
    expect(chooseInterpreter('#!/usr/bin/env python3 -c\nprint(1)')).toEqual({
      command: '/usr/bin/env',
      args: ['python3', '-c', 'print(1)'],
    });
  });

  it('drops every line that names an interpreter', () => {
    expect(chooseInterpreter('#!/bin/sh\n#!/bin/bash\necho hi').args).toEqual(['-c', 'echo hi']);
  });
});

describe('parseGitAddress', () => {
  it('adds a scheme, and reads ref and depth from the query', () => {
    expect(parseGitAddress('git.example/a/b', undefined)).toEqual({
      url: 'https://git.example/a/b',
      ref: 'main',
      depth: 1,
    });
    expect(parseGitAddress('https://git.example/a?ref=v2&depth=5', 'dev')).toEqual({
      url: 'https://git.example/a',
      ref: 'v2',
      depth: 5,
    });
    expect(parseGitAddress('git@git.example:a/b.git', 'dev')).toEqual({
      url: 'git@git.example:a/b.git',
      ref: 'dev',
      depth: 1,
    });
  });
});

describe('exec', () => {
  it('passes with exit code 0 and keeps the trimmed output', async () => {
    const outcome = await run({ script: 'echo " hello "; echo warn >&2' });
    expect(outcome.pass).toBe(true);
    expect(detailOf(outcome)).toMatchObject({ stdout: 'hello', stderr: 'warn', exitCode: 0 });
  });

  it('fails with what stderr says, else with the exit code, and keeps the details', async () => {
    const silent = await run({ script: 'echo partial; exit 3' });
    expect(silent).toMatchObject({ pass: false, errors: ['exit code 3'] });
    expect(detailOf(silent)).toMatchObject({ stdout: 'partial', exitCode: 3 });
    expect(await run({ script: 'echo broken >&2; exit 1' })).toMatchObject({ pass: false, errors: ['broken'] });
  });

  it('sees its own env and what the server lets through, and nothing else', async () => {
    const outcome = await run(
      {
        script: 'echo "$GREETING:$LANG:$QD_TEST_HIDDEN"',
        env: [{ name: 'GREETING', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }],
      },
      { values: { 's/k': 'hello' }, settings: { scriptEnv: { PATH: '/usr/bin:/bin', LANG: 'C' } } },
    );
    expect(detailOf(outcome).stdout).toBe('hello:C:');
  });

  it('works in a fresh folder that is gone afterwards', async () => {
    const outcome = await run({ script: 'touch mark; pwd; ls' });
    const [folder, ...files] = detailOf(outcome).stdout.split('\n');
    expect(files).toEqual(['mark']);
    expect(existsSync(folder ?? '')).toBe(false);
  });

  it('refuses to run when scripts are not allowed, as invalid, so that no expression is evaluated', async () => {
    const outcome = await run({ script: 'echo hi' }, { execAllowed: false });
    expect(outcome).toEqual({ pass: false, invalid: true, errors: [errorCatalogue.EXEC_DENIED.title] });
  });

  it('fails with an empty script', async () => {
    expect(await run({ script: ' \n' })).toMatchObject({ pass: false });
  });

  it('ends the script and what it started when it is aborted', async () => {
    const abort = new AbortController();
    const folder = await mkdtemp(join(tmpdir(), 'qd-exec-test-'));
    folders.push(folder);
    const pidFile = join(folder, 'pid');
    const running = run({ script: `sleep 60 & echo $! > ${pidFile}; wait` }, { signal: abort.signal });
    while (!existsSync(pidFile)) await new Promise((resolve) => setTimeout(resolve, 10));
    abort.abort(new Error('time is up'));
    await expect(running).rejects.toThrow('time is up');
    const pid = execFileSync('cat', [pidFile], { encoding: 'utf8' }).trim();
    await expect.poll(() => existsSync(`/proc/${pid}/fd/0`)).toBe(false);
  });

  it('does not wait for what left the group and holds the output open', async () => {
    const abort = new AbortController();
    const folder = await mkdtemp(join(tmpdir(), 'qd-exec-test-'));
    folders.push(folder);
    const [mark, gate] = [join(folder, 'mark'), join(folder, 'gate')];
    // The stranger ends when the pipe is opened, so that nothing outlives the test.
    const script = `mkfifo ${gate}; setsid sh -c 'echo > ${mark}; cat ${gate}' & wait`;
    const running = run({ script }, { signal: abort.signal });
    while (!existsSync(mark)) await new Promise((resolve) => setTimeout(resolve, 10));
    abort.abort(new Error('time is up'));
    await expect(running).rejects.toThrow('time is up');
    await writeFile(gate, '');
  });

  it('takes a plain shell where there is no bash', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'qd-exec-test-'));
    folders.push(folder);
    await symlink('/bin/sh', join(folder, 'sh'));
    const settings = { scriptEnv: { PATH: folder } };
    expect(await run({ script: 'echo hi' }, { settings })).toMatchObject({
      pass: true,
      detail: { stdout: 'hi', path: 'sh', args: ['-c', 'echo hi'] },
    });
    await expect(run({ script: '#!/no/such/program\necho hi' }, { settings })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('keeps only the first megabyte of output', async () => {
    const outcome = await run({ script: 'head -c 3000000 /dev/zero | tr "\\0" x' });
    expect(detailOf(outcome).stdout).toHaveLength(1024 * 1024);
  });

  it('hands AWS credentials over in a file', async () => {
    const outcome = await run(
      {
        script: 'cat "$AWS_SHARED_CREDENTIALS_FILE"; echo "$AWS_DEFAULT_REGION $AWS_EC2_METADATA_DISABLED"',
        connections: { aws: { connection: 'connection://aws/prod' } },
      },
      {
        connections: {
          'connection://aws/prod': { username: 'KEY', password: 'HIDDEN', properties: { region: 'eu-west-1' } },
        },
      },
    );
    expect(detailOf(outcome).stdout).toBe(
      '[default]\naws_access_key_id = KEY\naws_secret_access_key = HIDDEN\neu-west-1 true',
    );
  });

  it('hands a kubeconfig and GCP credentials over in files', async () => {
    const outcome = await run({
      script: 'cat "$KUBECONFIG" "$GOOGLE_APPLICATION_CREDENTIALS"',
      connections: {
        kubernetes: { kubeconfig: { value: 'clusters: []\n' } },
        gcp: { credentials: { value: '{"type":"x"}' } },
      },
    });
    expect(detailOf(outcome).stdout).toBe('clusters: []\n{"type":"x"}');
  });

  it('throws when a connection does not exist', async () => {
    const spec = { script: 'true', connections: { aws: { connection: 'connection://aws/none' } } };
    await expect(run(spec)).rejects.toMatchObject({ code: 'CONNECTION_NOT_FOUND' });
  });
});

describe('exec with a checkout', () => {
  async function repository(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'qd-exec-git-'));
    folders.push(folder);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder });
    git('init', '-q', '-b', 'main', '.');
    await writeFile(join(folder, 'go.mod'), 'module example.com/shop\n');
    git('add', '.');
    git('commit', '-qm', 'first');
    return folder;
  }

  /** `git daemon`, the server that comes with git, over the folder. */
  async function serve(folder: string) {
    const port = await freePort();
    const args = ['daemon', '--export-all', `--base-path=${folder}`, '--listen=127.0.0.1', `--port=${port}`, folder];
    const daemon = spawn('git', args, { stdio: 'ignore', detached: true });
    await expect.poll(() => isListening(port), { timeout: 5000 }).toBe(true);
    return { url: `git://127.0.0.1:${port}/.git`, close: () => process.kill(-(daemon.pid ?? 0)) };
  }

  it('runs the script inside the checked-out repository and names its commit', async () => {
    const folder = await repository();
    const server = await serve(folder);
    try {
      const outcome = await run({ script: 'head -n 1 go.mod', checkout: { url: server.url } });
      const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
      expect(outcome.errors ?? []).toEqual([]);
      expect(detailOf(outcome)).toMatchObject({
        stdout: 'module example.com/shop',
        extra: { git: server.url, commit },
      });
    } finally {
      server.close();
    }
  });

  it('fails without a repository, and outside the working folder', async () => {
    await expect(run({ script: 'true', checkout: { url: 'http://127.0.0.1:9/none' } })).rejects.toThrow(
      /failed to check out/,
    );
    await expect(
      run({ script: 'true', checkout: { url: 'http://127.0.0.1:9/none', destination: '../../x' } }),
    ).rejects.toMatchObject({ code: 'DOCUMENT_FIELD' });
  });
});
