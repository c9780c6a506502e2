import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACT_FUNCTIONS, CONTRACT_VIEWS } from './testing/contract-views.ts';
import { createTestDatabase, type TestDatabase } from './testing/index.ts';
import { type Rows, rowsOf } from './testing/rows.ts';

const SHORT: Record<string, string> = {
  ts: 'timestamp with time zone',
  n: 'numeric',
  int4: 'integer',
  int8: 'bigint',
  'varchar(10)': 'character varying(10)',
  'varchar[]': 'character varying[]',
};
const longType = (type: string): string => SHORT[type] ?? type;

let test: TestDatabase;
let rows: Rows;
beforeAll(async () => {
  test = await createTestDatabase();
  rows = rowsOf(test.database);
});
afterAll(() => test.drop());

/** The columns of a relation, by name. */
async function columnsOf(relation: string): Promise<Record<string, string>> {
  const found = await rows.all(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [relation],
  );
  return Object.fromEntries(found.map(({ name, type }) => [name, type]));
}

/** Reads `*table; a,b text; + c uuid`. */
async function expectedColumns(text: string): Promise<Record<string, string>> {
  const columns: Record<string, string> = {};
  for (const part of text
    .replaceAll('+', '')
    .split(';')
    .map((member) => member.trim())) {
    if (part.startsWith('*')) {
      Object.assign(columns, await columnsOf(part.slice(1)));
      continue;
    }
    const [names = '', type = ''] = part.split(/\s+/);
    for (const name of names.split(',')) columns[name] = longType(type);
  }
  return columns;
}

/** The entries of a list, each from its name to the next one. */
const entries = (text: string): string[] =>
  text
    .trim()
    .split(/\n(?=\S)/)
    .map((entry) => entry.replace(/\s+/g, ' '));

const views = entries(CONTRACT_VIEWS).map((entry) => {
  const [name = '', columns = ''] = entry.split(/: (.*)/s);
  return { name, columns };
});

describe('every view has the columns and types of the contract', () => {
  it.each(views)('$name', async ({ name, columns }) => {
    expect(await columnsOf(name)).toEqual(await expectedColumns(columns));
  });

  it('and can be read while it is empty', async () => {
    for (const { name } of views) await rows.all(`select * from ${name} limit 1`);
    expect(views.length).toBeGreaterThan(70);
  });
});

const functions = entries(CONTRACT_FUNCTIONS).map((entry) => {
  const [, name = '', args = '', result = ''] = /^(\w+)\((.*?)\): (.*)$/.exec(entry) ?? [];
  return { name, args, result };
});

describe('every function has the arguments, defaults and results of the contract', () => {
  it.each(functions)('$name', async ({ name, args, result }) => {
    const found = await rows.one(
      `select pg_get_function_arguments(oid) as args, pg_get_function_result(oid) as result
        from pg_proc where proname = $1 and pronamespace = 'public'::regnamespace`,
      [name],
    );
    const expectedArgs = args
      .split(', ')
      .filter(Boolean)
      .map((arg) => {
        const [left = '', fallback] = arg.split('=');
        const [argument = '', type = ''] = left.split(' ');
        const shown =
          fallback?.startsWith("'") || fallback === 'NULL'
            ? `${fallback}::${longType(type)}`
            : fallback?.replace('-1', "'-1'::integer");
        return `${argument} ${longType(type)}${shown === undefined ? '' : ` DEFAULT ${shown}`}`;
      });
    expect(found.args).toBe(expectedArgs.join(', '));
    if (result.startsWith('*')) expect(found.result).toBe(`SETOF ${result.slice(1)}`);
    else if (!result.includes(' ')) expect(found.result).toBe(longType(result));
    else {
      const columns = Object.entries(await expectedColumns(result)).map(([column, type]) => `${column} ${type}`);
      expect(found.result).toBe(`TABLE(${columns.join(', ')})`);
    }
  });
});
