import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestType } from '../testing/run-deps.ts';
import { allTypes } from '../types/index.ts';
import { applyDocumentData } from './document-data.ts';
import { parseDocuments } from './documents.ts';

const parse = (text: string, fileName = 'checks/my_file.yaml') => parseDocuments(text, { fileName });

const HEAD = 'apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata:\n  name: c\n';

describe('the envelope', () => {
  test('is read as it is written', () => {
    const { canaries, errors } = parse(
      `${HEAD}  namespace: ns\n  uid: 0190a0c8-0000-0000-0000-000000000000\n  labels:\n    Team: One\n    size: 5\n  annotations:\n    trace: true\nspec:\n  schedule: "@every 5m"\n  severity: high\n  owner: me\n  replicas: 0\n  env:\n    A:\n      value: b\n  http:\n    - name: x\n      url: http://a\n`,
    );
    expect(errors).toEqual([]);
    expect(canaries[0]).toMatchObject({
      metadata: {
        name: 'c',
        namespace: 'ns',
        uid: '0190a0c8-0000-0000-0000-000000000000',
        labels: { Team: 'One', size: '5' },
        annotations: { trace: 'true' },
      },
      schedule: '@every 5m',
      severity: 'high',
      owner: 'me',
      replicas: 0,
      env: { A: { value: 'b' } },
      checks: [{ type: 'http', spec: { name: 'x', url: 'http://a' } }],
    });
    expect(canaries[0]?.rawSpec).toHaveProperty('schedule', '@every 5m');
  });

  test('a bare spec is named after its file', () => {
    const { canaries, errors } = parse('http:\n  - url: http://a\n    name: x\n');
    expect(errors).toEqual([]);
    expect(canaries[0]?.metadata).toEqual({ name: 'myfile', namespace: 'default', labels: {}, annotations: {} });
    expect(canaries[0]?.replicas).toBe(1);
  });

  test('keys match without case, JSON is accepted, unknown keys are ignored', () => {
    const { canaries, errors } = parse(
      '{"KIND": "canary", "SPEC": {"Schedule": "@daily", "HTTP": [{"NAME": "x", "Url": "http://a", "responsecodes": [200], "nonsense": 1}], "more": {}}}',
    );
    expect(errors).toEqual([]);
    expect(canaries[0]).toMatchObject({
      schedule: '@daily',
      checks: [{ spec: { name: 'x', url: 'http://a', responseCodes: [200] } }],
    });
  });

  test('an interval is a schedule of seconds unless there is one', () => {
    const schedules = ['interval: 30', 'interval: 30\nschedule: "@daily"', ''].map(
      (lines) => parse(`${lines}\nhttp: [{name: x, url: "http://a"}]`).canaries[0]?.schedule,
    );
    expect(schedules).toEqual(['@every 30s', '@daily', undefined]);
  });

  test('documents of other kinds are handed on', () => {
    const { canaries, others, errors } = parse('kind: Secret\ndata: {a: b}\n---\nKind: Topology\nspec: {}\n');
    expect([canaries, errors]).toEqual([[], []]);
    expect(others.map(({ kind, line }) => [kind, line])).toEqual([
      ['Secret', 1],
      ['Topology', 4],
    ]);
    expect(others[0]?.doc).toEqual({ kind: 'Secret', data: { a: 'b' } });
  });

  test('a data file fills in the text first, and leaves $(name) to the run', async () => {
    const text = await applyDocumentData('http:\n  - name: {{ .name }}\n    url: http://$(user)@a', { name: 'filled' });
    expect(parse(text).canaries[0]?.checks[0]?.spec).toMatchObject({ name: 'filled', url: 'http://$(user)@a' });
    await expect(applyDocumentData('{{ if }}', {})).rejects.toMatchObject({ code: 'TEMPLATE_SYNTAX' });
    expect(await applyDocumentData('# gotemplate: left-delim=[[ right-delim=]]\n[[ .a ]] {{ b }}', { a: 1 })).toBe(
      '1 {{ b }}',
    );
  });
});

describe('checks', () => {
  test('run by type in the fixed order, then as they are written', () => {
    const { canaries } = parse(
      'tcp: [{name: t, endpoint: "a:1"}]\nhttp: [{name: b, url: "http://b"}, {name: a, url: "http://a"}]\ndns: [{name: d, query: x}]',
    );
    expect(canaries[0]?.checks.map(({ spec }) => spec.name)).toEqual(['d', 'b', 'a', 't']);
  });

  test('have the stored type of their key and its aliases', () => {
    const { canaries } = parse(
      'mongo: [{name: a}]\nkubernetesResource: [{name: b}]\ndatabaseBackup: [{name: c}]\ndocker: [{name: d}]\nalertManager: [{name: e, url: "http://a"}]\nec2: [{name: f}]',
    );
    const types = canaries[0]?.checks.map(({ type, spec }) => [spec.name, type]).sort();
    expect(types).toEqual([
      ['a', 'mongodb'],
      ['b', 'kubernetes_resource'],
      ['c', 'databasebackupcheck'],
      ['d', 'dockerPull'],
      ['e', 'alertmanager'],
      ['f', 'ec2'],
    ]);
  });

  test('a name comes from the description or the endpoint, and is used once', () => {
    const { canaries } = parse(
      'http:\n  - description: says so\n    url: http://a\n  - url: https://u:pass@host/x\n  - name: same\n    url: http://a\n  - name: same\n    url: http://b',
    );
    expect(canaries[0]?.checks.map(({ spec }) => spec.name)).toEqual(['says so', 'https://host/x', 'same', 'same (2)']);
  });

  test('a namespace may be a selector', () => {
    const { canaries } = parse('http: [{name: a, url: "http://a", namespace: {name: dev}}]');
    expect(canaries[0]?.checks[0]?.spec.namespace).toBe('dev');
  });

  test('labels and other free maps keep their keys', () => {
    const { canaries } = parse('http: [{name: a, url: "http://a", LABELS: {URL: x, NaMe: 5}}]');
    expect(canaries[0]?.checks[0]?.spec.labels).toEqual({ URL: 'x', NaMe: '5' });
  });

  test('a webhook is no check of the list', () => {
    const webhook = createTestType(() => ({ pass: true }), { type: 'webhook', key: 'webhook' });
    const { canaries, errors } = parseDocuments('kind: Canary\nspec: {webhook: {name: w, token: {value: t}}}', {
      fileName: 'f',
      types: [...allTypes.filter(({ key }) => key !== 'webhook'), webhook],
    });
    expect(errors).toEqual([]);
    expect(canaries[0]).toMatchObject({ checks: [], webhook: { name: 'w', token: { value: 't' } } });
  });
});

