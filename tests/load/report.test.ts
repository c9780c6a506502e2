import { expect, it } from 'vitest';
import { createReport, keeps } from './report.ts';

it('knows upper and lower limits', () => {
  expect(keeps({ figure: 'p95', unit: 'ms', most: 10 }, 10)).toBe(true);
  expect(keeps({ figure: 'p95', unit: 'ms', most: 10 }, 10.1)).toBe(false);
  expect(keeps({ figure: 'p50', unit: '/s', least: 5 }, 4)).toBe(false);
  expect(keeps({ figure: 'p50', unit: '/s', least: 5 }, Number.NaN)).toBe(false);
});

it('marks a figure that falls short and refuses one without a budget', () => {
  const lines: string[] = [];
  const report = createReport((line) => lines.push(line));
  report.add('page.cls', [0.5]);
  expect(lines.at(-1)).toMatch(/^SHORT page\.cls /);
  expect(() => report.add('nothing', [1])).toThrow();
});
