import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCookie, writeCookie } from './cookies.ts';
import { createCsrf } from './csrf.ts';
import { readForm, submitsJson, wantsJson } from './negotiate.ts';

const withAccept = (accept: string | undefined) => ({ headers: { accept } });

describe('who wants JSON', () => {
  it.each([
    ['application/json', true],
    ['application/json, text/plain, */*', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    ['text/html, application/json;q=0.5', false],
    ['text/html;q=0.4, application/json;q=0.5', true],
    ['application/json;q=0', false],
    ['*/*', false],
    ['', false],
    [undefined, false],
  ])('%s: %s', (accept, expected) => {
    expect(wantsJson(withAccept(accept))).toBe(expected);
  });

  it('is also who submits JSON', () => {
    const headers = { accept: '*/*', 'content-type': 'application/json; charset=utf-8' };
    expect(submitsJson({ headers })).toBe(true);
    expect(submitsJson({ headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } })).toBe(false);
  });
});

describe('a form', () => {
  const json = (body: string) => readForm({ headers: { 'content-type': 'application/json' }, body });

  it('is read the same, flat or nested or as a page sends it', () => {
    const expected = { 'traits.email': 'a@b.c', 'traits.name.first': 'A', totp_unlink: 'true' };
    expect(json('{"traits":{"email":"a@b.c","name":{"first":"A"}},"totp_unlink":true}')).toEqual(expected);
    expect(json('{"traits.email":"a@b.c","traits.name.first":"A","totp_unlink":"true"}')).toEqual(expected);
    const body = 'traits.email=a%40b.c&traits.name.first=A&totp_unlink=true';
    expect(readForm({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })).toEqual(expected);
  });

  it.each(['[]', '1', '"x"', 'null', '{', 'undefined'])('is not %s', (body) => {
    expect(json(body)).toBeNull();
  });

  it('may be empty, of another type never', () => {
    expect(json('')).toEqual({});
    expect(readForm({ headers: {}, body: '' })).toEqual({});
    expect(readForm({ headers: { 'content-type': 'text/plain' }, body: 'a=1' })).toBeNull();
  });

  it('holds texts only, whatever was sent', () => {
    fc.assert(
      fc.property(fc.object(), (value) => {
        const read = json(JSON.stringify(value));
        expect(Object.values(read ?? {}).every((one) => typeof one === 'string')).toBe(true);
      }),
    );
  });
});

describe('the protection against forged forms', () => {
  const csrf = createCsrf('https://console.example/api/.ory/', true);
  const other = createCsrf('https://other.example/api/.ory/', true);

  it('shows another value each time, and knows each', () => {
    const { secret, cookie } = csrf.renew();
    const [a, b] = [csrf.token(secret), csrf.token(secret)];
    expect(a).not.toBe(b);
    expect([csrf.matches(secret, a), csrf.matches(secret, b)]).toEqual([true, true]);
    expect(a).not.toContain(secret);
    expect(csrf.secretOf({ headers: { cookie: cookie.split(';')[0] } })).toBe(secret);
    expect(other.cookieName).not.toBe(csrf.cookieName);
  });

  it('knows none of another browser, and nothing invented', () => {
    const { secret } = csrf.renew();
    expect(csrf.matches(secret, csrf.token(csrf.renew().secret))).toBe(false);
    fc.assert(fc.property(fc.string(), (text) => !csrf.matches(secret, text)));
    expect(csrf.secretOf({ headers: { cookie: `${csrf.cookieName}=short` } })).toBeUndefined();
    expect(csrf.secretOf({ headers: {} })).toBeUndefined();
  });
});

describe('a cookie', () => {
  it('is found among others, the first of its name', () => {
    const headers = { cookie: 'a=1; session=x=y; session=z; b' };
    expect(readCookie({ headers }, 'session')).toBe('x=y');
    expect(readCookie({ headers }, 'b')).toBeUndefined();
    expect(readCookie({ headers: {} }, 'a')).toBeUndefined();
  });

  it('is secure where the page is', () => {
    expect(writeCookie('a', 'b', { maxAge: 1, secure: false })).toBe('a=b; Path=/; Max-Age=1; HttpOnly; SameSite=Lax');
    expect(writeCookie('a', 'b', { maxAge: 1, secure: true })).toMatch(/; Secure$/);
  });
});
