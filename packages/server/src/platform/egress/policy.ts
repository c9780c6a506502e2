import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { AppError } from '@quarterdeck/contract';
import { meaningsOf, normaliseHost } from './addresses.ts';

/** Never reached, whatever the settings say: link-local and metadata services, "this network", multicast, reserved. */
const NEVER = [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  '::/128',
  'fe80::/10',
  'ff00::/8',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
];
const NEVER_NAMES = ['metadata.google.internal', 'metadata.goog', 'instance-data.ec2.internal'];
const PRIVATE = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '::1/128',
  'fc00::/7',
  'fec0::/10',
];

/** The settings of the policy: lists of CIDR networks, addresses, host names and `*.name` for all names below. */
export interface EgressSettings {
  privateRanges: 'allow' | 'deny';
  allow: readonly string[];
  deny: readonly string[];
}

/** Decides about one destination. */
export interface EgressPolicy {
  /** Why the name may not be reached, whatever it resolves to; null when nothing speaks against it. */
  refuseName(host: string): string | null;
  /** Why the address may not be reached; `port` null when it is not known. */
  refuseAddress(host: string, address: string, port: number | null): string | null;
}

interface HostSet {
  addresses: BlockList;
  names: Set<string>;
  suffixes: string[];
}

/**
 * Makes the policy. `isOwnPort` tells the product's own ports, which are refused on this machine's addresses.
 * Throws `CONFIG_INVALID` for a list entry that is neither a network nor a host.
 */
export function createPolicy(settings: EgressSettings, isOwnPort: (port: number) => boolean): EgressPolicy {
  const never = hostSet([...NEVER, ...NEVER_NAMES]);
  const restricted = hostSet(PRIVATE);
  const allowed = hostSet(settings.allow);
  const denied = hostSet(settings.deny);
  return {
    refuseName(host) {
      if (hasName(never, host)) return 'metadata service';
      return hasName(denied, host) ? 'on the deny list' : null;
    },
    refuseAddress(host, address, port) {
      if (hasAddress(never, address)) return 'link-local, metadata or reserved address';
      if (hasAddress(denied, address)) return 'on the deny list';
      if (port !== null && isOwnPort(port) && isOwnAddress(address)) return 'a port of this server';
      if (settings.privateRanges === 'allow' || !hasAddress(restricted, address)) return null;
      return hasName(allowed, host) || hasAddress(allowed, address) ? null : 'private address';
    },
  };
}

function hostSet(entries: readonly string[]): HostSet {
  const set: HostSet = { addresses: new BlockList(), names: new Set(), suffixes: [] };
  for (const entry of entries) addEntry(set, entry);
  return set;
}

function addEntry(set: HostSet, entry: string): void {
  const [address = '', prefix] = entry.split('/');
  const family = isIP(address);
  const widest = family === 4 ? 32 : 128;
  if (family !== 0 && (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= widest))) {
    set.addresses.addSubnet(address, prefix === undefined ? widest : Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
    return;
  }
  const isSuffix = entry.startsWith('*.');
  const name = prefix === undefined ? normaliseHost(isSuffix ? entry.slice(2) : entry) : null;
  if (name === null) {
    throw new AppError('CONFIG_INVALID', {
      message: `${JSON.stringify(entry)} is neither a network nor a host name`,
      details: {
        problems: [{ name: 'QD_EGRESS_ALLOW, QD_EGRESS_DENY', value: entry, expected: 'a network or a host' }],
      },
    });
  }
  if (isSuffix) set.suffixes.push(`.${name}`);
  else set.names.add(name);
}

function hasName(set: HostSet, host: string): boolean {
  return set.names.has(host) || set.suffixes.some((suffix) => host.endsWith(suffix));
}

function hasAddress(set: HostSet, address: string): boolean {
  return meaningsOf(address).some(({ text, family }) => set.addresses.check(text, family));
}

function isOwnAddress(address: string): boolean {
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8, 'ipv4');
  own.addAddress('::1', 'ipv6');
  for (const { address: text, family } of Object.values(networkInterfaces()).flatMap((found) => found ?? [])) {
    own.addAddress(text.replace(/%.*$/, ''), family === 'IPv4' ? 'ipv4' : 'ipv6');
  }
  return meaningsOf(address).some(({ text, family }) => own.check(text, family));
}
