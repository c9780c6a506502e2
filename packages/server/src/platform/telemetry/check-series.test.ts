import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHECK_METRIC_NAMES, checkSeriesText, newSeries, observe, seriesLabels } from './check-series.ts';

const linesOf = (text: string, start: string) => text.split('\n').filter((line) => line.startsWith(start));

describe('the text of check series', () => {
  it('names every metric with type and help, also without series', () => {
    const text = checkSeriesText([]);
    for (const name of CHECK_METRIC_NAMES) {
      expect(linesOf(text, `# TYPE ${name} `)).toHaveLength(1);
      expect(linesOf(text, `# HELP ${name} `)).toHaveLength(1);
    }
    expect(text.endsWith('\n')).toBe(true);
  });

  it('has no line for what never occurred', () => {
    const text = checkSeriesText([newSeries('key="a"', 'key="a"')]);
    expect(linesOf(text, 'canary_check')).toEqual(['canary_check_count{key="a"} 0']);
  });

  it('counts durations into cumulative buckets, the limit itself included', () => {
    const series = newSeries('key="a"', 'key="a"');
    for (const ms of [5, 6, 30_000, 30_001]) observe(series, ms);
    const text = checkSeriesText([series]);
    const bucket = (limit: string) =>
      linesOf(text, `canary_check_duration_bucket{le="${limit}",`)[0]?.split(' ').at(-1);
    expect(['5', '10', '10000', '30000', '+Inf'].map(bucket)).toEqual(['1', '2', '2', '3', '4']);
    expect(linesOf(text, 'canary_check_duration_sum')).toEqual(['canary_check_duration_sum{key="a"} 60012']);
    expect(linesOf(text, 'canary_check_duration_count')).toEqual(['canary_check_duration_count{key="a"} 4']);
  });
});

describe('labels', () => {
  it('escape what the text format keeps for itself', () => {
    expect(seriesLabels([['a', 'x"y\\z\nw']])).toBe('a="x\\"y\\\\z\\nw"');
  });

  it('stay on one line and can be read back, whatever their value is', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const text = seriesLabels([['a', value]]);
        expect(text).not.toContain('\n');
        const [, inside = ''] = /^a="((?:[^"\\]|\\.)*)"$/s.exec(text) ?? [];
        expect(inside.replace(/\\(.)/gs, (_, escaped) => (escaped === 'n' ? '\n' : escaped))).toBe(value);
      }),
    );
  });
});
