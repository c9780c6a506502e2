import type { LookupAddress } from 'node:dns';
import { isIP, isIPv4 } from 'node:net';

/**
 * The one spelling of a host: names in lower case and punycode without last dots, addresses in standard form, so that
 * `0x7f.1`, `2130706433` and full-width digits read as `127.0.0.1` (WHATWG URL, host parsing). Null when it is no host.
 */
export function normaliseHost(host: string): string | null {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  const unscoped = bare.replace(/%.*$/, '');
  if (isIP(bare) === 6 || isIP(unscoped) === 6)
    return URL.parse(`http://[${unscoped}]/`)?.hostname.slice(1, -1) ?? null;
  if (bare === '' || /[/\\?#@:%]/.test(bare)) return null;
  const name = URL.parse(`http://${bare}/`)?.hostname.replace(/\.+$/, '') ?? '';
  return name === '' ? null : name;
}

/** An address with the family that `net.BlockList` asks for. */
export interface Address {
  text: string;
  family: 'ipv4' | 'ipv6';
}

/**
 * The addresses that an address stands for: itself and, for IPv6 forms that carry an IPv4 address (mapped, compatible,
 * NAT64 RFC 6052 and 8215, 6to4 RFC 3056, Teredo RFC 4380), that one too.
 */
export function meaningsOf(address: string): Address[] {
  if (isIPv4(address)) return [{ text: address, family: 'ipv4' }];
  const self: Address = { text: address.replace(/%.*$/, ''), family: 'ipv6' };
  const words = ipv6Words(self.text);
  const inner = embeddedIPv4(words);
  return inner === null ? [self] : [self, { text: inner, family: 'ipv4' }];
}

function embeddedIPv4(words: number[]): string | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = words;
  const zeroUpTo = (count: number) => words.slice(0, count).every((word) => word === 0);
  if (zeroUpTo(5) && f === 0xffff) return dotted(g, h);
  if (zeroUpTo(4) && e === 0xffff && f === 0) return dotted(g, h);
  if (zeroUpTo(6) && (g !== 0 || h > 1)) return dotted(g, h);
  if (a === 0x64 && b === 0xff9b && (c === 0 || c === 1)) return dotted(g, h);
  if (a === 0x2002) return dotted(b, c);
  if (a === 0x2001 && b === 0 && (c !== 0 || d !== 0)) return dotted(g ^ 0xffff, h ^ 0xffff);
  return null;
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** The eight words of an IPv6 address in any spelling that `net.isIPv6` takes. */
function ipv6Words(address: string): number[] {
  const standard = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? '::';
  const [head = '', tail] = standard.split('::');
  const words = (part: string) => (part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16)));
  const first = words(head);
  if (tail === undefined) return first;
  const last = words(tail);
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

/** Puts the addresses in the order of attempts: families in turn, the resolver's first choice first (RFC 8305 §4). */
export function interleave(addresses: readonly LookupAddress[]): LookupAddress[] {
  if (addresses.length < 2) return [...addresses];
  const first = addresses.filter(({ family }) => family === addresses[0]?.family);
  const second = addresses.filter(({ family }) => family !== addresses[0]?.family);
  const longest = Math.max(first.length, second.length);
  return Array.from({ length: longest }, (_, index) => [first[index], second[index]])
    .flat()
    .filter((address) => address !== undefined);
}
