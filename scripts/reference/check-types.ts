import { type CheckType, checkTypes, knownTypes } from '../../packages/checks/src/index.ts';
import { commonSchema, ownSchema } from './canary-schema.ts';
import type { TypeSources } from './field-notes.ts';
import { type JsonSchema, sharedShapeOf } from './json-schema.ts';
import { code, page, table } from './markdown.ts';

const SHARED_NAMES: Readonly<Record<string, string>> = {
  value: '[value](#value)',
  template: '[template](#template)',
  tls: '[TLS settings](#tls-settings)',
  selector: '[selector](#selector)',
  lookup: 'lookup',
};

/** How a field's type is written for people. */
export function typeText(schema: JsonSchema): string {
  const shared = sharedShapeOf(schema);
  if (shared !== null) return SHARED_NAMES[shared] ?? shared;
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeText))].join(' or ');
  if (schema.type === 'array') return schema.items ? `list of ${typeText(schema.items)}` : 'list';
  if (Array.isArray(schema.type)) return schema.type.includes('string') ? 'text' : schema.type.join(' or ');
  if (schema.type === 'object') {
    return typeof schema.additionalProperties === 'object'
      ? `map of ${typeText(schema.additionalProperties)}`
      : 'object';
  }
  const names: Readonly<Record<string, string>> = {
    string: 'text',
    boolean: 'true or false',
    integer: 'whole number',
    number: 'number',
  };
  return names[schema.type ?? ''] ?? 'any';
}

/** Rows of a field table: fields of objects and of lists of objects follow their parent, named by a path. */
export function fieldRows(schema: JsonSchema, prefix = ''): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const row = [code(path), typeText(field), schema.required?.includes(name) ? 'yes' : '', field.description ?? ''];
    const inner = field.type === 'array' && field.items ? field.items : field;
    if (sharedShapeOf(inner) !== null) return [row];
    return [row, ...fieldRows(inner, `${path}${inner === field ? '' : '[]'}.`)];
  });
}

const HEAD = ['field', 'type', 'required', 'meaning'];

function section(type: CheckType, sources: TypeSources): string[] {
  const rows = fieldRows(ownSchema(type, sources));
  const facts = [
    `Key \`${type.key}\`${type.key === 'webhook' ? ' (one check, not a list)' : ''}, stored type \`${type.type}\`.`,
    ...(type.aliases ? [`Also written ${type.aliases.map(code).join(', ')}.`] : []),
    ...(type.templating === false ? ['`test`, `display` and `transform` are not evaluated.'] : []),
    ...(type.defaultTest ? [`Without a \`test\` it is \`${type.defaultTest}\`.`] : []),
  ];
  return [
    `## ${type.title}`,
    '',
    type.description,
    facts.join(' '),
    '',
    ...(rows.length > 0 ? table(HEAD, rows) : ['No fields of its own.']),
    '',
  ];
}

/** The page of all check types. */
export function checkTypesPage(sources: TypeSources): string {
  return page('Check types', '`packages/checks/src/types`', [
    'A canary document holds a list of checks for each type under `spec`, by the key of the type. Keys match whatever their',
    'case; unknown keys are ignored. [canary.schema.json](canary.schema.json) is the same as a JSON schema, for editors.',
    '',
    '## Fields of every check',
    '',
    '`name` may be left out: then it is the description, the endpoint or the type.',
    '',
    ...table(HEAD, fieldRows(commonSchema(sources))),
    '',
    '### Value',
    '',
    'A text in place (`value`) or a reference (`valueFrom`). References to Helm releases and service accounts need a cluster',
    'and fail without one. See [secrets](../guides/secrets.md).',
    '',
    '### Template',
    '',
    'An object with `template` (Go template), `expr` (CEL) or `javascript`. `jsonPath` is read and yields the empty text.',
    'See [expressions](../guides/expressions.md).',
    '',
    '### TLS settings',
    '',
    '`insecureSkipVerify`, `handshakeTimeout` (a duration, or milliseconds; 10 s when absent), and `ca`, `cert` and `key` as',
    '[values](#value) that hold PEM.',
    '',
    '### Selector',
    '',
    '`id`, `external_id`, `name`, `namespace`, `type`, `agent` and `scope`, each with one of `value`, `label` (a label of the',
    'result) and `expr` (CEL over `result`); and `labels`. All parts that are given must match.',
    '',
    ...checkTypes.flatMap((type) => section(type, sources)),
    '## Types without a runner',
    '',
    'Documents that use these are read and stored. A run of such a check is invalid and says that nothing runs it.',
    '',
    ...table(
      ['key', 'also', 'stored type', 'title'],
      knownTypes.map(({ key, aliases = [], type, title }) => [
        code(key),
        aliases.map(code).join(', '),
        code(type),
        title,
      ]),
    ),
  ]);
}
