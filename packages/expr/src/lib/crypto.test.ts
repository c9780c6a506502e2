import { describe, expect, it } from 'vitest';
import { evaluateCel, renderTemplate } from '../index.ts';

const render = (text: string) => renderTemplate(`{{ ${text} }}`, {});

describe('crypto, base64 and uuid', () => {
  it.each([
    ['crypto.MD5("hello")', '5d41402abc4b2a76b9719d911017c592'],
    ['crypto.SHA1("hello")', 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d'],
    ['crypto.SHA256("hello")', '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'],
    ['crypto.SHA256(b"hello")', '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'],
    ['crypto.SHA224("hello").size()', 56],
    ['crypto.SHA384("hello").size()', 96],
    ['crypto.SHA512("hello").startsWith("9b71d224bd62f378")', true],
    ['base64.encode("hello")', 'aGVsbG8='],
    ['base64.decode("aGVsbG8=")', 'hello'],
    ['base64.decode("aGVsbG8")', 'hello'],
    ['uuid.IsValid(uuid.V1())', true],
    ['uuid.IsValid(uuid.V4())', true],
    ['uuid.V4() == uuid.V4()', false],
    ['uuid.V1().matches("^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab]")', true],
    ['uuid.V4().matches("^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]")', true],
    ['uuid.IsValid("123")', false],
    ['uuid.IsValid("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6")', true],
    ['uuid.Nil()', '00000000-0000-0000-0000-000000000000'],
    ['uuid.Parse("{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}")', 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'],
    // RFC 9562 version 5 in the OID namespace.
    ['uuid.HashUUID("a") == uuid.HashUUID("a")', true],
    ['uuid.HashUUID("a").matches("^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab]")', true],
  ])('%s', async (expression, expected) => {
    expect(await evaluateCel(expression, {})).toBe(expected);
  });

  it('a wrong UUID cannot be parsed', async () => {
    await expect(evaluateCel('uuid.Parse("123")', {})).rejects.toMatchObject({ code: 'EXPRESSION_FAILED' });
  });
});

describe('random', () => {
  it.each([
    ['random.Alpha 12', /^[a-zA-Z]{12}$/],
    ['random.AlphaNum 20', /^[a-zA-Z0-9]{20}$/],
    ['random.ASCII 30', /^[ -~]{30}$/],
    ['random.String 5', /^[a-zA-Z0-9]{5}$/],
    ['random.Alpha 0', /^$/],
    ['random.Item (coll.Slice "x" "y")', /^[xy]$/],
    ['random.Number 3 3', /^3$/],
    ['random.Number 9', /^\d$/],
    ['random.Number', /^(\d\d?|100)$/],
    ['math.Floor (random.Float 2 3)', /^2$/],
  ])('%s', async (text, expected) => {
    for (let round = 0; round < 20; round++) expect(await render(text)).toMatch(expected);
  });

  it.each(['random.Alpha -1', 'random.Item (coll.Slice)', 'random.Number 5 1', 'random.Number 0 1000000000000000'])(
    '%s fails',
    async (text) => {
      await expect(render(text)).rejects.toMatchObject({ code: 'TEMPLATE_FAILED' });
    },
  );

  it('a text that is too long reaches the limit', async () => {
    await expect(render('random.Alpha 1000000000')).rejects.toMatchObject({ code: 'EXPRESSION_LIMIT' });
  });
});
