import { AppError } from '@quarterdeck/contract';
import { type Log, silentLog } from '@quarterdeck/kit';
import { describe, expect, it } from 'vitest';
import { callerOf } from '../../testing/identify.ts';
import { createEndpoint } from './endpoint.ts';
import type { Reads } from './reads.ts';
import type { Tool } from './tool.ts';

const caller = callerOf('admin');

/** An endpoint of one tool and one resource, both of which do `act`. */
function failing(act: () => Promise<never>) {
  const logged: unknown[] = [];
  const log: Log = { ...silentLog, error: (...args) => void logged.push(args) };
  const tool: Tool = {
    name: 'fail',
    title: 'Fail',
    description: 'Fails.',
    inputSchema: { type: 'object' },
    readOnly: true,
    mayUse: () => true,
    call: act,
  };
  const reads: Reads = { may: () => true, rows: act, search: act };
  const endpoint = createEndpoint({ tools: [tool], reads, version: '1', log });
  const ask = async (method: string, params: object): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const call = { contentType: 'application/json', protocolVersion: undefined, body };
    return (await endpoint(caller, call)).json();
  };
  return {
    logged,
    useTool: () => ask('tools/call', { name: 'fail', arguments: {} }),
    readItem: () => ask('resources/read', { uri: 'config_item://0199aaaa-0000-7000-8000-0000000000ff' }),
  };
}

describe('what fails', () => {
  it('for a reason that nobody knows is told without it, and logged', async () => {
    const { logged, useTool, readItem } = failing(() => Promise.reject(new Error('the password is s3cret')));
    const [result, refusal] = [await useTool(), await readItem()];
    expect(result).toMatchObject({ result: { isError: true } });
    expect(JSON.stringify(result)).toContain('INTERNAL');
    expect(refusal).toMatchObject({ error: { data: { code: 'INTERNAL' } } });
    expect(JSON.stringify([result, refusal])).not.toContain('s3cret');
    expect(logged).toHaveLength(2);
  });

  it('for a reason of the caller is told with it, and not logged', async () => {
    const { logged, useTool, readItem } = failing(() => Promise.reject(new AppError('ACCESS_DENIED')));
    const result = (await useTool()) as { result: { content: { text: string }[] } };
    expect(JSON.parse(result.result.content[0]?.text ?? '')).toEqual({
      error: expect.any(String),
      code: 'ACCESS_DENIED',
      details: {},
    });
    expect(await readItem()).toMatchObject({ error: { data: { code: 'ACCESS_DENIED' } } });
    expect(logged).toEqual([]);
  });

  it('because the database is away says so', async () => {
    const { useTool } = failing(() => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })));
    expect(JSON.stringify(await useTool())).toContain('DATABASE_UNAVAILABLE');
  });
});
