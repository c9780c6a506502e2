import { describe, expect, it } from 'vitest';
import { celToString, checkTemplate, evaluate, evaluateCel, GoDuration } from '../index.ts';

const NOW = Date.parse('2024-05-06T07:08:09Z');
const options = { now: () => NOW };
const data = {
  json: { count: 5, big: 1_500_000, list: [3, 1, 2], nested: { a: { b: 'c' } }, labels: { app: 'web', env: 'dev' } },
  code: 200,
  results: [
    { value: 1, name: 'b' },
    { value: 2, name: 'a' },
  ],
  elapsed: new GoDuration(1500),
  sslAge: new GoDuration(8 * 86_400_000),
  last_result: () => ({ results: { max: 3 } }),
};

describe('the text of a result', () => {
  it.each([
    ['null', ''],
    ['nothing', ''],
    ['true', 'true'],
    ['5', '5'],
    ['1000000', '1000000'],
    ['1000000.0', '1e+06'],
    ['999999.0', '999999'],
    ['0.00001', '1e-05'],
    ['1.5', '1.5'],
    ['json.big', '1.5e+06'],
    ["{'b': 1, 'a': [1, 'x']}", 'map[a:[1 x] b:1]'],
    ['["a", "b"]', '[a b]'],
    ['[null]', '[<nil>]'],
    ["duration('90m')", '1h30m0s'],
    ["timestamp('2023-09-26T00:00:00Z')", '2023-09-26 00:00:00 +0000 UTC'],
    ["{'a': 1}.?b", ''],
    ["string(duration('90m'))", '5400s'],
    ['string(1000000)', '1000000'],
  ])('%s is %s', async (expr, expected) => {
    expect(await evaluate({ expr }, data, options)).toBe(expected);
  });

  it('prints an int given as bigint whole', () => {
    expect(celToString(1_500_000n)).toBe('1500000');
    expect(celToString(Number.POSITIVE_INFINITY)).toBe('+Inf');
  });
});

describe('operators', () => {
  it.each([
    ['code == 200', true],
    ['code == 200.0', true],
    ['code != 200', false],
    ['code in [200, 201]', true],
    ['json.count > 4', true],
    ['json.count + 1 == 6', true],
    ['json.count / 2', 2.5],
    ['7 / 2', 3],
    ['-7 % 3', -1],
    ['1 + 2 * 3', 7],
    ['!true || true', true],
    ["'a' in json.labels", false],
    ["'app' in json.labels", true],
    ['[1, 2] + [3]', [1, 2, 3]],
    ['[1.0, 2] == [1, 2.0]', true],
    ["{'a': 1} == {'a': 1.0}", true],
    ['1 == "1"', false],
    ['true || missing.fn()', true],
    ['missing.fn() || true', true],
    ['false && nothing()', false],
    ["elapsed > duration('1s') && sslAge > Duration('7d')", true],
    ["sslAge - duration('24h') == Duration('1w')", true],
    ['json.nested.missing.deeper', null],
    ['json["nested"]["x"]', null],
    ['json.list[7]', null],
    ['results[0].count', null],
    ['json.?nested.?a.?b.orValue("x")', 'c'],
    ['json.?x.y.orValue("x")', 'x'],
    ['json.list[?9].orValue(0)', 0],
    ['json.?x.hasValue()', false],
    ['json.?x.or(json.?count).orValue(0)', 5],
    ['optional.of(1).value()', 1],
    ['optional.none().orValue(2)', 2],
    ['has(json.count) && !has(json.zz) && !has(zz.y)', true],
    ['type(1)', 'int'],
    ['last_result().results.max', 3],
    ['last_result().results.other', null],
    ["timestamp('2024-01-01T00:00:00Z') + duration('1h') == timestamp('2024-01-01T01:00:00Z')", true],
    ['1\n+\n2', 3],
    ['10u', 10],
  ])('%s', async (expr, expected) => {
    expect(await evaluateCel(expr, data, options)).toEqual(expected);
  });
});

