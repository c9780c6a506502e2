import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTemplate, evaluate, evaluateCel, renderTemplate } from './index.ts';

const LIMIT = { code: 'EXPRESSION_LIMIT' };
const long = 'a'.repeat(40_000);

describe('limits', () => {
  it.each([
    ['an endless script', { javascript: 'for(;;){}' }],
    ['a script that fills memory', { javascript: 'var a=[]; for(;;) a.push(new Array(1000).fill("x")); a' }],
    ['a script that recurses', { javascript: 'function f(){ return 1 + f() } f()' }],
    ['a regular expression of a script', { javascript: '/(a+)+$/.test(Array(60).join("a") + "b")' }],
    ['a huge range of a template', { template: '{{range seq 1 1000000000}}x{{end}}' }],
    ['a range over a huge number', { template: '{{range 1000000000}}x{{end}}' }],
    ['a text repeated too often', { template: '{{strings.Repeat 1000000000 "x"}}' }],
    ['templates that call each other', { template: '{{define "a"}}{{template "a"}}{{end}}{{template "a"}}' }],
    [
      'output that doubles',
      {
        template:
          '{{define "a"}}{{printf "%s%s" . . | print | len}}{{end}}{{$x := .l}}{{range seq 1 900}}{{$x = print $x $x}}{{end}}',
      },
    ],
    ['a huge list', { expr: 'range(1000000000)' }],
    ['nested comprehensions', { expr: 'range(3000).map(a, range(3000).map(b, a * b)).size()' }],
    [
      'a text that doubles',
      { expr: ['cel.bind(a, l, ', 'cel.bind(a, a+a+a+a, '.repeat(9), 'a', ')'.repeat(10)].join('') },
    ],
    ['an endless jq query', { expr: "jq('[range(1e15)] | length', {})" }],
    [
      'a jsonpath filter that backtracks',
      { expr: "jsonpath('$..[?(@.match(/^(a+)+$/))]', {'a': 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'})" },
    ],
  ])('stops %s', async (_name, template) => {
    await expect(evaluate(template, { l: long }, { limits: { timeMs: 300 } })).rejects.toMatchObject(LIMIT);
  });

  it('leaves this thread free while a script runs without end', async () => {
    const turns: string[] = [];
    const endless = evaluate({ javascript: 'for(;;){}' }, {}, { limits: { timeMs: 300 } }).catch(() =>
      turns.push('end'),
    );
    await new Promise((resolve) => setTimeout(resolve, 10));
    turns.push('other work');
    await endless;
    expect(turns).toEqual(['other work', 'end']);
  });

  it('serves more scripts than it has threads', async () => {
    const scripts = Array.from({ length: 12 }, (_, i) =>
      i % 4 === 3
        ? evaluate({ javascript: 'for(;;){}' }, {}, { limits: { timeMs: 50 } })
        : evaluate({ javascript: `${i} * 2` }, {}, { limits: { timeMs: 10_000 } }),
    );
    const settled = await Promise.allSettled(scripts);
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))).toEqual(
      Array.from({ length: 12 }, (_, i) => (i % 4 === 3 ? 'EXPRESSION_LIMIT' : String(i * 2))),
    );
  });

  it('answers a backtracking regular expression at once', async () => {
    expect(await evaluateCel("s.matches('^(a+)+$')", { s: `${long}b` })).toBe(false);
    expect(await renderTemplate('{{regexp.Match `^(a+)+$` .s}}', { s: `${long}b` })).toBe('false');
  });

  it('refuses nesting that would exhaust the stack', async () => {
    for (const expr of [`${'!'.repeat(50_000)}true`, '('.repeat(5000), '['.repeat(5000), `1${'+1'.repeat(30_000)}`]) {
      await expect(evaluate({ expr }, {})).rejects.toBeInstanceOf(AppError);
    }
    await expect(renderTemplate(`{{${'('.repeat(5000)}1${')'.repeat(5000)}}}`, {})).rejects.toMatchObject({
      code: 'TEMPLATE_SYNTAX',
    });
    await expect(renderTemplate('{{if 1}}'.repeat(5000), {})).rejects.toMatchObject({ code: 'TEMPLATE_SYNTAX' });
  });

  it('works again after a query was stopped', async () => {
    expect(await evaluateCel("jq('.a', {'a': 1})", {})).toBe(1);
  });
});

