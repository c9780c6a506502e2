import { describe, expect, it } from 'vitest';
import { sourceBucket } from './throttle.ts';

describe('what counts as one source', () => {
  it.each([
    ['192.0.2.7', 'source:192.0.2.7'],
    ['::ffff:192.0.2.7', 'source:192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', 'source:2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', 'source:2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', 'source:2001:db8:1:2::/64'],
    ['::1', 'source:0:0:0:0::/64'],
    ['fe80::1', 'source:fe80:0:0:0::/64'],
  ])('%s is %s', (source, expected) => {
    expect(sourceBucket(source)).toBe(expected);
  });
});
