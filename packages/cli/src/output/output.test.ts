import type { CheckResult } from '@quarterdeck/checks';
import { describe, expect, it } from 'vitest';
import { formatCsv } from './csv.ts';
import { formatJunit } from './junit.ts';
import { formatTable } from './table.ts';

function result(part: Partial<CheckResult>): CheckResult {
  return {
    type: 'http',
    name: 'front page',
    namespace: 'default',
    description: '',
    icon: '',
    endpoint: 'https://shop.example/',
    labels: {},
    owner: '',
    severity: '',
    startMs: 0,
    pass: true,
    invalid: false,
    unknown: false,
    durationMs: 12,
    message: '',
    error: '',
    detail: null,
    displayType: '',
    metrics: [],
    transformedFrom: null,
    transformDeleteStrategy: null,
    deletedAt: null,
    id: null,
    spec: { name: 'front page' },
    ...part,
  };
}

const failing = result({
  name: 'login',
  pass: false,
  durationMs: 30,
  message: 'said "no" & <left>',
  error: 'expected 500 to be 200..299',
});
const canary = {
  metadata: { name: 'shop', namespace: 'web', labels: {}, annotations: {} },
  replicas: 1,
  env: {},
  checks: [],
  rawSpec: {},
};

describe('formatTable', () => {
  it('prints a line per result and the totals', () => {
    const lines = formatTable([result({ message: 'fine\nindeed' }), failing], { color: false, elapsedMs: 1500 }).split(
      '\n',
    );
    expect(lines[0]).toBe('PASS duration=12     http front page fine indeed');
    expect(lines[1]).toBe('FAIL duration=30     http login      expected 500 to be 200..299');
    expect(lines[2]).toBe('1 passed, 1 failed in 1.5s');
  });

  it('tells what could not be probed from what is down', () => {
    const text = formatTable([result({ pass: false, invalid: true, unknown: true, error: 'network unreachable' })], {
      color: false,
      elapsedMs: 1,
    });
    expect(text).toMatch(/^UNKN /);
  });

  it('paints the verdict only when asked', () => {
    expect(formatTable([failing], { color: true, elapsedMs: 1 })).toContain('\u001b[31mFAIL\u001b[0m');
    expect(formatTable([failing], { color: false, elapsedMs: 1 })).not.toContain('\u001b');
  });

  it('says so when there is nothing', () => {
    expect(formatTable([], { color: false, elapsedMs: 0 })).toMatch(/^0 passed, 0 failed in /);
  });
});

describe('formatJunit', () => {
  it('counts, escapes and falls back to the check name', () => {
    const xml = formatJunit([result({}), failing], 42);
    expect(xml).toContain('<testsuite tests="2" failures="1" time="42" name="canary-checker-run">');
    expect(xml).toContain('<testcase classname="http" name="front page" time="12"></testcase>');
    expect(xml).toContain('message="said &quot;no&quot; &amp; &lt;left&gt;"');
  });

  it('falls back to the error when a failure has no message', () => {
    expect(formatJunit([result({ pass: false, error: 'refused' })], 1)).toContain('message="refused"');
  });

  it('drops characters that XML cannot hold', () => {
    expect(formatJunit([result({ pass: false, message: 'a\u0000b\u001bc' })], 1)).toContain('message="abc"');
  });
});

describe('formatCsv', () => {
  it('writes the header and quotes fields', () => {
    const lines = formatCsv([{ canary, results: [failing] }]).split('\n');
    expect(lines[0]).toBe('name,namespace,endpoint,checkType,pass,duration,description,message,error,invalid');
    expect(lines[1]).toBe(
      'shop,web,https://shop.example/,http,false,30,,"said ""no"" & <left>",expected 500 to be 200..299,false',
    );
  });

  it('does not hand a formula to a spreadsheet', () => {
    expect(formatCsv([{ canary, results: [result({ message: '=1+1' })] }])).toContain(",'=1+1,");
  });
});
