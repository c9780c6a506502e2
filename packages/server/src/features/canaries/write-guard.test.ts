import { AppError } from '@quarterdeck/contract';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { guardCanaryWrite } from './write-guard.ts';

const http = { name: 'front', url: 'http://127.0.0.1/' };

function refusal(body: unknown): AppError | null {
  try {
    guardCanaryWrite(typeof body === 'string' ? body : JSON.stringify(body));
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

test('a good spec passes, alone, in a list, with labels, without a name', () => {
  for (const body of [
    { name: 'shop', namespace: 'default', labels: { team: 'a' }, spec: { schedule: '@every 1m', http: [http] } },
    [{ name: 'a', labels: null, spec: { http: [http] } }],
    { spec: { webhook: { name: 'deploy' } } },
  ]) {
    expect(refusal(body)).toBeNull();
  }
});

test('what is not sent is left to the database, what is no JSON to the dialect', () => {
  for (const body of [
    { deleted_at: 'now()' },
    { labels: { a: 'b', n: 1 } },
    { name: 'a', namespace: null },
    [],
    'a,b\n1,2',
    '{',
    '',
    'null',
    7,
    [null, 'x'],
  ]) {
    expect(refusal(body)).toBeNull();
  }
});

it.each([
  [{ spec: { http: [{ name: 'front', url: 7 }] } }, 'DOCUMENT_FIELD', 'spec.http[0].url'],
  [{ spec: { http: http } }, 'DOCUMENT_FIELD', 'spec.http'],
  [{ spec: { schedule: 'now and then', http: [http] } }, 'SCHEDULE_INVALID', 'spec.schedule'],
  [{ spec: { tcp: [{ name: 'a' }] } }, 'DOCUMENT_FIELD', 'spec.tcp[0].endpoint'],
  [{ spec: {} }, 'DOCUMENT_EMPTY', 'spec'],
  [{ spec: null }, 'DOCUMENT_FIELD', 'spec'],
  [{ spec: 'http: []' }, 'DOCUMENT_FIELD', 'spec'],
  [{ spec: { http: [http] }, labels: ['a'] }, 'DOCUMENT_FIELD', 'metadata.labels'],
  [{ labels: { a: { b: 1 } } }, 'DOCUMENT_FIELD', 'metadata.labels.a'],
  [{ name: ' ', spec: { http: [http] } }, 'DOCUMENT_FIELD', 'name'],
  [{ namespace: '' }, 'DOCUMENT_FIELD', 'namespace'],
  [{ name: 7 }, 'DOCUMENT_FIELD', 'name'],
  [{ name: '', spec: null }, 'DOCUMENT_FIELD', 'name'],
])('%j is refused: %s at %s', (row, code, field) => {
  const error = refusal(row);
  expect(error).toMatchObject({ code, status: 400, details: { field } });
  expect(error?.message.startsWith(`${field}: `)).toBe(true);
});

test('all problems are told, and one bad row of many is found', () => {
  const bad = {
    spec: {
      http: [
        { name: 'a', url: 7 },
        { name: 'b', url: 8 },
      ],
    },
  };
  expect(refusal([{ spec: { http: [http] } }, bad])?.details.problems).toMatchObject([
    { field: 'spec.http[0].url' },
    { field: 'spec.http[1].url' },
  ]);
});

test('whatever is sent, it passes or is refused with a code', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.record({ spec: fc.jsonValue() }).map((v) => JSON.stringify(v)),
      ),
      (body) => {
        const error = refusal(body);
        expect(error === null || error.status === 400).toBe(true);
      },
    ),
  );
});