describe('problems', () => {
  test('a broken document among good ones is named by line and field', () => {
    const good = (name: string) =>
      `kind: Canary\nmetadata: {name: ${name}}\nspec:\n  http:\n    - name: x\n      url: http://a\n`;
    const bad = 'kind: Canary\nspec:\n  http:\n    - name: y\n      url: http://a\n      ResponseCodes: many\n';
    const { canaries, errors } = parse(`${good('one')}---\n${bad}---\n${good('two')}`, 'f.yaml');
    expect(canaries.map(({ metadata }) => metadata.name)).toEqual(['one', 'two']);
    expect(errors).toMatchObject([
      { file: 'f.yaml', line: 13, field: 'spec.http[0].responseCodes', code: 'DOCUMENT_FIELD' },
    ]);
    expect(errors[0]?.message).toContain('array');
  });

  test('every wrong field is named', () => {
    const { canaries, errors } = parse(
      'schedule: [1]\nreplicas: x\nhttp:\n  - name: a\n    url: {}\n  - text\ndns: {}\ntcp:\n  - name: b\n    endpoint: "a:1"\n    labels: [1]\n',
    );
    expect(canaries).toEqual([]);
    expect(errors.map(({ field, line }) => [field, line]).sort()).toEqual([
      ['dns', 7],
      ['http[0].url', 5],
      ['http[1]', 6],
      ['replicas', 2],
      ['schedule', 1],
      ['tcp[0].labels', 11],
    ]);
  });

  test('names of checks that depend on each other are told apart, and a check that depends has one', () => {
    const { canaries, errors } = parse(
      'tcp:\n  - {name: a, endpoint: "a:1"}\n  - {name: a, endpoint: "b:1"}\n  - endpoint: "c:1"\n    dependsOn: [a]\nhttp:\n  - {name: a, url: "http://a"}\n',
    );
    expect(canaries).toEqual([]);
    expect(errors.map(({ line, field, code, message }) => [line, field, code, message])).toEqual([
      [2, 'tcp[0].name', 'DOCUMENT_FIELD', 'duplicate check name "a"'],
      [3, 'tcp[1].name', 'DOCUMENT_FIELD', 'duplicate check name "a"'],
      [5, 'tcp[2].dependsOn', 'DOCUMENT_FIELD', 'a check that depends on others needs a name'],
    ]);
    const free = parse('tcp:\n  - {name: a, endpoint: "a:1"}\n  - {name: a, endpoint: "b:1"}\n');
    expect(free.canaries[0]?.checks.map(({ spec }) => spec.name)).toEqual(['a', 'a (2)']);
  });

  test('alternatives are named together', () => {
    const { errors } = parse('schedule: [1]\nhttp: [{name: a, url: "http://a"}]');
    expect(errors[0]?.message).toBe('Invalid input: expected string or number or boolean');
  });

  test('wrong YAML is a syntax problem with its line', () => {
    const { canaries, errors } = parse(
      'http: [{name: a, url: "http://a"}]\n---\nkind: Canary\nspec:\n  http: [\n---\nhttp: [{name: b, url: "http://b"}]',
    );
    expect(canaries).toHaveLength(2);
    expect(errors[0]).toMatchObject({ code: 'DOCUMENT_SYNTAX' });
    expect(errors[0]?.line).toBeGreaterThanOrEqual(5);
  });

  test.each([
    ['kind: Canary\nmetadata: {name: x}\nspec:\n  schedule: "@daily"', 'DOCUMENT_EMPTY'],
    ['kind: Canary\nspec: {http: []}', 'DOCUMENT_EMPTY'],
    ['hello', 'DOCUMENT_SYNTAX'],
    ['- 1\n- 2', 'DOCUMENT_SYNTAX'],
    ['kind: Canary\nmetadata: text\nspec: {}', 'DOCUMENT_FIELD'],
  ])('%j is %s', (text, code) => {
    expect(parse(text).errors).toMatchObject([{ code }]);
  });

  test('an empty file has none', () => {
    expect(parse('---\n# nothing\n---\n')).toEqual({ canaries: [], others: [], errors: [] });
  });

  test('no text makes it throw', () => {
    const piece = fc.constantFrom(
      'kind: Canary',
      'spec:',
      '  http:',
      '    - name: a',
      '      url: b',
      '---',
      'metadata:',
      '  labels: {a: 1}',
      '{"a": [',
      '- x',
      '  __proto__: 1',
      '*a',
      '&a x',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (lines) => {
        for (const { line, code } of parse(lines.join('\n')).errors) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(code).toMatch(/^DOCUMENT_/);
        }
      }),
    );
  });
});
