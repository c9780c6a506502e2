import { describe, expect, it } from 'vitest';
import { isDenied } from './http-error.ts';
import { problemOf } from './problem.ts';
import { signInAddress } from './sign-in.ts';

function answer(body: string | object, status: number, type = 'application/json', statusText = 'Bad'): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, statusText, headers: { 'content-type': type } });
}

describe('problemOf', () => {
  it('reads a problem: error before message before detail', async () => {
    const problem = { code: 'CHECK_NOT_FOUND', error: 'e', message: 'm', detail: 'd', details: { id: '1' } };
    expect(await problemOf(answer(problem, 404))).toMatchObject({
      code: 'CHECK_NOT_FOUND',
      status: 404,
      message: 'e',
      details: { id: '1' },
    });
    expect(await problemOf(answer({ message: 'm', detail: 'd' }, 400))).toMatchObject({ code: 'HTTP', message: 'm' });
    expect(await problemOf(answer({ title: 't', detail: 'd' }, 400))).toMatchObject({ message: 'd' });
  });

  it('reads a body of the REST dialect', async () => {
    const body = { code: '23505', message: 'duplicate key', details: null, hint: 'choose another' };
    expect(await problemOf(answer(body, 409))).toMatchObject({
      code: '23505',
      status: 409,
      message: 'duplicate key',
      details: 'choose another',
    });
  });

  it('says a refusal in words for a person', async () => {
    const error = await problemOf(answer('unauthorized. Access Denied', 403, 'text/plain; charset=utf-8'));
    expect(error).toMatchObject({ code: 'ACCESS_DENIED', message: 'You do not have permission to do this' });
    expect(isDenied(error)).toBe(true);
    expect(isDenied(new Error('x'))).toBe(false);
  });

  it('takes short plain texts, and never the page of a proxy', async () => {
    expect((await problemOf(answer('no canary', 404, 'text/plain'))).message).toBe('no canary');
    expect((await problemOf(answer('<html>', 502, 'text/html'))).message).toBe('HTTP 502: Bad');
    expect((await problemOf(answer('x'.repeat(301), 500, 'text/plain'))).message).toBe('HTTP 500: Bad');
    expect((await problemOf(answer('', 500))).message).toBe('HTTP 500: Bad');
    expect((await problemOf(answer('[1]', 500))).message).toBe('HTTP 500: Bad');
  });
});

describe('signInAddress', () => {
  it.each([
    ['standalone', '/health', null],
    [undefined, '/health', null],
    [undefined, '/recovery', null],
    ['self-hosted', '/health?a=b&c=d', '/login?return_to=%2Fhealth%3Fa%3Db%26c%3Dd'],
    ['hosted', '/', '/auth-state-checker?return_to=%2F'],
    ['self-hosted', '/login?flow=1', null],
    ['hosted', '/auth-state-checker?return_to=%2F', null],
  ] as const)('%s at %s leads to %s', (mode, here, address) => {
    expect(signInAddress(mode, here)).toBe(address);
  });
});
