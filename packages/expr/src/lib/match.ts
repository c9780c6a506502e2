import { member, type ValueMap } from '../values.ts';
import { uuidOfName } from './crypto.ts';
import { parseJson } from './data.ts';
import { type Fn, list, map, text } from './env.ts';

function like(value: string, pattern: string): boolean {
  if (pattern === '*') return true;
  if (pattern.startsWith('*') && pattern.endsWith('*') && pattern.length > 1)
    return value.includes(pattern.slice(1, -1));
  if (pattern.startsWith('*')) return value.endsWith(pattern.slice(1));
  return pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern;
}

/** Whether a value matches a list of patterns: comma separated, `!` excludes, `*` at an end. Exclusions alone match the rest. */
function matchPatterns(value: string, patterns: string): boolean {
  const items = patterns
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.some((item) => item.startsWith('!') && like(value, item.slice(1)))) return false;
  const wanted = items.filter((item) => !item.startsWith('!'));
  return wanted.length === 0 || wanted.some((item) => like(value, item));
}

/** `matchLabel(labels, key, patterns)`: a label that is absent matches only exclusions. */
export const matchLabel: Fn = (_env, labels, key, patterns) => {
  const value = member(map(labels), text(key));
  if (value === undefined)
    return text(patterns)
      .split(',')
      .every((item) => item.trim().startsWith('!'));
  return matchPatterns(text(value), text(patterns));
};

function lookup(value: ValueMap, path: string): unknown {
  const direct = member(value, path);
  if (direct !== undefined) return direct;
  const [head = '', ...rest] = path.split('.');
  const next = member(value, head);
  return rest.length > 0 && next !== null && typeof next === 'object' ? lookup(map(next), rest.join('.')) : undefined;
}

/** `matchQuery(resource, "type=Pod labels.app=web* name!=x")`: every part has to match. */
export const matchQuery: Fn = (_env, resource, query) =>
  text(query)
    .split(/\s+/)
    .filter((part) => part !== '')
    .every((part) => {
      const [, key = '', operator = '', patterns = ''] = /^([^=!]+)(!?=)(.*)$/.exec(part) ?? [];
      if (operator === '') return like(text(lookup(map(resource), 'name')), part);
      const found = matchPatterns(text(lookup(map(resource), key)), patterns);
      return operator === '=' ? found : !found;
    });

/** `fromAWSMap([{Name, Value}])`: a map of the names. */
export const fromAwsMap: Fn = (_env, items) =>
  Object.fromEntries(list(items).map((item) => [text(map(item).Name), text(map(item).Value)]));

/** `gcp.incidents.toCheckResult(message)`: an entry for a transform (contract checks §1.6). */
export const incidentToCheckResult: Fn = (_env, message) => {
  const outer = typeof message === 'string' ? map(parseJson(message)) : map(message);
  const incident = map(member(outer, 'incident'));
  const id = text(incident.incident_id);
  const title = `[${id}] ${text(incident.summary)}`;
  return {
    id: uuidOfName(id),
    name: title,
    message: title,
    description: text(map(incident.documentation).content) || text(incident.summary),
    pass: incident.state === 'closed',
    detail: incident,
  };
};
