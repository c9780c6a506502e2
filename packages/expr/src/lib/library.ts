import jmespath from 'jmespath';
import { failure } from '../failure.ts';
import { humanDuration, humanSize } from '../go/human.ts';
import { toNative } from '../values.ts';
import { collFns, flatten, mergeMaps, omit, pick, range, reverse, sortList, sum, unique } from './coll.ts';
import { base64Fns, cryptoFns, randomFns, uuidFns } from './crypto.ts';
import { dataFns } from './data.ts';
import { duration, type Fn, type Fns, list, num, text } from './env.ts';
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
  flatten: (env, items) => flatten(env, list(items)),
  fromAWSMap: fromAwsMap,
  jmespath: runJmespath,
  jq: (env, expression, data) => env.query('jq', text(expression), data),
  jsonpath: (env, expression, data) => env.query('jsonpath', text(expression), data),
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

function decodeUrl(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    throw failure('the text is not URL encoded');
  }
}

/** Namespaced functions: `strings.ToUpper`, `gcp.incidents.toCheckResult`. */
export const namespaces: Readonly<Record<string, Fns>> = {
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
  strings: stringsFns,
  time: timeFns,
  uuid: uuidFns,
};

/** Finds a namespaced function; undefined when there is none. */
export function namespaced(namespace: string, name: string): Fn | undefined {
  const group = Object.hasOwn(namespaces, namespace) ? namespaces[namespace] : undefined;
  return group && Object.hasOwn(group, name) ? group[name] : undefined;
}
