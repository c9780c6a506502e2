import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fieldTables } from './fields.ts';
import { readSelector } from './read-selector.ts';
import { compileSearch, compileSelector } from './selectors.ts';

const guide = readFileSync(new URL('../../../docs/guides/search.md', import.meta.url), 'utf8');
const context = { nowMs: 0 };

function lines(language: string): string[] {
  const blocks = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, found, body = '']) => (found === language ? body.trim().split('\n') : []));
}

test.each(lines('search'))('%s', (text) => {
  expect(compileSearch('configs', text, context).where.values.length).toBeGreaterThan(0);
});

test.each(lines('selector'))('%s', (text) => {
  const { where } = compileSelector('configs', readSelector(JSON.parse(text)), context);
  expect(where.texts.length).toBeGreaterThan(0);
});

test('the examples of the table are searches', () => {
  const [, section = ''] = guide.split('| written | finds |');
  const [table = ''] = section.split('\n\n');
  const written = table
    .split('\n')
    .flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));
  const searches = written.filter((text) => /\w[=:<>]|^-?\w+$/.test(text) && !/^[<>]/.test(text));
  expect(searches.length).toBeGreaterThan(10);
  for (const text of searches) expect(() => compileSearch('configs', text, context)).not.toThrow();
});

test('every field is written down', () => {
  for (const { columns, json } of Object.values(fieldTables)) {
    for (const field of [...Object.keys(columns), ...Object.keys(json)]) expect(guide).toContain(`\`${field}\``);
  }
});
