import { createManualClock } from '@quarterdeck/kit';
import { expect, test } from 'vitest';
import { createNetworkWitness } from './network-witness.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });
const setUp = () => {
  const clock = createManualClock(1_000_000);
  return { clock, witness: createNetworkWitness({ clock, windowMs: 60_000 }) };
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
