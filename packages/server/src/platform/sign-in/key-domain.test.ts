import { AppError } from '@quarterdeck/contract';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { keyDomainOf } from './key-domain.ts';

const CONSOLE = new URL('https://console.ops.example.com:8443');

describe('the domain of keys', () => {
  it.each([null, 'console.ops.example.com', 'ops.example.com', 'example.com'])('may be %s', (domain) => {
    expect(keyDomainOf(domain, CONSOLE)).toBe(domain);
  });

  it.each(['evil.example', 'le.com', 'a.console.ops.example.com', 'localhost'])('is refused as %s', (domain) => {
    expect(() => keyDomainOf(domain, CONSOLE)).toThrow(AppError);
  });

  it.each(['https://example.com', 'example.com:443', 'Example.com', '.com', 'a..b'])('is not written %s', (text) => {
    expect(() => loadConfig({ QD_WEBAUTHN_RP_ID: text }, {}, '/', false)).toThrow(AppError);
  });

  it('is nothing unless it is set', () => {
    expect(loadConfig({}, {}, '/', false).keyDomain).toBeNull();
    expect(loadConfig({ QD_WEBAUTHN_RP_ID: 'example.com' }, {}, '/', false).keyDomain).toBe('example.com');
  });
});
