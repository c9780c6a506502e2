import { describe, expect, it } from 'vitest';
import { formatDate } from './dates.ts';

const at = new Date(2026, 5, 15, 9, 8, 7, 6);
const after = (days: number): number => at.getTime() + days * 86_400_000;

describe('formatDate', () => {
  it('writes a timestamp with its milliseconds', () => {
    expect(formatDate(at, 'timestamp', after(0))).toBe('2026-06-15 09:08:07.006');
  });

  it('writes short as an age', () => {
    expect(formatDate(at, 'short', after(2))).toBe('2 d');
  });

  it('writes medium with as much as is needed, and never without its minutes', () => {
    expect(formatDate(at, 'medium', at.getTime() + 1000)).toMatch(/^9:08:07\sAM$/);
    expect(formatDate(at, 'medium', after(3))).toMatch(/^Mon,? 9:08:07\sAM$/);
    expect(formatDate(at, 'medium', after(30))).toMatch(/^Jun 15, 9:08:07\sAM$/);
    expect(formatDate(at, 'medium', after(400))).toMatch(/^Jun 15, 2026, 9:08:07\sAM$/);
  });

  it('writes full with everything', () => {
    expect(formatDate(at, 'full', after(0))).toMatch(/Monday, June 15, 2026.*9:08:07/);
  });
});
