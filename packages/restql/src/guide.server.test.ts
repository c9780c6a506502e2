import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@quarterdeck/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRest } from './answer/rest.ts';
import { OPEN } from './testing/serve.ts';
import type { Rest } from './types.ts';

const guide = readFileSync(new URL('../../../docs/guides/rest-api.md', import.meta.url), 'utf8');
const linesOf = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].flatMap(([, block = '']) =>
    block.split('\n').filter((line) => line !== ''),
  );

let test: TestDatabase;
let rest: Rest;
beforeAll(async () => {
  test = await createTestDatabase();
  const { pool, transaction } = test.database;
  rest = createRest({
    database: {
      run: (statement) => pool.query(statement),
      transaction: (work) => transaction((client) => work((statement) => client.query(statement))),
    },
    now: Date.now,
  });
});
afterAll(() => test.drop());

/** `METHOD /api/db/path?query Header: value {"body":1}`. */
function ask(line: string) {
  const [, method = '', path = '', query = '', name = '', value = '', body = null] =
    /^([A-Z]+) \/api\/db\/([^? ]+)(?:\?(\S+))?(?: ([\w-]+): (.+?))?(?: (\{.*\}))?$/.exec(line) ?? [];
  const headers = name === '' ? {} : { [name.toLowerCase()]: value };
  return rest.handle({ method, path, query, headers, body }, OPEN);
}

describe('the guide to the REST API', () => {
  it.each(linesOf('rest'))('%s', async (line) => {
    const answer = await ask(line);
    expect(answer.status < 300 ? 'answered' : answer.body).toBe('answered');
  });

  it.each(linesOf('refused'))('refuses %s', async (line) => {
    const [, code, request = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    const answer = await ask(request);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ code });
  });

  it('has examples of both', () => {
    expect(linesOf('rest').length).toBeGreaterThan(15);
    expect(linesOf('refused').length).toBeGreaterThan(5);
  });
});
