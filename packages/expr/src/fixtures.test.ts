import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { checkTemplate, evaluate, evaluateCel, GoDuration, renderStruct, renderTemplate } from './index.ts';

const FOLDER = fileURLToPath(new URL('../../../../shared/fixtures/canaries/', import.meta.url));

interface Found {
  file: string;
  template: Record<string, string>;
}

function templatesIn(value: unknown, file: string, found: Found[]): Found[] {
  if (Array.isArray(value)) for (const item of value) templatesIn(item, file, found);
  else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      const isTemplate =
        item !== null && typeof item === 'object' && ['display', 'test', 'transform', 'waitFor'].includes(key);
      if (isTemplate) found.push({ file, template: item as Record<string, string> });
      templatesIn(item, file, found);
    }
  }
  return found;
}

function readFixture(name: string): Record<string, unknown>[] {
  const text = readFileSync(FOLDER + name, 'utf8');
  return parseAllDocuments(text).map((document) => document.toJS() as Record<string, unknown>);
}

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
const all = files.flatMap((file) => templatesIn(readFixture(file), file, []));

function only(file: string, part: string, at = 0): Record<string, string> {
  const found = templatesIn(readFixture(file), file, []).map(({ template }) => template);
  const match = found.filter((template) => Object.values(template).some((text) => text.includes(part)))[at];
  if (!match) throw new Error(`${file} has no ${part}`);
  return match;
}

