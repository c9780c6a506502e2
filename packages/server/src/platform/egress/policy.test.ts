import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interleave, meaningsOf, normaliseHost } from './addresses.ts';
import type { EgressSettings } from './policy.ts';
import { createPolicy } from './policy.ts';

const open: EgressSettings = { privateRanges: 'allow', allow: [], deny: [] };
const closed: EgressSettings = { ...open, privateRanges: 'deny' };
const policy = (settings: EgressSettings, ownPort = 0) => createPolicy(settings, (port) => port === ownPort);

describe('normaliseHost', () => {
  it.each([
    ['Example.COM.', 'example.com'],
    ['0x7f.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0177.0.0.01', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['１２７.０.０.１', '127.0.0.1'],
    ['[::1]', '::1'],
    ['::FFFF:127.0.0.1', '::ffff:7f00:1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['my_service', 'my_service'],
    ['', null],
    ['a b', null],
    ['user@host', null],
    ['host/path', null],
    ['1.2.3.4.5', null],
    ['256.1.1.1', null],
    ['.', null],
    ['host..', 'host'],
  ])('%s is %s', (written, expected) => {
    expect(normaliseHost(written)).toBe(expected);
  });

  it('is idempotent and never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = normaliseHost(text);
        if (once !== null) expect(normaliseHost(once)).toBe(once);
      }),
    );
  });

  it('keeps every IPv4 address through its number spelling', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
        expect(normaliseHost(String(number))).toBe(address);
        expect(normaliseHost(`0x${number.toString(16)}`)).toBe(address);
      }),
    );
  });
});

describe('meaningsOf', () => {
  it.each([
    ['::ffff:10.1.2.3'],
    ['::ffff:0:10.1.2.3'],
    ['::10.1.2.3'],
    ['64:ff9b::10.1.2.3'],
    ['64:ff9b:1::10.1.2.3'],
    ['2002:0a01:0203::1'],
    ['2001:0:1234::f5fe:fdfc'],
  ])('finds 10.1.2.3 in %s', (address) => {
    expect(meaningsOf(address).map(({ text }) => text)).toContain('10.1.2.3');
  });

  it.each(['2606:4700::1111', '::1', '::', '2001:db8::10.1.2.3'])('finds nothing in %s', (address) => {
    expect(meaningsOf(address)).toHaveLength(1);
  });
});

describe('createPolicy', () => {
  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '0.0.0.0',
    '0.1.2.3',
    '224.0.0.1',
    '255.255.255.255',
    '100.100.100.200',
    '168.63.129.16',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'ff02::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
  ])('never lets %s be reached, not even when it is allowed', (address) => {
    const allow = ['169.254.0.0/16', '0.0.0.0/0', '::/0'];
    expect(policy({ ...open, allow }).refuseAddress('x', address, 80)).not.toBeNull();
    expect(policy({ ...closed, allow }).refuseAddress('x', address, 80)).not.toBeNull();
  });

  it.each(['10.0.0.1', '172.31.0.1', '192.168.1.1', '127.0.0.1', '100.64.0.1', '::1', 'fd12::1', '::ffff:10.0.0.1'])(
    'lets the private %s be reached by policy only',
    (address) => {
      expect(policy(open).refuseAddress('x', address, 80)).toBeNull();
      expect(policy(closed).refuseAddress('x', address, 80)).not.toBeNull();
    },
  );

  it.each(['1.1.1.1', '172.32.0.1', '2606:4700::1111'])('lets the public %s be reached', (address) => {
    expect(policy(closed).refuseAddress('x', address, 80)).toBeNull();
  });

  it('allows private exceptions by network, address and name', () => {
    const { refuseAddress } = policy({
      ...closed,
      allow: ['10.1.0.0/16', '10.2.0.5', 'db.test', '*.corp.test', 'fd12::/16'],
    });
    expect(refuseAddress('x', '10.1.9.9', 1)).toBeNull();
    expect(refuseAddress('x', '10.2.0.5', 1)).toBeNull();
    expect(refuseAddress('x', '10.2.0.6', 1)).not.toBeNull();
    expect(refuseAddress('db.test', '10.9.0.1', 1)).toBeNull();
    expect(refuseAddress('a.corp.test', '10.9.0.1', 1)).toBeNull();
    expect(refuseAddress('corp.test', '10.9.0.1', 1)).not.toBeNull();
    expect(refuseAddress('x', 'fd12::7', 1)).toBeNull();
  });

  it('lets the deny list win', () => {
    const { refuseAddress, refuseName } = policy({ ...open, allow: ['1.1.1.1'], deny: ['1.1.1.0/24', '*.bad.test'] });
    expect(refuseAddress('x', '1.1.1.1', 1)).not.toBeNull();
    expect(refuseAddress('x', '::ffff:1.1.1.1', 1)).not.toBeNull();
    expect(refuseName('a.bad.test')).not.toBeNull();
    expect(refuseName('bad.test.example')).toBeNull();
    expect(refuseName('metadata.google.internal')).not.toBeNull();
  });

  it('keeps the own ports from being reached at this machine', () => {
    const { refuseAddress } = policy(open, 8080);
    expect(refuseAddress('x', '127.0.0.1', 8080)).not.toBeNull();
    expect(refuseAddress('x', '127.9.9.9', 8080)).not.toBeNull();
    expect(refuseAddress('x', '::ffff:127.0.0.1', 8080)).not.toBeNull();
    expect(refuseAddress('x', '::1', 8080)).not.toBeNull();
    expect(refuseAddress('x', '127.0.0.1', 8081)).toBeNull();
    expect(refuseAddress('x', '127.0.0.1', null)).toBeNull();
    expect(refuseAddress('x', '1.1.1.1', 8080)).toBeNull();
  });

  it.each(['10.0.0.0/33', '10.0.0.0/x', 'a/8', 'a b', '*.'])('refuses the list entry %s', (entry) => {
    const act = () => policy({ ...open, deny: [entry] });
    expect(act).toThrow(AppError);
    expect(act).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });
});

describe('interleave', () => {
  it('takes the families in turn and keeps every address', () => {
    const address = fc.record({ address: fc.uuid(), family: fc.constantFrom(4, 6) });
    fc.assert(
      fc.property(fc.array(address), (addresses) => {
        const mixed = interleave(addresses);
        expect(mixed.toSorted(byAddress)).toEqual(addresses.toSorted(byAddress));
        expect(mixed[0]).toBe(addresses[0]);
      }),
    );
    const [a, b, c] = [4, 4, 6].map((family, index) => ({ address: String(index), family }));
    expect(interleave([a, b, c].filter((entry) => entry !== undefined))).toEqual([a, c, b]);
  });
});

function byAddress(left: { address: string }, right: { address: string }): number {
  return left.address.localeCompare(right.address);
}
