import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callerOf } from '../../testing/identify.ts';
import { searchPromptText } from './prompt.ts';
import { tellRows } from './tell.ts';
import { defineTool, ID, LIMIT, QUERY } from './tool.ts';

const caller = callerOf('admin');
const tool = defineTool({
  name: 'find',
  title: 'Find',
  description: 'Finds.',
  mayUse: () => true,
  input: z.strictObject({ query: QUERY, id: ID.optional(), limit: LIMIT }),
  act: async (_caller, given) => [JSON.stringify(given)],
});
const call = async (given: unknown) => JSON.parse((await tool.call(caller, given))[0] ?? '');
const refusal = async (given: unknown) => {
  const error = await tool.call(caller, given).catch((thrown: unknown) => thrown);
  return error instanceof AppError ? { code: error.code, field: error.details.field, message: error.message } : error;
};

describe('the arguments of a tool', () => {
  it('are told as a schema of JSON', () => {
    expect(tool.inputSchema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['query'],
      properties: { query: { minLength: 1 }, id: { format: 'uuid' }, limit: { default: 30 } },
    });
    expect(tool.inputSchema).not.toHaveProperty('$schema');
  });

  it('are read, with what is not given', async () => {
    expect(await call({ query: ' web ' })).toEqual({ query: 'web', limit: 30 });
    const id = '0199AAAA-0000-7000-8000-0000000000FF';
    expect(await call({ query: 'x', id, limit: 100 })).toEqual({ query: 'x', id, limit: 100 });
  });

  it('that are wrong are told all at once, the first as the field', async () => {
    expect(await refusal({ limit: 1.5, more: 1, '': 2 })).toMatchObject({
      code: 'REQUEST_INVALID',
      field: 'query',
      message: expect.stringMatching(/^query: .*; limit: .*; more: is not an argument/s),
    });
    expect(await refusal(undefined)).toMatchObject({ field: 'query' });
    expect(await refusal([1])).toMatchObject({ field: 'arguments' });
    expect(await refusal({ query: 'x'.repeat(2001) })).toMatchObject({ field: 'query' });
  });

  it('are read or refused, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (given) => {
        const refused = await refusal(given);
        if (Array.isArray(refused)) expect(JSON.parse(refused[0])).toHaveProperty('query');
        else expect(refused).toMatchObject({ code: 'REQUEST_INVALID', field: expect.any(String) });
      }),
    );
  });
});

describe('rows that are told', () => {
  it('are an array of JSON', () => {
    expect(tellRows([])).toEqual(['[]']);
    expect(tellRows([{ a: 1 }, 'b'])).toEqual(['[{"a":1},"b"]']);
  });

  it('are one at least, and no more than an answer holds', () => {
    const large = 'x'.repeat(300_000);
    const [all, note] = tellRows([large, 'small']);
    expect(JSON.parse(all ?? '')).toEqual([large]);
    expect(note).toContain('first 1 of 2');
    const [some = ''] = tellRows(Array.from({ length: 1000 }, () => 'y'.repeat(1000)));
    expect(some.length).toBeLessThanOrEqual(256 * 1024 + 2);
    expect(JSON.parse(some).length).toBeGreaterThan(200);
  });

  it('say when there are more of them', () => {
    expect(tellRows([1, 2], true)).toEqual(['[1,2]', expect.stringContaining('first 2 of more than 2')]);
  });
});

it('the prompt ends with the question when there is one', () => {
  expect(searchPromptText(' what fails? ')).toMatch(/The question: what fails\?$/);
  expect(searchPromptText(' ')).toBe(searchPromptText());
  expect(searchPromptText()).not.toContain('question:');
});