describe('expressions of the real documents', () => {
  it('can all be read', () => {
    expect(all.length).toBeGreaterThan(20);
    for (const { template } of all) expect(checkTemplate(template)).toBeNull();
  });

  it('cel.yaml prints every line of its display', async () => {
    const text = await evaluate(
      only('minimal/cel.yaml', 'TacoCat'),
      {},
      { now: () => Date.parse('2024-01-01T00:00:00Z') },
    );
    const lines = text.split('\n');
    expect(lines.slice(1, 9)).toEqual([
      '3 in [1, 2, 4] = false',
      'hello-mellow',
      "['a', 'b', 'c', 'd'].slice(1, 3).join(',') = b,c",
      '"apple".matches("^a.*e$") = true',
      '"world".startsWith("wo") = true',
      '"cherry".contains("err") = true',
      " 'TacoCat'.lowerAscii()  = tacocat",
      'duration("30m") = 1800',
    ]);
    expect(lines.slice(9, 14)).toEqual([
      'HumanDuration(23212) = 1h',
      'HumanSize(1048576) = 1M',
      'SemverCompare("1.2.3", "1.2.4") = false',
      'timestamp("1986-12-18T10:00:20.021-05:00") = 17',
      expect.stringMatching(/^timestamp\("1972-01-01T10:00:20.021-05:00"\) = 37y3w1d8h59m39s$/),
    ]);
    expect(lines[14]).toBe('true');
    expect(lines[15]).toBe(
      'fdbd8e75a67f29f701a4e040385e2e23986303ea10239211af907fcbb83578b3e417cb71ce646efd0819dd8c088de1bd',
    );
    expect(lines.at(-1)).toBe('2023-09-26T00:00:00Z');
  });

  it('display-with-javascript walks the rates', async () => {
    const template = only('minimal/display-with-javascript_pass.yaml', 'currencyCodes');
    expect(await evaluate(template, { json: { rates: { EUR: 0.9, GBP: 0.8 } } })).toBe('$1 = EUR = €0.9, GBP = £0.8');
  });

  it('display-with-cel joins texts and numbers', async () => {
    const template = only('minimal/display-with-cel_pass.yaml', 'rates');
    expect(await evaluate(template, { json: { rates: { EUR: 0.9, GBP: 1, ILS: 3.5 } } })).toBe('$1 = €0.9, £1, ₪3.5');
  });

  it('metrics-transformed maps the keys of a map', async () => {
    const template = only('minimal/metrics-transformed.yaml', 'exchange_rate');
    const text = await evaluate(template, { json: { base: 'USD', rates: { GBP: 0.8, EUR: 0.9 } } });
    expect(JSON.parse(text)).toEqual({
      metrics: [
        { name: 'exchange_rate', type: 'gauge', value: 0.9, labels: { from: 'USD', to: 'EUR' } },
        { name: 'exchange_rate', type: 'gauge', value: 0.8, labels: { from: 'USD', to: 'GBP' } },
      ],
    });
    expect(await evaluateCel('elapsed.getMilliseconds()', { elapsed: new GoDuration(1234.5) })).toBe(1234);
  });

  it('prometheus/jobs makes one check of each row', async () => {
    const template = only('prometheus/jobs.yaml', 'omit');
    const results = [
      { job: 'a', value: 1, __name__: 'up' },
      { job: 'b', namespace: 'n', value: 0 },
    ];
    expect(JSON.parse(await evaluate(template, { results }))).toEqual([
      { name: 'a', namespace: '', labels: { job: 'a' }, pass: true },
      { name: 'b', namespace: 'n', labels: { job: 'b', namespace: 'n' }, pass: false },
    ]);
  });

  it('postgres_stateful writes its query with and without an earlier result', async () => {
    const [document] = readFixture('datasources/posgres_stateful_pass.yaml');
    const query = (document as { spec: { postgres: { query: string }[] } }).spec.postgres[0]?.query ?? '';
    const earlier = { results: { rows: [{ max: '2024-01-01' }] } };
    expect(await renderTemplate(query, { last_result: () => earlier })).toMatch(/backend_start >\n'2024-01-01'\n$/);
    expect(await renderTemplate(query, { last_result: () => ({ results: {} }) })).toContain(
      "now() - interval '1 hour'",
    );
  });

  it('aws_config_rule flattens', async () => {
    const template = only('aws/aws_config_rule_pass.yaml', 'flatten');
    const resources = [{ type: 'T', id: '1', recorded: '2024-01-01T00:00:00Z', annotation: 'x' }];
    const results = { rules: [{ rule: 'r', description: 'd', annotation: 'a', resources }] };
    const now = () => Date.parse('2024-01-01T00:00:01Z');
    expect(JSON.parse(await evaluate(template, { results }, { now }))).toEqual([
      {
        name: 'r/T/1',
        description: 'r',
        icon: 'aws-config-alarm',
        duration: 1000,
        labels: { id: '1', type: 'T' },
        message: 'dax',
      },
    ]);
  });

  it('kubernetes documents judge objects and name resources', async () => {
    const pod = {
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'n' },
      status: { phase: 'Running', containerStatuses: [{ ready: true }] },
    };
    const bad = {
      ...pod,
      status: {
        phase: 'Pending',
        containerStatuses: [{ state: { waiting: { reason: 'ImagePullBackOff', message: 'm' } } }],
      },
    };
    const display = only('k8s/kubernetes-minimal_pass.yaml', 'format');
    expect(await evaluate(display, { results: [{ Object: pod }, { Object: bad }] })).toBe('n/p -> m');
    const transform = only('k8s/kubernetes_bundle.yaml', 'orValue');
    expect(
      JSON.parse(await evaluate(transform, { results: [{ Object: { ...pod, metadata: { name: 'p' } } }] })),
    ).toEqual([{ name: 'p', namespace: null, labels: null, pass: true, message: '', error: '' }]);
    expect(
      await renderStruct({ name: '{{(index .resources 0).Object.metadata.name}}' }, { resources: [{ Object: pod }] }),
    ).toEqual({ name: 'p' });
    expect(await renderTemplate('x-{{strings.ToLower (random.Alpha 10)}}', {})).toMatch(/^x-[a-z]{10}$/);
  });

  it('alertmanager, webhook and incident transforms', async () => {
    const script = only('datasources/alertmanager.yaml', '_.map');
    const results = [{ name: 'n', labels: { a: 'b' }, message: 'm' }];
    expect(JSON.parse(await evaluate(script, { results }))).toEqual([
      { name: 'n', labels: { a: 'b' }, icon: 'alert', message: 'm', description: 'm' },
    ]);
    const hook = only('external/alertmanager.yaml', 'fingerprint');
    const alerts = [{ name: 'n', fingerprint: '1', labels: {}, annotations: { summary: 's', description: 'd' } }];
    expect(JSON.parse(await evaluate(hook, { results: { json: { alerts } } }))).toEqual([
      { name: 'n1', labels: {}, icon: 'alert', message: 's', description: 'd', deletedAt: null },
    ]);
    const incident = only('external/pubsub-gcp.yaml', 'gcp.incidents');
    const messages = [{ incident: { incident_id: 'i1', summary: 'down', state: 'open' } }];
    const [entry] = JSON.parse(await evaluate(incident, { results: { messages } }));
    expect(entry).toMatchObject({
      name: '[i1] down',
      message: '[i1] down',
      pass: false,
      detail: { incident_id: 'i1' },
    });
    expect(entry.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
  });

  it.each([
    ['code == 500', { code: 500 }, 'true'],
    ['results.rows[0].count', { results: { rows: [{ count: 7 }] } }, '7'],
    ['results[0].git_version', { results: [{ git_version: 'v1' }] }, 'v1'],
    ['size(results) > 0', { results: [{}] }, 'true'],
    ["results.stdout == 'hello'", { results: { stdout: 'hello' } }, 'true'],
    ['Age(results[0]["started_at"]) > Duration("10m")', { results: [{ started_at: '2020-01-01T00:00:00Z' }] }, 'true'],
  ])('%s', async (expr, variables, expected) => {
    expect(await evaluate({ expr }, variables)).toBe(expected);
  });
});
