import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@quarterdeck/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RUN_EXIT, type RunFlags, runFiles } from './run.ts';
import type { Terminal } from './terminal.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-run-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const silent: Terminal = { write: () => undefined, error: () => undefined, color: false, readStdin: async () => '' };

function document(name: string, script: string): string {
  return `kind: Canary\nmetadata:\n  name: ${name}\nspec:\n  exec:\n    - name: ${name}\n      script: ${script}\n`;
}

async function run(files: Record<string, string>, flags: RunFlags = {}, stdin = '') {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const written: string[] = [];
  const errors: string[] = [];
  const terminal: Terminal = {
    write: (text) => written.push(text),
    error: (line) => errors.push(line),
    color: false,
    readStdin: async () => stdin,
  };
  const paths = stdin === '' ? [folder] : ['-'];
  const code = await runFiles(paths, flags, terminal);
  return { code, output: written.join(''), errors };
}

describe('run', () => {
  it('ends with 0 when all pass', async () => {
    const { code, output, errors } = await run({ 'a.yaml': document('a', 'echo hi') });
    expect(errors).toEqual([]);
    expect(output).toMatch(/^PASS duration=\d+ +exec a/);
    expect(output).toMatch(/1 passed, 0 failed in /);
    expect(code).toBe(RUN_EXIT.passed);
  });

  it('ends with 1 when a check fails', async () => {
    const { code, output } = await run({ 'a.yaml': document('a', 'echo hi'), 'b.yaml': document('b', 'exit 3') });
    expect(output).toMatch(/FAIL duration=\d+ +exec b +exit code 3/);
    expect(code).toBe(RUN_EXIT.failed);
  });

  it('runs the others when one document is broken, names its line and field, and ends with 2', async () => {
    const { code, output, errors } = await run({
      'good.yaml': document('good', 'echo hi'),
      'broken.yaml':
        'kind: Canary\nmetadata:\n  name: broken\nspec:\n  folder:\n    - name: x\n      path: /tmp\n      minCount: many\n',
    });
    expect(output).toMatch(/PASS duration=\d+ +exec good/);
    expect(errors).toEqual([
      expect.stringMatching(/broken\.yaml:8 spec\.folder\[0\]\.minCount: .+ \(DOCUMENT_FIELD\)$/),
    ]);
    expect(code).toBe(RUN_EXIT.bad);
  });

  it('skips what cannot be read and says so', async () => {
    const errors: string[] = [];
    const terminal: Terminal = { ...silent, error: (line) => errors.push(line) };
    expect(await runFiles([join(folder, 'nowhere.yaml')], {}, terminal)).toBe(RUN_EXIT.passed);
    expect(errors).toEqual([expect.stringContaining('nowhere.yaml: skipped, cannot be read')]);
  });

  it('names a wrong setting, or data that is no map, and ends with 2', async () => {
    const errors: string[] = [];
    const terminal: Terminal = { ...silent, error: (line) => errors.push(line) };
    const wrong = () => loadConfig({ QD_MODE: 'maybe' }, {}, folder, false);
    expect(await runFiles([folder], {}, terminal, wrong)).toBe(RUN_EXIT.bad);
    await writeFile(join(folder, 'list.txt'), '- one\n');
    expect(await runFiles([folder], { data: join(folder, 'list.txt') }, terminal)).toBe(RUN_EXIT.bad);
    expect(errors).toEqual([expect.stringContaining('QD_MODE'), expect.stringContaining('list.txt')]);
  });

  it('reads standard input', async () => {
    expect((await run({}, {}, document('piped', 'echo hi'))).output).toMatch(/PASS duration=\d+ +exec piped/);
  });

  it('templates files with data first', async () => {
    await writeFile(join(folder, 'data.txt'), 'word: hello\n');
    const { output } = await run(
      { 'a.yaml': document('a', 'test "{{ .word }}" = hello') },
      { data: join(folder, 'data.txt') },
    );
    expect(output).toMatch(/^PASS/);
  });

  it('finds secrets among the documents', async () => {
    const secret = 'kind: Secret\nmetadata:\n  name: api\nstringData:\n  token: s3cret-word\n';
    const canary =
      'kind: Canary\nmetadata:\n  name: a\nspec:\n  exec:\n    - name: a\n      script: test "$TOKEN" = s3cret-word && echo "$TOKEN"\n      env:\n        - name: TOKEN\n          valueFrom:\n            secretKeyRef: { name: api, key: token }\n';
    const { code, output } = await run({ 'secret.yaml': secret, 'a.yaml': canary }, { json: true });
    expect(code).toBe(RUN_EXIT.passed);
    expect(output).not.toContain('s3cret-word');
  });

  it('prints JSON, JUnit and CSV', async () => {
    const files = { 'a.yaml': document('a', 'echo hi') };
    const json: unknown = JSON.parse((await run(files, { json: true })).output);
    expect(json).toEqual([expect.objectContaining({ name: 'a', pass: true, type: 'exec', namespace: 'default' })]);
    expect((await run(files, { junit: true })).output).toContain('<testsuite tests="1" failures="0"');
    expect((await run(files, { csv: true })).output.split('\n')[1]).toMatch(/^a,default,a,exec,true,/);
  });

  it('writes to a file, and the table to the terminal', async () => {
    const outputFile = join(folder, 'report.xml');
    const { output } = await run({ 'a.yaml': document('a', 'echo hi') }, { junit: true, outputFile });
    expect(output).toMatch(/^PASS/);
    expect(await readFile(outputFile, 'utf8')).toContain('<testsuites>');
  });

  it('runs in the namespace that is asked for', async () => {
    const { output } = await run({ 'a.yaml': document('a', 'echo hi') }, { json: true, namespace: 'ops' });
    expect(JSON.parse(output)).toEqual([expect.objectContaining({ namespace: 'ops' })]);
  });
});
