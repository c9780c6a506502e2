import { describe, expect, it } from 'vitest';
import { GoDuration, renderTemplate } from '../index.ts';

const data = {
  at: new Date('2024-02-29T23:05:06.007Z'),
  other: new Date('2024-03-01T00:05:06.007Z'),
  zero: new Date('0001-01-01T00:00:00Z'),
  span: new GoDuration(5_400_250),
};
const render = (text: string) => renderTemplate(`{{ ${text} }}`, data);

describe('methods of an instant', () => {
  it.each([
    ['.at.Year', '2024'],
    ['.at.Month', 'February'],
    ['.at.Day', '29'],
    ['.at.Weekday', 'Thursday'],
    ['.at.YearDay', '60'],
    ['.at.Hour', '23'],
    ['.at.Minute', '5'],
    ['.at.Second', '6'],
    ['.at.Nanosecond', '7000000'],
    ['.at.Unix', '1709247906'],
    ['.at.UnixMilli', '1709247906007'],
    ['.at.UnixNano', '1709247906007000000'],
    ['.at.String', '2024-02-29 23:05:06.007 +0000 UTC'],
    ['.at.Format "2006-01-02T15:04"', '2024-02-29T23:05'],
    ['(.at.UTC).Local.Day', '29'],
    ['(.at.Add "55m").Format "15:04"', '00:00'],
    ['(.at.AddDate 1 1 1).Format "2006-01-02"', '2025-03-30'],
    ['(.at.AddDate 0 -2 0).Month', 'December'],
    ['.at.Before .other', 'true'],
    ['.at.After .other', 'false'],
    ['.at.Equal .at', 'true'],
    ['.other.Sub .at', '1h0m0s'],
    ['(.at.Truncate "1h").Format "15:04:05"', '23:00:00'],
    ['(.at.Round "1h").Format "15:04:05"', '23:00:00'],
    ['.at.IsZero', 'false'],
    ['.zero.IsZero', 'true'],
  ])('%s is %s', async (text, expected) => {
    expect(await render(text)).toBe(expected);
  });
});

describe('methods of a span', () => {
  it.each([
    ['.span.String', '1h30m0.25s'],
    ['.span.Hours', '1.5000694444444445'],
    ['.span.Minutes', '90.00416666666666'],
    ['.span.Seconds', '5400.25'],
    ['.span.Milliseconds', '5400250'],
    ['.span.Microseconds', '5400250000'],
    ['.span.Nanoseconds', '5400250000000'],
    ['.span.Round "1h"', '2h0m0s'],
    ['.span.Truncate "1h"', '1h0m0s'],
  ])('%s is %s', async (text, expected) => {
    expect(await render(text)).toBe(expected);
  });
});

it.each(['.at.Nope', '.span.Year', '.at.constructor', '(.at.Format "2006").x'])('%s fails', async (text) => {
  await expect(render(text)).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
});
