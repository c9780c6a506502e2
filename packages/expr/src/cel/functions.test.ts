import { describe, expect, it } from 'vitest';
import { evaluate, evaluateCel, GoDuration } from '../index.ts';

const NOW = Date.parse('2024-05-06T07:08:09.010Z');
const AT = new Date('2024-02-29T23:05:06.007Z');
const data = {
  nan: Number.NaN,
  half: 0.5,
  none: null,
  at: AT,
  span: new GoDuration(5_400_250),
  raw: new Uint8Array([104, 105]),
  map: { b: 2, a: 1 },
  call: (a: unknown) => `called ${a}`,
  held: { f: (a: unknown) => `held ${a}`, size: 7 },
};
const run = (expr: string) => evaluateCel(expr, data, { now: () => NOW });

const holds = (table: [expr: string, expected: unknown][]) => {
  it.each(table)('%s', async (expr, expected) => {
    expect(await run(expr)).toEqual(expected);
  });
};
const fails = (exprs: string[]) => {
  it.each(exprs)('%s fails', async (expr) => {
    await expect(run(expr)).rejects.toMatchObject({ code: 'EXPRESSION_FAILED' });
  });
};

describe('conversions', () => {
  holds([
    ['bool("T") && bool("1") && bool("True") && bool(true)', true],
    ['bool("F") || bool("0") || bool("FALSE")', false],
    ['int(true)', 1],
    ['int("-0x10")', -16],
    ['int("+7")', 7],
    ['int(-2.9)', -2],
    ['int(at)', Math.floor(AT.getTime() / 1000)],
    ['int(span)', 5_400_250_000_000],
    ['uint("7")', 7],
    ['double("NaN") == double("NaN")', false],
    ['double("-Inf") < -1e308', true],
    ['double(3)', 3],
    ['string(raw)', 'hi'],
    ['string(at)', '2024-02-29T23:05:06.007Z'],
    ['string(duration("1000h"))', '3600000s'],
    ['string(duration("-250ms"))', '-0.25s'],
    ['string(duration("0"))', '0s'],
    ['string([1, "a"])', '[1 a]'],
    ['string(none)', ''],
    ['bytes("hi") == raw', true],
    ['size(raw)', 2],
    ['size(none)', 0],
    ['type(raw)', 'bytes'],
    ['type(at)', 'timestamp'],
    ['type(span)', 'duration'],
    ['type(none)', 'null_type'],
    ['type(1.0)', 'double'],
    ['type(map.?a)', 'optional'],
    ['timestamp(0) == timestamp("1970-01-01T00:00:00Z")', true],
    ['timestamp(at) == at', true],
    ['duration(span) == span', true],
    ['dyn(none)', null],
  ]);
  fails([
    'bool("yes")',
    'bool(1)',
    'int("1.5")',
    'int("9223372036854775808")',
    'int(nan)',
    'double([])',
    'double("x")',
    'size(1)',
    'timestamp(99999999999999)',
    'timestamp("yesterday")',
    'duration("1 hour")',
    'bytes(1)',
  ]);
});

