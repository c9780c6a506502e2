import type { CheckId } from '@quarterdeck/contract';
import { expect, it } from 'vitest';
import { type CheckHead, type StateColumns, stateText, summaryRow } from './summary-rows.ts';

const ID = '01a1fcf0-f1cf-9db9-3d38-3340899e843b' as CheckId;
const HEAD: CheckHead = { version: '7', text: `"type":"http","id":"${ID}","name":"a \\"b\\""` };
const NOTHING: StateColumns = [
  ID,
  '7',
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
];

it('leaves out what a check that never ran does not have, but counts and the hour', () => {
  expect(JSON.parse(summaryRow(HEAD, stateText(NOTHING)))).toEqual({
    type: 'http',
    id: ID,
    name: 'a "b"',
    uptime: { passed: 0, failed: 0 },
    latency: { rolling1h: 0 },
  });
});

it('cuts times to seconds, the transition to milliseconds, and fills the rolling hour with its p95', () => {
  const row: StateColumns = [
    ID,
    '7',
    '2026-01-02 03:04:05.678901+00',
    '2026-01-02 03:04:35+00',
    '2026-01-02 03:04:06.1+00',
    '118',
    '2',
    '2026-01-02 03:04:05+00',
    '2026-01-02 01:04:05+00',
    'healthy',
    '2026-01-01 00:00:00.123456+00',
    '20',
    '21',
    '0',
    '2026-02-01 00:00:00.5+00',
    '2026-02-02 00:00:00+00',
  ];
  expect(JSON.parse(summaryRow(HEAD, stateText(row)))).toEqual({
    type: 'http',
    id: ID,
    name: 'a "b"',
    last_runtime: '2026-01-02T03:04:05+00:00',
    next_runtime: '2026-01-02T03:04:35+00:00',
    updated_at: '2026-01-02T03:04:06+00:00',
    uptime: { passed: 118, failed: 2, last_pass: '2026-01-02T03:04:05+00:00', last_fail: '2026-01-02T01:04:05+00:00' },
    status: 'healthy',
    last_transition_time: '2026-01-01T00:00:00.123+00:00',
    latency: { rolling1h: 20, p95: 20, p97: 21, p99: 0 },
    deleted_at: '2026-02-01T00:00:00+00:00',
    silenced_at: '2026-02-02T00:00:00+00:00',
  });
});

it('writes a transition with few digits as it is', () => {
  const row = NOTHING.with(10, '2026-01-01 00:00:00.5+00') as StateColumns;
  expect(JSON.parse(summaryRow(HEAD, stateText(row))).last_transition_time).toBe('2026-01-01T00:00:00.5+00:00');
});
