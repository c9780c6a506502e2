import { describe, expect, it } from 'vitest';
import { parseDateFormat, parseTimeZone } from './dates.ts';

describe('parseDateFormat', () => {
  it.each(['short', 'medium', 'full', 'timestamp'])('takes %s', (format) => {
    expect(parseDateFormat(format)).toBe(format);
  });

  it('is a timestamp unless something else is stored', () => {
    expect([null, '', 'long'].map(parseDateFormat)).toEqual(Array(3).fill('timestamp'));
  });
});

describe('parseTimeZone', () => {
  it('takes a zone that the browser knows', () => {
    expect(parseTimeZone('Asia/Tokyo')).toBe('Asia/Tokyo');
  });

  it('is that of the browser otherwise', () => {
    expect([null, '', 'Mars/Olympus'].map(parseTimeZone)).toEqual(Array(3).fill('Browser'));
  });
});
