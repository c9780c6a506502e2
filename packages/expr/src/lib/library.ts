import jmespath from 'jmespath';
import { failure } from '../failure.ts';
import { humanDuration, humanSize } from '../go/human.ts';
import { equals, mapOf, toNative, type ValueMap } from '../values.ts';
import { collFns, mergeMaps, omit, pick, range, reverse, sortedKeys, sortList, sum, unique } from './coll.ts';
import { base64Fns, cryptoFns, randomFns, uuidFns } from './crypto.ts';
import { dataFns, parseJson } from './data.ts';
import { duration, type Fn, type Fns, list, map, num, text } from './env.ts';
import { k8sFns } from './k8s.ts';
import { fromAwsMap, incidentToCheckResult, matchLabel, matchQuery } from './match.ts';
import { convFns, mathFns } from './numbers.ts';
import { pathFns } from './paths.ts';
import { regexpFns } from './regexp.ts';
import { semverFns } from './semver.ts';
import { stringsFns } from './strings.ts';
import { age, timeFns } from './time.ts';

function capitalised(fns: Fns): Fns {
  return Object.fromEntries(
    Object.entries(fns).flatMap(([name, fn]) => [
      [name, fn],
      [name.slice(0, 1).toUpperCase() + name.slice(1), fn],
    ]),
  );
}

function lowered(fns: Fns): Fns {
  return Object.fromEntries(
    Object.entries(fns).flatMap(([name, fn]) => [
      [name, fn],
      [name.slice(0, 1).toLowerCase() + name.slice(1), fn],
    ]),
  );
}

const runJmespath: Fn = (env, expression, data) => {
  env.budget.step(text(expression).length);
  try {
    return jmespath.search(toNative(data), text(expression));
  } catch (error) {
    throw failure(`jmespath: ${error instanceof Error ? error.message : ''}`);
  }
};

/** Functions of both languages that need no namespace. */
export const sharedFns: Fns = {
  Age: age,
  CSV: (env, ...operands) => dataFns.CSV?.(env, ...operands),
  HumanDuration: (_env, value) => humanDuration(duration(value)),
  HumanSize: (_env, value) => humanSize(num(value)),
  JSON: (env, source) => dataFns.JSON?.(env, source),
  JSONArray: (env, source) => dataFns.JSONArray?.(env, source),
  Semver: (env, value) => semverFns.semver?.(env, value),
  SemverCompare: (env, constraint, version) => semverFns.semverCompare?.(env, constraint, version),
  YAML: (env, source) => dataFns.YAML?.(env, source),
  YAMLArray: (env, source) => dataFns.YAMLArray?.(env, source),
  fromAWSMap: fromAwsMap,
  jmespath: runJmespath,
  jq: (env, expression, data) => env.query('jq', text(expression), data),
  jsonpath: (env, expression, data) =>
    env.query('jsonpath', text(expression), typeof data === 'string' ? parseJson(data) : data),
  keyValToMap: (_env, pairs) => keyValuesToMap(text(pairs)),
  mapToKeyVal: (_env, value) =>
    sortedKeys(value)
      .map((key) => `${key}=${text(map(value)[key])}`)
      .join(','),
  matchLabel,
  matchQuery,
  merge: mergeMaps,
  omit: (_env, value, ...keys) => omit(value, ...keys),
  pick: (_env, value, ...keys) => pick(value, ...keys),
  range,
  reverse: (_env, value) => reverse(value),
  sort: (env, items) => sortList(env, list(items)),
  sum: (_env, items) => sum(list(items)),
  toCSV: (env, ...operands) => dataFns.ToCSV?.(env, ...operands),
  toJSON: (env, value) => dataFns.ToJSON?.(env, value),
  toYAML: (env, value) => dataFns.ToYAML?.(env, value),
  uniq: (env, items) => unique(env, list(items)),
  urldecode: (_env, value) => decodeUrl(text(value)),
  urlencode: (_env, value) => encodeURIComponent(text(value)).replaceAll('%20', '+'),
};

/** `a=b,c=d` as a map; a part without a sign has the empty text. */
function keyValuesToMap(pairs: string): ValueMap {
  const parts = pairs.split(',').map((part) => part.trim());
  return mapOf(
    parts.filter(Boolean).map((part): [string, string] => {
      const [key = '', ...rest] = part.split('=');
      return [key.trim(), rest.join('=').trim()];
    }),
  );
}

const within = (items: unknown, part: unknown) =>
  list(part).every((item) => list(items).some((own) => equals(own, item)));

/** `sets.*` of CEL: lists as sets. */
const setFns: Fns = {
  contains: (env, items, part) => {
    env.budget.step(list(items).length * list(part).length);
    return within(items, part);
  },
  equivalent: (env, a, b) => {
    env.budget.step(list(a).length * list(b).length);
    return within(a, b) && within(b, a);
  },
  intersects: (env, a, b) => {
    env.budget.step(list(a).length * list(b).length);
    return list(a).some((item) => list(b).some((other) => equals(item, other)));
  },
};

/** `aws.arnToMap("arn:aws:sns:eu-west-1:123:topic")`. */
function arnToMap(arn: string): ValueMap {
  const [prefix, , service = '', region = '', account = '', ...resource] = arn.split(':');
  if (prefix !== 'arn' || resource.length === 0) throw failure('the text is not an ARN');
  return { service, region, account, resource: resource.join(':') };
}

function decodeUrl(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    throw failure('the text is not URL encoded');
  }
}

/** Namespaced functions: `strings.ToUpper`, `gcp.incidents.toCheckResult`. */
export const namespaces: Readonly<Record<string, Fns>> = {
  aws: { arnToMap: (_env, arn) => arnToMap(text(arn)), fromAWSMap: fromAwsMap },
  base64: lowered(base64Fns),
  coll: { ...collFns, JQ: (env, expression, data) => env.query('jq', text(expression), data) },
  conv: convFns,
  crypto: cryptoFns,
  data: dataFns,
  filepath: pathFns,
  'gcp.incidents': { toCheckResult: incidentToCheckResult },
  k8s: capitalised(k8sFns),
  math: mathFns,
  path: pathFns,
  random: randomFns,
  regexp: regexpFns,
  sets: setFns,
  strings: stringsFns,
  time: timeFns,
  uuid: uuidFns,
};

/** Finds a namespaced function; undefined when there is none. */
export function namespaced(namespace: string, name: string): Fn | undefined {
  const group = Object.hasOwn(namespaces, namespace) ? namespaces[namespace] : undefined;
  return group && Object.hasOwn(group, name) ? group[name] : undefined;
}
