import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePing, pingArguments } from './ping.ts';

const linux = `PING 127.0.0.1 (127.0.0.1) 56(84) bytes of data.

--- 127.0.0.1 ping statistics ---
4 packets transmitted, 3 received, 25% packet loss, time 811ms
rtt min/avg/max/mdev = 0.024/12.345/20.047/0.009 ms
`;
const darwin = `--- 127.0.0.1 ping statistics ---
2 packets transmitted, 2 packets received, 0.0% packet loss
round-trip min/avg/max/stddev = 0.045/0.061/0.077/0.016 ms
`;
const lost = `--- 192.0.2.1 ping statistics ---
3 packets transmitted, 0 received, +3 errors, 100% packet loss, time 2037ms
pipe 3
`;

describe('parsePing', () => {
  it('reads the summary of each platform', () => {
    expect(parsePing(linux)).toEqual({ sent: 4, received: 3, lossPercent: 25, averageMs: 12.345 });
    expect(parsePing(darwin)).toEqual({ sent: 2, received: 2, lossPercent: 0, averageMs: 0.061 });
    expect(parsePing(lost)).toEqual({ sent: 3, received: 0, lossPercent: 100, averageMs: 0 });
  });

  it('does not count duplicates as a gain', () => {
    expect(parsePing('2 packets transmitted, 3 received, +1 duplicates')?.lossPercent).toBe(0);
  });

  it('finds nothing in other texts', () => {
    expect(parsePing('ping: connect: Network is unreachable')).toBeNull();
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = parsePing(text);
        expect(found === null || found.sent >= 0).toBe(true);
      }),
    );
  });
});

describe('pingArguments', () => {
  it('stays within the limit whatever the count', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), (count) => {
        const args = pingArguments('192.0.2.1', count, 'linux');
        const option = (name: string) => Number(args[args.indexOf(name) + 1]);
        expect(count * option('-i') + option('-W')).toBeLessThanOrEqual(10);
        expect(option('-i')).toBeGreaterThanOrEqual(0.002);
        expect(args.at(-1)).toBe('192.0.2.1');
      }),
    );
  });

  it('waits in milliseconds on macOS', () => {
    expect(pingArguments('192.0.2.1', 5, 'darwin')).toContain('8500');
  });
});