describe('functions', () => {
  it.each([
    ['size("añ")', 2],
    ['[1,2].size()', 2],
    ['size({})', 0],
    ['int("42") + int(2.9)', 44],
    ['double("1.5")', 1.5],
    ['dyn(1)', 1],
    ['"apple".matches("^a.*e$")', true],
    ['"abc".endsWith("c")', true],
    ['"abc".charAt(1)', 'b'],
    ['"abcb".indexOf("b")', 1],
    ['"abcb".lastIndexOf("b")', 3],
    ['"abc".lastIndexOf("z")', -1],
    ['"hello".substring(1, 3)', 'el'],
    ['"a,b,c".split(",")', ['a', 'b', 'c']],
    ['"a,b,c".split(",", 2)', ['a', 'b,c']],
    ['[1, 2].join("-")', '1-2'],
    ['["a","b","c"].slice(1, 3)', ['b', 'c']],
    ['"aXa".replace("a", "b")', 'bXb'],
    ['"aaa".replace("a", "b", 2)', 'bba'],
    ['"%s is %d at %.2f".format(["x", 3, 1.239])', 'x is 3 at 1.24'],
    ['"AbÇ".lowerAscii()', 'abÇ'],
    ['"ab".upperAscii()', 'AB'],
    ['" a ".trim()', 'a'],
    ['[1,2,3].filter(x, x > 1)', [2, 3]],
    ['[1,2,3].map(x, x > 1, x * 2)', [4, 6]],
    ['[1,2].all(x, x > 0)', true],
    ['[1,2].exists(x, x == 2)', true],
    ['[1,2,2].exists_one(x, x == 2)', false],
    ['json.labels.keys()', ['app', 'env']],
    ['json.labels.values()', ['web', 'dev']],
    ["json.labels.merge({'x': 1, 'app': 'y'})", { app: 'web', env: 'dev', x: 1 }],
    ["json.labels.omit(['app'])", { env: 'dev' }],
    ["json.labels.pick(['app'])", { app: 'web' }],
    ['[[1],[2,[3]]].flatten()', [1, 2, 3]],
    ['[1,1.0,2].uniq()', [1, 2]],
    ['json.list.sort()', [1, 2, 3]],
    ['results.sortBy(r, r.name)[0].value', 2],
    ['[1,2,1].distinct()', [1, 2]],
    ['[1,2].reverse()', [2, 1]],
    ['"ab".reverse()', 'ba'],
    ['range(3)', [0, 1, 2]],
    ['range(1, 3)', [1, 2]],
    ["{'b': 1, 'a': null}.toJSON()", '{"a":null,"b":1}'],
    ["{'a': 1}.toJSONPretty('  ')", '{\n  "a": 1\n}'],
    [`JSON('{"a": [1]}').a[0]`, 1],
    ["JSONArray('[1]')", [1]],
    ["YAML('a: 1').a", 1],
    ["CSV('a,b\\n1,2')[1]", ['1', '2']],
    ["jq('.a[].b', {'a': [{'b': 1}, {'b': 2}]})", [1, 2]],
    ["jsonpath('$.a[0]', {'a': [7]})", 7],
    ["jsonpath('{.a[?(@.b>1)].b}', {'a': [{'b': 1}, {'b': 2}]})", 2],
    ["jmespath('a[*].b', {'a': [{'b': 1}]})", [1]],
    ['duration("30m").getMinutes()', 30],
    ['Duration("7d").getHours()', 168],
    ['elapsed.getMilliseconds()', 1500],
    ['duration("1h30m").getSeconds()', 5400],
    ["timestamp('2024-01-02T03:04:05Z').getFullYear()", 2024],
    ["timestamp('2024-01-02T03:04:05Z').getHours('-01:00')", 2],
    ["timestamp('2024-01-02T03:04:05Z').getHours('Asia/Tokyo')", 12],
    ["Age(timestamp('2024-05-06T07:08:08Z')).getSeconds()", 1],
    ["time.Since('2024-05-06T07:07:09Z').getSeconds()", 60],
    ["time.Until(time.Now() + duration('1s')).getSeconds()", 1],
    ["time.Parse('2006-01-02', '2023-09-26').getDayOfMonth()", 25],
    ['type(time.ZoneName())', 'string'],
    ['type(time.ZoneOffset())', 'int'],
    ['HumanDuration(3600)', '1h'],
    ['HumanSize(123456)', '120.6K'],
    ['SemverCompare(">=1.2", "1.3.0")', true],
    ['Semver("v1.2.3").minor', 2],
    ['math.greatest([1, 5, 3])', 5],
    ['math.Add(1, 2)', 3],
    ['math.Ceil(1.2)', 2],
    ['crypto.SHA1("a")', '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8'],
    ['crypto.SHA256("a").size()', 64],
    ['crypto.SHA512("a").size()', 128],
    ['uuid.IsValid(uuid.V4())', true],
    ['uuid.IsValid("x")', false],
    ['regexp.Find("[0-9]+", "a12b3")', '12'],
    ['regexp.FindAll("[0-9]", "1a2")', ['1', '2']],
    [`regexp.Replace("(a)(b)", "\${2}$1", "ab")`, 'ba'],
    ['regexp.Split("[,;]", "a,b;c")', ['a', 'b', 'c']],
    ['base64.encode("hi")', 'aGk='],
    ['base64.decode("aGk=")', 'hi'],
    ['urlencode("a b&c")', 'a+b%26c'],
    ['random.Alpha(5).size()', 5],
    ["fromAWSMap([{'Name': 'a', 'Value': 'b'}])", { a: 'b' }],
    ["matchLabel(json.labels, 'app', 'w*,!x')", true],
    ["matchLabel(json.labels, 'zz', '!x')", true],
    ["matchQuery({'name': 'n', 'labels': {'a': 'b'}}, 'name=n labels.a=b')", true],
    ["matchQuery({'name': 'n'}, 'name!=n')", false],
    ["k8s.cpuAsMillicores('0.5')", 500],
    ["k8s.memoryAsBytes('1Ki')", 1024],
    ["k8s.labels({'metadata': {'labels': {'a': 'b'}}})", { a: 'b' }],
    ["k8s.getStatus({'kind': 'Pod', 'status': {'phase': 'Running'}})", 'Running'],
    ["k8s.isReady({'kind': 'Node', 'status': {'conditions': [{'type': 'Ready', 'status': 'True'}]}})", true],
    ["k8s.isHealthy({'kind': 'Deployment', 'spec': {'replicas': 2}, 'status': {'readyReplicas': 0}})", false],
    ["k8s.neat({'metadata': {'name': 'a', 'uid': 'u'}, 'status': {}})", { metadata: { name: 'a' } }],
    ['gcp.incidents.toCheckResult(\'{"incident": {"incident_id": "1", "state": "closed"}}\').pass', true],
    ['cel.bind(x, 2, x * x)', 4],
  ])('%s', async (expr, expected) => {
    expect(await evaluateCel(expr, data, options)).toEqual(expected);
  });

  it('timestamps and durations keep their kinds', async () => {
    expect(await evaluateCel('time.Now()', {}, options)).toEqual(new Date(NOW));
    expect(await evaluateCel("duration('1s')", {}, options)).toEqual(new GoDuration(1000));
    expect(await evaluateCel("timestamp('2024-01-01T00:00:00+01:00')", {})).toEqual(new Date('2023-12-31T23:00:00Z'));
  });

  it('the same incident has the same id', async () => {
    const expr = "gcp.incidents.toCheckResult({'incident': {'incident_id': 'a'}}).id";
    expect(await evaluateCel(expr, {})).toBe(await evaluateCel(expr, {}));
  });
});

describe('errors', () => {
  it.each(['1 +', 'a b', '"open', 'has(a)', '{1:2', 'a.map(1, 2)'])('%s cannot be read', async (expr) => {
    await expect(evaluateCel(expr, {})).rejects.toMatchObject({ code: 'EXPRESSION_SYNTAX' });
    expect(checkTemplate({ expr })?.code).toBe('EXPRESSION_SYNTAX');
  });

  it('a syntax error has a position in the given text', () => {
    expect(checkTemplate({ expr: '1 +\n  ) ' })?.details).toEqual({ position: 6 });
  });

  it.each([
    'nope(1)',
    '"a".nope()',
    '1 / 0',
    '1 + "a"',
    'null > 1',
    '"a" && true',
    'time.Nope()',
    '9223372036854775807 + 1',
    'int("x")',
    '"a".matches("(")',
    'duration("x")',
    'optional.none().value()',
    'JSON("{")',
  ])('%s fails', async (expr) => {
    await expect(evaluateCel(expr, {})).rejects.toMatchObject({ code: 'EXPRESSION_FAILED' });
  });
});