describe('texts', () => {
  holds([
    ['"a😀b".split("")', ['a', '😀', 'b']],
    ['"a,b,c".split(",", 0)', []],
    ['"a,b,c".split(",", 9)', ['a', 'b', 'c']],
    ['"a,b,c".split(",", -1)', ['a', 'b', 'c']],
    ['"aaa".replace("a", "b", 5)', 'bbb'],
    ['"abc".replace("x", "y", 1)', 'abc'],
    ['"abc".replace("a", "y", 0)', 'abc'],
    ['"abc".replace("a", "y", 3)', 'ybc'],
    ['"a😀".replace("", "-")', '-a-😀-'],
    ['"a😀".replace("", "-", 2)', '-a-😀'],
    ['"añb".indexOf("b")', 2],
    ['"abab".indexOf("ab", 1)', 2],
    ['"abab".indexOf("ab", 3)', -1],
    ['["a", "b"].indexOf("b")', 1],
    ['[1].indexOf(2)', -1],
    ['"abab".lastIndexOf("ab")', 2],
    ['"abab".lastIndexOf("ab", 2)', 2],
    ['"abab".lastIndexOf("ab", 1)', 0],
    ['"a😀a".lastIndexOf("a")', 2],
    ['"abc".lastIndexOf("")', 3],
    ['"abc".charAt(3)', ''],
    ['"a😀c".charAt(1)', '😀'],
    ['"a😀c".substring(1)', '😀c'],
    ['"hello".slice(1, 3)', 'el'],
    ['"hello".slice(3)', 'lo'],
    ['[1, 2, 3].slice(1)', [2, 3]],
    ['["a", 1, none, 2.5].join(",")', 'a,1,,2.5'],
    ['["a", "b"].join()', 'ab'],
    ['"ab".trimPrefix("a") + "ab".trimPrefix("x")', 'bab'],
    ['"ab".trimSuffix("b") + "ab".trimSuffix("")', 'aab'],
    ['"a\\"b".quote()', '"a\\"b"'],
    ['"ab".contains("b")', true],
    ['[1, 2].contains(2.0)', true],
    ['"b" in "abc"', true],
    ['"x" in none', false],
    ['1 in {1: "a"}', true],
    ['"%d%%|%5.1f|%-3s|%+d|%x|%c|%t".format([7, 2.25, "a", 3, 255, 65, true])', '7%|  2.3|a  |+3|ff|A|true'],
    ['"ünï".upperAscii()', 'üNï'],
  ]);
  fails([
    '"abc".charAt(4)',
    '"abc".substring(2, 1)',
    '"abc".substring(-1)',
    '"abc".indexOf("a", 9)',
    '"abc".lastIndexOf("a", -1)',
    '[1].slice(2)',
    '"a".startsWith(1)',
    '1.trim()',
    '{}.join()',
  ]);
});

describe('lists, maps and optionals', () => {
  holds([
    ['[3, 1, 2].max()', 3],
    ['max(1, 2.5)', 2.5],
    ['min([2, 1])', 1],
    ['[1, 2].first().value() + [1, 2].last().value()', 3],
    ['[].first().hasValue()', false],
    ['[].last().orValue(9)', 9],
    ['[[1, [2]], 3].flatten(1)', [1, [2], 3]],
    ['map.filter(k, k == "a")', { a: 1 }],
    ['map.map(k, k).sort()', ['a', 'b']],
    ['map.exists(k, k == "b")', true],
    ['none.map(x, x)', []],
    ['none.all(x, false)', true],
    ['[1, 2].exists(x, x / 0 == 1 || x == 2)', true],
    ['[1, "a"].exists(x, x > 0)', true],
    ['sets.contains([1, 2, 3], [3, 1.0])', true],
    ['sets.equivalent([1, 1], [1])', true],
    ['sets.intersects([1], [2])', false],
    ['optional.ofNonZeroValue("").hasValue()', false],
    ['optional.ofNonZeroValue("a").value()', 'a'],
    ['map.?zz.or(optional.of(4)).value()', 4],
    ['map[?"a"].value()', 1],
    ['none.?a.hasValue()', false],
    ['[10][?0].value() + [10][?5].orValue(1)', 11],
    ['map.?a.?b.hasValue()', false],
    ['keyValToMap("a=1, b=x=y, c")', { a: '1', b: 'x=y', c: '' }],
    ['mapToKeyVal({"b": 2, "a": 1})', 'a=1,b=2'],
    ['sum([1, 2]) + sum([0.5])', 3.5],
    ['urldecode("a+b%26c")', 'a b&c'],
    [
      'aws.arnToMap("arn:aws:sns:eu-west-1:123:a:b")',
      { service: 'sns', region: 'eu-west-1', account: '123', resource: 'a:b' },
    ],
    ['call(1)', 'called 1'],
    ['held.f(2)', 'held 2'],
    ['held.size', 7],
    ['cel.bind(time, 5, time)', 5],
    ['range(5, 1, -2)', [5, 3]],
  ]);
  fails([
    '[].max()',
    'min([])',
    '[1].all(x, x)',
    '1.map(x, x)',
    '[1, "a"].all(x, x > 0)',
    '[1, "a"].sort()',
    'aws.arnToMap("arn")',
    'urldecode("%zz")',
    'range(1, 2, 0)',
    'map.zz()',
    'none.nope()',
    'at.zz',
    'map[none]',
    '[1]["a"]',
  ]);
});