describe('the host cannot be reached', () => {
  it.each(['constructor', 'valueOf', 'hasOwnProperty', '__defineGetter__'])('%s is no member', async (name) => {
    const variables = { m: { a: 1 }, l: [1], s: 'x', f: () => ({}) };
    for (const holder of ['m', 'm["a"]', 'l', 's']) {
      const value = await evaluateCel(`${holder}["${name}"]`, variables).catch((error: unknown) => error);
      expect(value === null || (value instanceof AppError && value.code === 'EXPRESSION_FAILED')).toBe(true);
    }
    expect(await evaluateCel(name, variables)).toBeNull();
    expect(await renderTemplate(`{{.m.${name}}}`, variables)).toBe('<no value>');
    await expect(evaluateCel(`m.${name}()`, variables)).rejects.toMatchObject({ code: 'EXPRESSION_FAILED' });
    await expect(renderTemplate(`{{${name}}}`, variables)).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
  });

  it('a key __proto__ is only a key', async () => {
    expect(await evaluateCel("{'__proto__': {'polluted': 1}}.toJSON()", {})).toBe('{"__proto__":{"polluted":1}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each(['process', 'require', 'fetch', 'globalThis.process', 'setTimeout'])('a script has no %s', async (name) => {
    expect(await evaluate({ javascript: `typeof ${name}` }, {})).toBe('undefined');
  });

  it('a script cannot change its variables for the caller', async () => {
    const variables = { a: { b: 1 } };
    expect(await evaluate({ javascript: 'a.b = 2; leaked = 1; a.b' }, variables)).toBe('2');
    expect(variables.a.b).toBe(1);
    expect(await evaluate({ javascript: 'typeof leaked' }, variables)).toBe('undefined');
  });
});

const variables = { a: 1, b: 'x', m: { k: [1, 2], n: null }, l: [3, 1, 2], d: new Date(0), f: () => ({ results: {} }) };
const celWord = fc.constantFrom(
  'a',
  'b',
  'm',
  'l',
  'f()',
  '.k',
  '.?k',
  '[0]',
  '["k"]',
  '+',
  '-',
  '*',
  '/',
  '%',
  '==',
  '<',
  '&&',
  '||',
  '!',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ':',
  ',',
  '?',
  '1',
  '2.5',
  "'s'",
  'true',
  'null',
  '.map(x, x)',
  '.size()',
  'string(',
  '.join(',
  'in',
  '\n',
  '.format([1])',
  'time.Now()',
  'k8s.getHealth(',
  '.matches(',
);
const templateWord = fc.constantFrom(
  '{{',
  '}}',
  '{{- ',
  ' -}}',
  '$(',
  ')',
  '(',
  '.a',
  '.m.k',
  '$x',
  ':=',
  '=',
  'range',
  'if',
  'else',
  'end',
  'with',
  'define "t"',
  'template "t"',
  'block "b" .',
  'break',
  'continue',
  '|',
  ' ',
  '"s"',
  '`r`',
  '1',
  'len',
  'index',
  'printf "%d %*s"',
  'toJSON',
  '/*',
  '*/',
  'text',
  ',',
  '.',
  '$',
  'and',
  'or',
  'eq',
);

async function onlyAppErrors(run: () => Promise<unknown>): Promise<void> {
  const error = await run().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error !== undefined) expect(error).toBeInstanceOf(AppError);
}

describe('any text', () => {
  it('as CEL yields a value or an AppError', async () => {
    const source = fc.oneof(
      fc.string(),
      fc.array(celWord, { maxLength: 12 }).map((words) => words.join(' ')),
      fc.array(celWord, { maxLength: 6 }).map((words) => words.join('')),
    );
    await fc.assert(
      fc.asyncProperty(source, async (expr) => {
        await onlyAppErrors(() => evaluate({ expr }, variables));
        const checked = checkTemplate({ expr });
        expect(checked === null || checked instanceof AppError).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('as a template yields a text or an AppError', async () => {
    const source = fc.oneof(
      fc.string(),
      fc.array(templateWord, { maxLength: 14 }).map((words) => words.join(' ')),
      fc.array(templateWord, { maxLength: 10 }).map((words) => `{{${words.join('')}}}`),
    );
    await fc.assert(
      fc.asyncProperty(source, async (template) => {
        await onlyAppErrors(() => evaluate({ template }, variables));
        const checked = checkTemplate({ template });
        expect(checked === null || checked instanceof AppError).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('without marks passes a template unchanged', async () => {
    const plain = fc.string().filter((text) => !text.includes('{{') && !text.includes('$(') && !text.startsWith('#'));
    await fc.assert(
      fc.asyncProperty(plain, async (text) => {
        expect(await renderTemplate(text, {})).toBe(text);
      }),
    );
  });

  it('is carried through a variable by both marks', async () => {
    const safe = fc.string().filter((text) => !text.includes('$('));
    await fc.assert(
      fc.asyncProperty(safe, async (text) => {
        for (const source of ['{{a}}', '{{.a}}', '$(a)', '$(.a)'])
          expect(await renderTemplate(source, { a: text })).toBe(text);
      }),
    );
  });
});
