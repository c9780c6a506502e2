import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpError, transportError } from './http-error.ts';
import { createQueryClient } from './query-client.ts';

const REFUSED = new HttpError('ACCESS_DENIED', 403, 'You do not have permission to do this');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const tell = vi.fn<(id: string, text: string) => void>();
  const client = createQueryClient(tell);
  const read = async (error: Error, meta: Record<string, unknown> = {}) => {
    const queryFn = vi.fn(() => Promise.reject(error));
    const reading = client.fetchQuery({
      queryKey: ['x'],
      queryFn,
      meta,
      retry: client.getDefaultOptions().queries?.retry ?? 0,
    });
    const end = reading.catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await end).toBe(error);
    return queryFn.mock.calls.length;
  };
  return { tell, client, read };
}

describe('a read that fails', () => {
  it.each(['ECONNABORTED', 'ERR_NETWORK', 'ERR_INTERNET_DISCONNECTED'] as const)(
    'is tried three times more after %s, and told once, by its code',
    async (code) => {
      const { read, tell } = open();
      expect(await read(transportError(code))).toBe(4);
      expect(tell.mock.calls).toEqual([[code, transportError(code).message]]);
    },
  );

  it('is not tried again when the server answered', async () => {
    const { read, tell } = open();
    expect(await read(REFUSED)).toBe(1);
    expect(tell.mock.calls).toEqual([[REFUSED.message, REFUSED.message]]);
  });

  it('is told of by the page alone where the page does so', async () => {
    const { read, tell } = open();
    await read(REFUSED, { quiet: true });
    expect(tell).not.toHaveBeenCalled();
  });

  it('is no failure when it was given up', async () => {
    const { read, tell } = open();
    await read(new DOMException('given up', 'AbortError'));
    expect(tell).not.toHaveBeenCalled();
  });
});

it('a read that nobody waits for any more is given up', async () => {
  const { client } = open();
  const signals: AbortSignal[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['slow'],
    queryFn: ({ signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    },
  });
  observer.subscribe(() => undefined)();
  await vi.advanceTimersByTimeAsync(0);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

it('what was read stays fresh for five minutes', async () => {
  const { client } = open();
  const queryFn = vi.fn(async () => 1);
  await client.fetchQuery({ queryKey: ['y'], queryFn });
  await vi.advanceTimersByTimeAsync(299_000);
  await client.fetchQuery({ queryKey: ['y'], queryFn });
  expect(queryFn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2000);
  await client.fetchQuery({ queryKey: ['y'], queryFn });
  expect(queryFn).toHaveBeenCalledTimes(2);
});

it('an act that fails is told of, and never tried again by itself', async () => {
  const { client, tell } = open();
  const mutationFn = vi.fn(() => Promise.reject(transportError('ERR_NETWORK')));
  const act = client.getMutationCache().build(client, { mutationFn });
  await expect(act.execute(undefined)).rejects.toThrow();
  expect(mutationFn).toHaveBeenCalledTimes(1);
  expect(tell.mock.calls).toEqual([['ERR_NETWORK', 'Network Error. Please try again.']]);
});