describe('operators', () => {
  holds([
    ['nan < 1.0 || nan <= 1.0 || nan > 1.0 || nan >= 1.0 || nan == nan', false],
    ['1 <= nan || 1 >= nan', false],
    ['7 % 3 + 7 / 2 - -1', 5],
    ['half * 4', 2],
    ['5.5 % 2.0', 1.5],
    ['1 - half', 0.5],
    ['raw + raw', new TextEncoder().encode('hihi')],
    ['at - duration("1h") < at && at + duration("1h") > at && duration("1h") + at > at', true],
    ['at - at == duration("0")', true],
    ['duration("1h") + duration("30m") - duration("15m") == duration("75m")', true],
    ['-duration("1h") < duration("0")', true],
    ['false < true && "a" < "b" && !(true < false)', true],
    ['at == timestamp("2024-02-29T23:05:06.007Z")', true],
    ['raw == bytes("hi") && raw != bytes("ha")', true],
    ['[1, [2, {"a": 3}]] == [1.0, [2, {"a": 3.0}]]', true],
    ['{"a": 1} == {"a": 1, "b": 2}', false],
    ['none == none && none != 0', true],
    ['map.?x == map.?y', true],
    ['map.?a == optional.of(1)', true],
    ['9007199254740993 == 9007199254740992.0', false],
    ['raw[0]', 104],
    ['none[0]', null],
    ['true ? 1 : 1 / 0', 1],
  ]);
  fails([
    '1 - "a"',
    '"a" * 2',
    '1 % 0',
    '-"a"',
    '!1',
    '1 ? 2 : 3',
    'at + at',
    'at < 1',
    '[1] < [2]',
    '1 in 2',
    '-(-9223372036854775807 - 1)',
    '9223372036854775807 * 2',
    'timestamp(8640000000000) + duration("1h")',
  ]);
});

describe('parts of times', () => {
  holds([
    ['at.getDate()', 29],
    ['at.getMonth()', 1],
    ['at.getMinutes()', 5],
    ['at.getSeconds()', 6],
    ['at.getMilliseconds()', 7],
    ['at.getHours("UTC")', 23],
    ['at.getHours("+05:30")', 4],
    ['at.getDate("-23:30")', 28],
    ['at.getDate("Asia/Tokyo")', 1],
    ['at.getMonth("Asia/Tokyo")', 2],
    ['at.getDayOfYear("Asia/Tokyo")', 60],
    ['at.getFullYear("Pacific/Kiritimati")', 2024],
    ['span.getHours()', 1],
    ['span.getMinutes()', 90],
    ['span.getSeconds()', 5400],
    ['span.getMilliseconds()', 5_400_250],
  ]);
  fails(['at.getHours("Nowhere/City")', 'span.getFullYear()', '1.getHours()', '"x".getDate()']);
});

describe('what is printed', () => {
  it.each([
    ['map.?a', '1'],
    ['[map.?a, map.?zz]', '[optional(1) optional.none()]'],
    ['raw', '[104 105]'],
    ['call', '<function>'],
    ['nan', 'NaN'],
    ['span', '1h30m0.25s'],
    ['[at]', '[2024-02-29 23:05:06.007 +0000 UTC]'],
  ])('%s is %s', async (expr, expected) => {
    expect(await evaluate({ expr }, data)).toBe(expected);
  });
});
