import { expect, it } from 'vitest';
import { createTestContext } from '../../testing/context.ts';
import { describeCheckType } from '../../testing/contract-suite.ts';
import { webhookCheck, webhookResults } from './index.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describeCheckType(webhookCheck, {
  pass: { name: 'deploys', token: { value: 'word of the hook' } },
  fail: { name: 'deploys', token: { value: 'word of the hook' }, test: { expr: 'false' } },
  secrets: ['word of the hook'],
});

it('reads JSON only when the content type is exactly that', () => {
  const headers = { 'Content-Type': 'application/json' };
  expect(webhookResults(headers, bytes('{"a":1}'))).toEqual({ headers, json: { a: 1 } });
  const other = { 'content-type': 'application/json; charset=utf-8' };
  expect(webhookResults(other, bytes('{"a":1}'))).toEqual({ headers: other, content: '{"a":1}' });
});

it('keeps a broken JSON body as text', () => {
  const headers = { 'Content-Type': 'application/json' };
  expect(webhookResults(headers, bytes('{'))).toEqual({ headers, content: '{' });
});

it('keeps the first 10 240 bytes of a text', () => {
  expect(webhookResults({}, bytes('x'.repeat(20_000))).content).toHaveLength(10_240);
});

it('passes as long as nobody called', async () => {
  expect(await webhookCheck.run(createTestContext({ name: 'deploys' }))).toEqual({ pass: true });
});
