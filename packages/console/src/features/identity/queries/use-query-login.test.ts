import { describe, expect, it } from 'vitest';
import { takeCredentials } from './use-query-login.ts';

function page(address: string) {
  const seen: string[] = [];
  const history = { state: { key: 1 }, replaceState: (_state: unknown, _title: string, url: string) => seen.push(url) };
  const found = takeCredentials({ location: { href: `http://console.test${address}` }, history } as never);
  return { found, seen };
}

describe('takeCredentials', () => {
  it('takes both out of the address and leaves the rest', () => {
    expect(page('/login?username=a%40b.test&return_to=%2Fhealth&password=p%26q')).toEqual({
      found: { identifier: 'a@b.test', password: 'p&q' },
      seen: ['/login?return_to=%2Fhealth'],
    });
  });

  it('takes a lone one out too, and has nothing to sign in by then', () => {
    expect(page('/login?password=p')).toEqual({ found: null, seen: ['/login'] });
    expect(page('/login?username=a&password=')).toEqual({ found: null, seen: ['/login'] });
  });

  it('leaves other addresses alone', () => {
    expect(page('/login?flow=1')).toEqual({ found: null, seen: [] });
  });
});
