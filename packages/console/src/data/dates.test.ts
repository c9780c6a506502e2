import { describe, expect, it } from 'vitest';
import { readDateFormat, readTimeZone } from './dates.ts';

const stored = (value: string | null) => ({ getItem: () => value, setItem: () => undefined });
const forbidden = {
  getItem: () => {
    throw new Error('forbidden');
  },
  setItem: () => undefined,
};

describe('readDateFormat', () => {
  it.each(['short', 'medium', 'full', 'timestamp'])('takes %s', (format) => {
    expect(readDateFormat(stored(format))).toBe(format);
  });

  it('is a timestamp unless something else is stored', () => {
    expect([stored(null), stored('long'), forbidden].map(readDateFormat)).toEqual(Array(3).fill('timestamp'));
  });
});

describe('readTimeZone', () => {
  it('takes a zone that the browser knows', () => {
    expect(readTimeZone(stored('Asia/Tokyo'))).toBe('Asia/Tokyo');
  });

  it('is that of the browser otherwise', () => {
    expect([stored(null), stored('Mars/Olympus'), forbidden].map(readTimeZone)).toEqual(Array(3).fill('Browser'));
  });
});
