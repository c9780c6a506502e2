import { expect, test } from 'vitest';
import { isTokenRight, webhookDetail } from './webhook.ts';

test('a body of exactly application/json is json, any other is text of at most 10,240 bytes', () => {
  expect(webhookDetail({ 'content-type': 'application/json' }, { a: 1 })).toMatchObject({ json: { a: 1 } });
  expect(webhookDetail({ 'content-type': 'application/json; charset=utf-8' }, { a: 1 })).toMatchObject({
    content: '{"a":1}',
  });
  const { content, json } = webhookDetail({ 'content-type': 'text/plain' }, 'x'.repeat(20_000));
  expect([content?.length, json]).toEqual([10_240, undefined]);
  expect(webhookDetail({}, null)).toEqual({ headers: {}, content: '' });
});

test('headers are handed on but for those that hold secrets', () => {
  const headers = { 'x-a': ['1', '2'], 'webhook-token': 't', authorization: 'b', cookie: 'c', none: undefined };
  expect(webhookDetail(headers, '').headers).toEqual({ 'x-a': '1, 2' });
});

test('a token must be the same; a webhook without one takes every call', () => {
  expect(isTokenRight('secret', 'secret')).toBe(true);
  expect(isTokenRight('secret', 'secret2')).toBe(false);
  expect(isTokenRight('secret', '')).toBe(false);
  expect(isTokenRight('', 'anything')).toBe(true);
});
