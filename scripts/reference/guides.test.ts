import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { applyDocumentData, parseDocuments } from '../../packages/checks/src/index.ts';
import type { Template } from '../../packages/contract/src/index.ts';
import { checkTemplate, evaluate, type Variables } from '../../packages/expr/src/index.ts';

const guides = fileURLToPath(new URL('../../docs/guides/', import.meta.url));
const read = (name: string) => readFileSync(`${guides}/${name}`, 'utf8');
const names = readdirSync(guides).filter((name) => name.endsWith('.md'));

/** The fenced blocks of one language. */
function blocks(text: string, language: string): string[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, found, body = '']) =>
    found === language ? [body] : [],
  );
}

/** The templates of a check, wherever they stand. */
function templatesOf(spec: object): Template[] {
  return Object.entries(spec).flatMap(([key, value]) =>
    ['test', 'display', 'transform'].includes(key) ? [value] : [],
  );
}

/** Blocks that say what kind of document they are; others are settings of something. */
const documents = names.flatMap((name) =>
  blocks(read(name), 'yaml')
    .filter((text) => /^kind:/m.test(text))
    .map((text, index) => [name, index, text] as const),
);

describe('documents of the guides', () => {
  it('are there in the guides that speak of documents', () => {
    expect(new Set(documents.map(([name]) => name)).size).toBeGreaterThanOrEqual(5);
  });

  it.each(documents)('%s, block %i', async (name, _index, text) => {
    const data = { stage: 'staging', base: 'http://127.0.0.1:9000' };
    const rendered = text.includes('{{ .stage }}') ? await applyDocumentData(text, data) : text;
    const { canaries, others, errors } = parseDocuments(rendered, { fileName: name });
    expect(errors).toEqual([]);
    expect(canaries.length + others.length).toBeGreaterThan(0);
    for (const { checks, webhook } of canaries) {
      const templates = [...checks.map(({ spec }) => spec), ...(webhook ? [webhook] : [])].flatMap(templatesOf);
      for (const template of templates) expect(checkTemplate(template)).toBeNull();
    }
  });
});

/** The rows of the table below a heading: expression and what it prints. */
function examples(heading: string): [expression: string, printed: string][] {
  const [, rest = ''] = read('expressions.md').split(`\n## ${heading}\n`);
  const [section = ''] = rest.split('\n## ');
  return [...section.matchAll(/^\| `(.+?)` \| `(.+?)` \|$/gm)].map(([, expression = '', printed = '']) => [
    expression.replaceAll('\\|', '|'),
    printed,
  ]);
}

describe('expressions of the guide', () => {
  const variables = JSON.parse(blocks(read('expressions.md'), 'json')[0] ?? '') as Variables;
  const languages: [heading: string, key: keyof Template, least: number][] = [
    ['CEL', 'expr', 10],
    ['Go templates', 'template', 6],
    ['JavaScript', 'javascript', 4],
  ];
  it.each(languages)('%s prints what the guide says', async (heading, key, least) => {
    const rows = examples(heading);
    expect(rows.length).toBeGreaterThanOrEqual(least);
    for (const [expression, printed] of rows) {
      expect(await evaluate({ [key]: expression }, variables), expression).toBe(printed);
    }
  });
});

describe('links of the documentation', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const docs = join(root, 'docs');
  const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

  it.each(pages)('%s leads to files that exist', (name) => {
    const text = readFileSync(join(docs, name), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
    const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(join(docs, dirname(name), target)))).toEqual([]);
  });

  it('the tests that the threat model names are there', () => {
    const text = readFileSync(join(docs, 'threat-model.md'), 'utf8');
    const tests = [...text.matchAll(/`(packages\/[^`]+)`/g)].map(([, path = '']) => path);
    expect(tests.length).toBeGreaterThan(20);
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
