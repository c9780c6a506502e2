import { describe, expect, it } from 'vitest';
import { evaluateCel, GoDuration, renderTemplate } from '../index.ts';

const now = () => Date.UTC(2024, 4, 6, 7, 8, 9, 10);
const at = new Date(Date.UTC(2024, 1, 29, 23, 5, 6, 7));
const render = (text: string) => renderTemplate(`{{ ${text} }}`, { at }, { now });
const cel = async (expression: string) => {
  const value = await evaluateCel(expression, { at }, { now });
  return value instanceof Date ? value.toISOString() : value instanceof GoDuration ? value.toString() : value;
};

describe('time in CEL', () => {
  it.each([
    ['time.Now()', '2024-05-06T07:08:09.010Z'],
    ['time.Parse("2006-01-02", "2023-09-26")', '2023-09-26T00:00:00.000Z'],
    ['time.Parse("15:04 02-01-2006", "14:30 26-09-2023")', '2023-09-26T14:30:00.000Z'],
    ['time.Parse("Jan 2, 2006 at 3:04pm (MST)", "Feb 3, 2013 at 7:54pm (PST)")', '2013-02-03T19:54:00.000Z'],
    ['time.Parse("RFC3339", "2023-09-26T12:00:00+02:00")', '2023-09-26T10:00:00.000Z'],
    ['time.Parse(time.RFC1123Z(), "Mon, 02 Jan 2006 15:04:05 -0700")', '2006-01-02T22:04:05.000Z'],
    ['time.ParseInLocation("2006-01-02", "America/New_York", "2023-09-26")', '2023-09-26T04:00:00.000Z'],
    ['time.ParseInLocation("15:04 02-01-2006", "Asia/Tokyo", "14:30 26-09-2023")', '2023-09-26T05:30:00.000Z'],
    ['time.ParseInLocation("2006-01-02 15:04", "Europe/London", "2023-03-26 02:30")', '2023-03-26T01:30:00.000Z'],
    ['time.ParseInLocation("2006-01-02T15:04Z07:00", "Asia/Tokyo", "2023-09-26T10:00Z")', '2023-09-26T10:00:00.000Z'],
    ['time.Since(timestamp("2024-05-06T07:08:08.010Z"))', '1s'],
    ['time.Until(timestamp("2024-05-06T08:08:09.010Z"))', '1h0m0s'],
    ['time.ParseDuration("30d12h")', '732h0m0s'],
    ['time.ParseDuration("-2h45m")', '-2h45m0s'],
    ['time.Unix(42)', '1970-01-01T00:00:42.000Z'],
    ['time.Hour(2) + time.Minute(3)', '2h3m0s'],
    ['Age("2024-05-05T07:08:09.010Z").getHours()', 24],
    ['Age(timestamp("2024-05-06T07:08:09Z"))', '10ms'],
    ['Duration("7d").getHours()', 168],
    ['duration("1h") > duration("2h")', false],
    ['duration("90s").getMinutes()', 1],
    ['at.getFullYear()', 2024],
    ['at.getMonth()', 1],
    ['at.getDayOfMonth()', 28],
    ['at.getDayOfYear()', 59],
    ['at.getDayOfWeek()', 4],
    ['at.getHours("+02:00")', 1],
    ['at + duration("1h")', '2024-03-01T00:05:06.007Z'],
    ['HumanDuration(duration("1008h"))', '6w0d0h'],
    ['HumanDuration(3600)', '1h'],
    ['HumanDuration("26h5m")', '1d2h5m'],
    ['HumanSize(123456)', '120.6K'],
    ['HumanSize("1048576")', '1M'],
    ['HumanSize(512)', '512B'],
    ['Semver("1.2.3-beta.1+c0ff33").prerelease', 'beta.1'],
    ['Semver("v10.4").major', 10],
    ['SemverCompare("1.2.3", "1.2.3")', true],
    ['SemverCompare("1.2.4", "1.2.3")', false],
    ['SemverCompare(">=1.2, <2", "1.9.0")', true],
    ['SemverCompare("~1.2", "1.3.0")', false],
  ])('%s', async (expression, expected) => {
    expect(await cel(expression)).toBe(expected);
  });

  it.each([
    'time.Parse("2006-01-02", "26-09-2023")',
    'time.Parse("2006-01-02", "2023-02-30")',
    'time.ParseInLocation("2006", "Not/AZone", "2023")',
    'time.ParseDuration("soon")',
    'Semver("one")',
    'SemverCompare("1.0", "one")',
    'HumanSize("big")',
  ])('%s fails', async (expression) => {
    await expect(cel(expression)).rejects.toMatchObject({ code: 'EXPRESSION_FAILED' });
  });
});

describe('time in templates', () => {
  it.each([
    ['time.Now.Year', '2024'],
    ['time.Now.Format "02 Jan 06 15:04"', '06 May 24 07:08'],
    ['(time.Now).UTC.Format "2006"', '2024'],
    ['.at.Month', 'February'],
    ['.at.Weekday', 'Thursday'],
    ['.at.YearDay', '60'],
    ['.at.Day', '29'],
    ['.at.Hour }}:{{ .at.Minute }}:{{ .at.Second', '23:5:6'],
    ['.at.Nanosecond', '7000000'],
    ['.at.Unix', '1709247906'],
    ['.at.UnixMilli', '1709247906007'],
    ['(.at.AddDate 1 0 0).Format "2006-01-02"', '2025-03-01'],
    ['(.at.Add (time.Hour 1)).Format "15:04 Jan 2"', '00:05 Mar 1'],
    ['.at.Before time.Now', 'true'],
    ['.at.After time.Now', 'false'],
    ['.at.Equal .at', 'true'],
    ['.at.IsZero', 'false'],
    ['(time.Now.Sub .at).Hours | math.Floor', '1592'],
    ['(time.Now.Truncate "1h").Format "15:04:05"', '07:00:00'],
    ['(time.ParseDuration "90m").Minutes', '90'],
    ['(time.ParseDuration "1500ms").Seconds', '1.5'],
    ['(time.ParseDuration "2s").Milliseconds', '2000'],
    ['(time.ParseDuration "1h29m").Round "1h"', '1h0m0s'],
    ['.at | time.Format "Kitchen"', '11:05PM'],
    ['time.Truncate "1m" (time.ParseDuration "90s")', '1m0s'],
  ])('%s', async (text, expected) => {
    expect(await render(text)).toBe(expected);
  });

  it.each(['.at.Nope', '.at.constructor', '(time.Hour 1).getTime', 'time.Now.Year.x'])('%s fails', async (text) => {
    await expect(render(text)).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
  });
});
