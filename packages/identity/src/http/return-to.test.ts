import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseReturnTo, relativeTo } from './return-to.ts';

const CONSOLE = new URL('https://console.example/');
const accepts = (text: string): boolean => parseReturnTo(text, CONSOLE) !== null;

test.each([
  ['/', '/'],
  ['/health?layout=card#top', '/health?layout=card#top'],
  ['health', '/health'],
  ['https://console.example/catalog/1', '/catalog/1'],
  ['HTTPS://CONSOLE.EXAMPLE:443/x', '/x'],
  ['/a//b', '/a//b'],
  ['/x?next=https://evil.example', '/x?next=https://evil.example'],
])('%s is a place of the console', (text, expected) => {
  const url = parseReturnTo(text, CONSOLE);
  expect(url && relativeTo(url, CONSOLE)).toBe(expected);
});

const host = 'evil.example';
/** Spellings that some parser or other takes for another host, another scheme or a script. */
const spellings = [
  `https://${host}`,
  `http://${host}`,
  `//${host}`,
  `///${host}`,
  `/.//${host}`,
  `/x/..//${host}`,
  `.//${host}`,
  `////${host}`,
  `//${host}/health`,
  `/\\${host}`,
  `\\/${host}`,
  `\\\\${host}`,
  `/\\/${host}`,
  `//\\${host}`,
  `/%5C${host}`,
  `/%5c/${host}`,
  `%5C%5C${host}`,
  `https:${host}`,
  `https:/${host}`,
  `https:\\\\${host}`,
  `https:///${host}`,
  `http:${host}`,
  `http:/${host}`,
  `hTTps://${host}`,
  `ftp://${host}`,
  `ftp://console.example/`,
  `file:///etc/passwd`,
  `javascript:alert(1)`,
  `JavaScript:alert(1)`,
  `java\tscript:alert(1)`,
  `java\nscript:alert(1)`,
  ` javascript:alert(1)`,
  `javascript://console.example/%0aalert(1)`,
  `data:text/html,<script>alert(1)</script>`,
  `vbscript:x`,
  `blob:https://console.example/x`,
  `about:blank`,
  `https://console.example@${host}`,
  `https://console.example:443@${host}`,
  `https://console.example%40${host}`,
  `https://user:pass@console.example/`,
  `https://user@console.example/`,
  `https://@console.example/`.replace('@', 'a@'),
  `https://console.example.${host}`,
  `https://console.example-${host}`,
  `https://${host}/console.example`,
  `https://${host}?console.example`,
  `https://${host}#console.example`,
  `https://${host}\\console.example`,
  `https://${host}\\@console.example`,
  `https://console.example\\@${host}`,
  `https://console.example\\.${host}`,
  `https://console.example:8443/`,
  `http://console.example/`,
  `https://CONSOLE.example.evil.example/`,
  `https://xn--console-.example/`,
  `https://console。${host}`,
  `https://console.example．${host}`,
  `https://${host}%E3%80%82com`,
  `https://ｃonsole.${host}`,
  `https://[::1]/`,
  `https://127.0.0.1/`,
  `https://2130706433/`,
  `https://0x7f000001/`,
  `https://localhost/`,
  `/\t/${host}`,
  `/\n/${host}`,
  `/\r/${host}`,
  `\t//${host}`,
  `\n//${host}`,
  ` //${host}`.replace(' ', '\u000b'),
  `\u0000//${host}`,
  `/health\u0000`,
  `/health\u007f`,
  `/health%00`,
  `/health%0d%0aLocation:%20https://${host}`,
  `/health%0aset-cookie:x=1`,
  `/health%09`,
  `/%2e%2e%5c${host}`,
  `/health\\..\\..`,
  `/health%5c`,
  `/%`,
  `/health?x=%`,
  `/%E0%A4%A`,
  `/login`,
  `/login?return_to=/`,
  `/login/`,
  `/registration`,
  `/registration?flow=1`,
  `/recovery`,
  `/verification`,
  `/error`,
  `/error?id=1`,
  `/auth-state-checker`,
  `/x/../login`,
  `/./login`,
  `/%2e/login`,
  `//console.example/health`,
  `https://console.example//..//login`.replace('//..//', '/../'),
  `/${'a'.repeat(2048)}`,
  `https://console.example/${'a'.repeat(2048)}`,
  `ws://console.example/`,
  `wss://console.example/`,
  `mailto:a@console.example`,
  `tel:1`,
  `view-source:https://console.example/`,
  `intent://console.example/#Intent;end`,
  `x:`,
  ':::\\',
  `https://`,
  `https:`,
  `http://`,
];

test(`${spellings.length} spellings of other places are refused`, () => {
  expect(spellings.length).toBeGreaterThanOrEqual(100);
  expect(spellings.filter(accepts)).toEqual([]);
});

test('what is accepted never leaves the console, however a browser reads it', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '//',
    ':',
    '@',
    '.',
    '?',
    '#',
    'https',
    'javascript',
    'evil.example',
    'console.example',
    '%5c',
    '%2f',
    '\t',
    ' ',
    'a',
    '%',
    '[',
    ']',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
      const text = parts.join('');
      const url = parseReturnTo(text, CONSOLE);
      if (url === null) return;
      expect(new URL(relativeTo(url, CONSOLE), CONSOLE).origin).toBe(CONSOLE.origin);
      expect(new URL(text, CONSOLE).origin).toBe(CONSOLE.origin);
    }),
    { numRuns: 2000 },
  );
});

test('further places are compared by origin and by whole parts of the path', () => {
  const allowed = [new URL('https://other.example/app')];
  const fits = (text: string) => parseReturnTo(text, CONSOLE, allowed)?.href ?? null;
  expect(fits('https://other.example/app/x')).toBe('https://other.example/app/x');
  expect(fits('https://other.example/app')).toBe('https://other.example/app');
  expect(fits('https://other.example/application')).toBeNull();
  expect(fits('https://other.example/')).toBeNull();
});
