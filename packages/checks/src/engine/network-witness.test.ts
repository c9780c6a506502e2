import { createManualClock } from '@quarterdeck/kit';
import { expect, test } from 'vitest';
import { createNetworkWitness, hasLocalRoute } from './network-witness.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });
const setUp = (hasRoute = () => true) => {
  const clock = createManualClock(1_000_000);
  return { clock, witness: createNetworkWitness({ clock, windowMs: 60_000, hasRoute }) };
};

test.each(['EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])(
  '%s is our own fault',
  (code) => {
    expect(setUp().witness.classify('example.org', failure(code))).toBe('unknown');
  },
);

test.each(['ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ECONNRESET', 'ETIMEDOUT'])(
  '%s of one host is its fault',
  (code) => {
    expect(setUp().witness.classify('example.org', failure(code))).toBe('down');
  },
);

test('looks into causes and members', () => {
  const { witness } = setUp();
  const nested = new Error('fetch failed', { cause: new AggregateError([failure('ENETUNREACH')]) });
  expect(witness.classify('a', nested)).toBe('unknown');
  expect(witness.classify('a', new AggregateError([failure('ENETUNREACH'), failure('ECONNREFUSED')]))).toBe('down');
  expect(witness.classify(undefined, 'a text')).toBe('down');
  const cyclic = failure('EIO');
  cyclic.cause = cyclic;
  expect(witness.classify('a', cyclic)).toBe('down');
});

test('three hosts that fall silent while none answers mean that our network is gone', () => {
  const { witness } = setUp();
  expect(witness.classify('a', failure('ETIMEDOUT'))).toBe('down');
  expect(witness.classify('A', failure('ETIMEDOUT'))).toBe('down');
  expect(witness.classify('b', failure('EHOSTUNREACH'))).toBe('down');
  expect(witness.classify('c', new DOMException('timeout', 'TimeoutError'))).toBe('unknown');
  expect(witness.classify('a', failure('ETIMEDOUT'))).toBe('unknown');
});

test('one answer, also a refusal, proves that our network is there', () => {
  for (const prove of ['pass', 'refusal']) {
    const { witness } = setUp();
    witness.classify('a', failure('ETIMEDOUT'));
    witness.classify('b', failure('ETIMEDOUT'));
    if (prove === 'pass') witness.observe('d', 'answered');
    else witness.classify('d', failure('ECONNREFUSED'));
    expect(witness.classify('c', failure('ETIMEDOUT'))).toBe('down');
  }
});

test('what is older than the window does not count', () => {
  const { clock, witness } = setUp();
  witness.observe('d', 'answered');
  witness.classify('a', failure('ETIMEDOUT'));
  witness.classify('b', failure('ETIMEDOUT'));
  clock.advance(60_001);
  expect(witness.classify('c', failure('ETIMEDOUT'))).toBe('down');
  witness.classify('a', failure('ETIMEDOUT'));
  expect(witness.classify('b', failure('ETIMEDOUT'))).toBe('unknown');
});

test('loopback proves nothing, neither by answering nor by silence', () => {
  const { witness } = setUp();
  for (const host of ['localhost', '127.0.0.1', '::1', '[::1]', 'x.localhost']) {
    expect(witness.classify(host, failure('ETIMEDOUT'))).toBe('down');
    witness.observe(host, 'answered');
  }
  witness.classify('a', failure('ETIMEDOUT'));
  witness.classify('b', failure('ETIMEDOUT'));
  expect(witness.classify('c', failure('ETIMEDOUT'))).toBe('unknown');
});

test.each([
  'ReplyError',
  'ER_ACCESS_DENIED_ERROR',
  '28P01',
  'XX000',
  'HPE_INVALID_CONSTANT',
  'ERR_SSL_WRONG_VERSION_NUMBER',
])('%s comes from a server, so the network is there', (code) => {
  const { witness } = setUp();
  witness.classify('a', failure('ETIMEDOUT'));
  witness.classify('b', failure('ETIMEDOUT'));
  expect(witness.classify('d', failure(code))).toBe('down');
  expect(witness.classify('c', failure('ETIMEDOUT'))).toBe('down');
});

test('without a route, silence and names that are not found are our fault at once', () => {
  const { witness } = setUp(() => false);
  expect(witness.classify('a', failure('ETIMEDOUT'))).toBe('unknown');
  expect(witness.classify('a', failure('ENOTFOUND'))).toBe('unknown');
  expect(witness.classify('127.0.0.1', failure('ETIMEDOUT'))).toBe('down');
  expect(witness.classify('a', failure('ECONNREFUSED'))).toBe('down');
  expect(witness.classify('a', failure('EGRESS_DENIED'))).toBe('down');
});

test('where answers come often, silence after the last of them counts much sooner than the window', () => {
  const { clock, witness } = setUp();
  for (let second = 0; second < 300; second++) {
    clock.advance(1000);
    witness.observe(`host-${second % 10}`, 'answered');
  }
  clock.advance(1000);
  for (const host of ['a', 'b']) expect(witness.classify(host, failure('ETIMEDOUT'))).toBe('down');
  expect(witness.classify('c', failure('ETIMEDOUT'))).toBe('down');
  clock.advance(1500);
  expect(witness.classify('d', failure('ETIMEDOUT'))).toBe('unknown');
  witness.observe('host-1', 'answered');
  expect(witness.classify('d', failure('ETIMEDOUT'))).toBe('down');
});

test('where answers are rare, three silent hosts in a row are no proof within the window', () => {
  const { clock, witness } = setUp();
  witness.observe('d', 'answered');
  for (let round = 0; round < 20; round++) {
    clock.advance(30_000);
    for (const host of ['a', 'b', 'c']) expect(witness.classify(host, failure('ETIMEDOUT'))).toBe('down');
    witness.observe('d', 'answered');
  }
});

test('an address of loopback or of the link alone is no route', () => {
  const on = (address: string, internal = false) => ({
    x: [{ address, internal, netmask: '', family: 'IPv4' as const, mac: '', cidr: null }],
  });
  expect(hasLocalRoute({})).toBe(false);
  expect(hasLocalRoute(on('127.0.0.1', true))).toBe(false);
  expect(hasLocalRoute(on('169.254.3.4'))).toBe(false);
  expect(hasLocalRoute(on('fe80::1'))).toBe(false);
  expect(hasLocalRoute(on('192.0.2.1'))).toBe(true);
  expect(hasLocalRoute(on('2001:db8::1'))).toBe(true);
});
