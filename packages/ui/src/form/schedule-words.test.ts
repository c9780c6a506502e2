import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cronWords, describeSchedule, everyWords } from './schedule-words.ts';

const NOW = Date.UTC(2026, 10, 21, 4, 35);

test('says every form in words', () => {
  const said = ['@every 90s', '@every 5m', '@every 1h', '@every 1d', '@hourly', '@daily', '@weekly'].map(
    (text) => describeSchedule(text, NOW).words,
  );
  expect(said).toEqual([
    'Every 90 seconds',
    'Every 5 minutes',
    'Every hour',
    'Every day',
    'Every hour, on the hour',
    'Every day at 00:00',
    'Every Sunday at 00:00',
  ]);
  expect(everyWords(301_000)).toBe('Every 5m1s');
});

test.each([
  ['* * * * *', 'Every minute'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['5 * * * *', 'Every hour at minute 5'],
  ['0 */6 * * *', 'Every 6 hours at minute 0'],
  ['30 2 * * *', 'Every day at 02:30'],
  ['0 9 * * 1-5', 'Monday to Friday at 09:00'],
  ['0 9 * * mon,7', 'Every Monday and Sunday at 09:00'],
  ['0 0 1 * *', 'On day 1 of every month at 00:00'],
  ['0 0 1 1 *', 'By cron 0 0 1 1 *'],
  ['0 9 * * 1-3', 'By cron 0 9 * * 1-3'],
  ['', 'Only when asked'],
])('%s is %s', (pattern, words) => {
  expect(cronWords(pattern)).toBe(words);
});

test('names the zone and the next runs in it', () => {
  const { words, next } = describeSchedule('TZ=Europe/Berlin 0 2 * * *', NOW, 2);
  expect(words).toBe('Every day at 02:00 (Europe/Berlin)');
  expect(next).toEqual([Date.UTC(2026, 10, 22, 1), Date.UTC(2026, 10, 23, 1)]);
});

test('an interval has no runs before it is saved, a wrong text has an error', () => {
  expect(describeSchedule('@every 5m', NOW).next).toEqual([]);
  expect(describeSchedule('@never', NOW)).toEqual({ words: 'Only when asked', next: [] });
  expect(describeSchedule('61 * * * *', NOW).error).toBeTruthy();
});

test('any text is either said in words or named as wrong, and its runs lie ahead, in order', () => {
  const part = fc.constantFrom('*', '*/5', '0', '30', '1-5', '1,15', 'mon', '?', '99', '@daily', 'TZ=UTC', 'x');
  const text = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 7 }).map((parts) => parts.join(' ')),
  );
  const now = Date.UTC(2026, 10, 21, 4, 35);
  fc.assert(
    fc.property(text, (schedule) => {
      const { words, next, error } = describeSchedule(schedule, now);
      expect((words === '') !== (error === undefined)).toBe(true);
      expect(next).toEqual(next.toSorted((a, b) => a - b));
      for (const at of next) expect(at).toBeGreaterThan(now);
    }),
  );
});
