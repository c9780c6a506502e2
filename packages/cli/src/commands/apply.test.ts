import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { APPLY_EXIT, applyFiles } from './apply.ts';

const GOOD = 'kind: Canary\nmetadata:\n  name: web\nspec:\n  http:\n    - name: front\n      url: http://a.test\n';
const BAD = 'kind: Canary\nmetadata:\n  name: bad\nspec:\n  tcp: nothing\n';

let folder: string;
let server: Server;
/** What the stand-in for a server is asked, and what it answers. */
let asked: { path: string; body: string; authorization: string | undefined }[];
let answer: { status: number; body: string };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-apply-'));
  asked = [];
  answer = { status: 200, body: JSON.stringify({ applied: [], problems: [] }) };
  server = createServer(async (request, response) => {
    const { authorization } = request.headers;
    asked.push({ path: request.url ?? '', body: await text(request), authorization });
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function apply(files: Record<string, string>, token?: { tokenFile: string }) {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const written: string[] = [];
  const errors: string[] = [];
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const code = await applyFiles(
    [folder],
    { server: new URL(`http://127.0.0.1:${port}`), ...token },
    {
      write: (line) => written.push(line),
      error: (line) => errors.push(line),
      color: false,
      readStdin: async () => '',
    },
  );
  return { code, output: written.join(''), errors };
}

const applied = { name: 'web', namespace: 'default', outcome: 'created', problem: null };

it('shows the API token of a file to the server, and to nobody else', async () => {
  const tokenFile = join(await mkdtemp(join(tmpdir(), 'qd-token-')), 'token');
  await writeFile(tokenFile, 'mct_a_secret\n');
  const { code, output, errors } = await apply({ 'a.yaml': GOOD }, { tokenFile });
  expect(code).toBe(APPLY_EXIT.applied);
  expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer mct_a_secret']);
  expect(output + errors.join('')).not.toContain('mct_a_secret');
  await rm(dirname(tokenFile), { recursive: true });
  expect((await apply({ 'a.yaml': GOOD }, { tokenFile })).code).toBe(APPLY_EXIT.failed);
  expect(asked).toHaveLength(1);
});

it('sends the documents with their version, and tells what became of each', async () => {
  answer.body = JSON.stringify({ applied: [applied, { ...applied, name: 'api', problem: 'late' }], problems: [] });
  const { code, output, errors } = await apply({ 'a.yaml': GOOD });
  expect([code, errors]).toEqual([APPLY_EXIT.applied, []]);
  expect(output).toBe('default/web created\ndefault/api created, but: late\n');
  expect(asked).toHaveLength(1);
  expect(asked[0]?.path).toBe('/api/canary/api/apply');
  expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
    apiVersion: 'canaries.flanksource.com/v1',
    kind: 'Canary',
    metadata: { name: 'web' },
    spec: { http: [{ name: 'front' }] },
  });
});

it('applies the good ones, names a bad one, and ends with 2', async () => {
  answer.body = JSON.stringify({ applied: [applied], problems: [] });
  const { code, output, errors } = await apply({ 'a.yaml': GOOD, 'b.yaml': BAD });
  expect(code).toBe(APPLY_EXIT.bad);
  expect(output).toContain('default/web created');
  expect(errors).toEqual([expect.stringMatching(/b\.yaml:5 .+ \(DOCUMENT_FIELD\)$/)]);
});

it('asks nobody when no document is good', async () => {
  expect((await apply({ 'b.yaml': BAD })).code).toBe(APPLY_EXIT.bad);
  expect(asked).toEqual([]);
});

it('ends with 2 for what the server finds wrong', async () => {
  const problem = { file: 'request', line: 3, field: 'spec', code: 'DOCUMENT_FIELD', message: 'no' };
  answer.body = JSON.stringify({ applied: [], problems: [problem] });
  const { code, errors } = await apply({ 'a.yaml': GOOD });
  expect([code, errors]).toEqual([APPLY_EXIT.bad, ['request:3 spec: no (DOCUMENT_FIELD)']]);
});

it.each([
  ['a refusal', 403, JSON.stringify({ code: 'ACCESS_DENIED', message: 'no' }), 'no (ACCESS_DENIED)'],
  ['the page of another server', 502, '<html>', '(502)'],
  ['an answer of another program', 200, '{"ok":true}', '(200)'],
])('ends with 1 for %s', async (_name, status, body, told) => {
  answer = { status, body };
  const { code, errors } = await apply({ 'a.yaml': GOOD });
  expect([code, errors]).toEqual([APPLY_EXIT.failed, [expect.stringContaining(told)]]);
});

it('ends with 1 when nobody answers', async () => {
  await writeFile(join(folder, 'a.yaml'), GOOD);
  const errors: string[] = [];
  const terminal = { write: () => undefined, error: (line: string) => errors.push(line), color: false };
  const code = await applyFiles(
    [folder],
    { server: new URL('http://127.0.0.1:1') },
    { ...terminal, readStdin: async () => '' },
  );
  expect([code, errors]).toEqual([APPLY_EXIT.failed, [expect.stringContaining('http://127.0.0.1:1')]]);
});
