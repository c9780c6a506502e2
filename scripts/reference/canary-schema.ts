import { canarySpecSchema } from '../../packages/checks/src/engine/document-schema.ts';
import { allTypes, type CheckType, knownTypes } from '../../packages/checks/src/index.ts';
import { CANARY_API_VERSION } from '../../packages/contract/src/index.ts';
import { describe, fieldNotes, type TypeSources } from './field-notes.ts';
import {
  isCommonField,
  type JsonSchema,
  mapChildren,
  sharedShapeOf,
  sharedShapes,
  toJsonSchema,
} from './json-schema.ts';

/** The schema of one check of a type with all its fields, described as far as the sources do. */
function typeSchema(type: CheckType, { byFolder, shared }: TypeSources): JsonSchema {
  const { schemaName = '', text = '' } = byFolder.get(type.key.toLowerCase()) ?? {};
  const common = fieldNotes(shared, 'checkBaseShape');
  return describe(toJsonSchema(type.schema), new Map([...common, ...fieldNotes(text, schemaName)]));
}

/** Puts references in the place of shared shapes. */
function withReferences(schema: JsonSchema): JsonSchema {
  const name = sharedShapeOf(schema);
  if (name === null) return mapChildren(schema, withReferences);
  const { description } = schema;
  const $ref = `#/definitions/${name}`;
  // Beside a reference draft 7 reads nothing else, so that a description stands around it.
  return description === undefined ? { $ref } : { description, allOf: [{ $ref }] };
}

/** A schema with only the fields that `keep` names. The parser names a check without a name, so none is required. */
function select(schema: JsonSchema, keep: (name: string) => boolean): JsonSchema {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => keep(name));
  const required = (schema.required ?? []).filter((name) => keep(name) && name !== 'name');
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The fields that all checks have. */
export function commonSchema(sources: TypeSources): JsonSchema {
  const http = allTypes.find(({ key }) => key === 'http');
  return http === undefined ? {} : select(typeSchema(http, sources), isCommonField);
}

/** The fields of one type beside the common ones. */
export function ownSchema(type: CheckType, sources: TypeSources): JsonSchema {
  return select(typeSchema(type, sources), (name) => !isCommonField(name));
}

/** The names of the fields only: what is inside matters to nobody while the type does not run. */
function namesOnly(schema: JsonSchema): JsonSchema {
  return { ...schema, properties: Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, {}])) };
}

/** The JSON schema of a canary document, for editors. Keys have their canonical spelling here. */
export function canarySchema(sources: TypeSources): JsonSchema {
  const definitions: Record<string, JsonSchema> = { ...sharedShapes, check: withReferences(commonSchema(sources)) };
  const checks: Record<string, JsonSchema> = {};
  for (const type of allTypes) {
    const name = `${type.key}Check`;
    const own = ownSchema(type, sources);
    definitions[name] = {
      title: type.title,
      description: type.description,
      allOf: [{ $ref: '#/definitions/check' }, withReferences(knownTypes.includes(type) ? namesOnly(own) : own)],
    };
    const one: JsonSchema = { $ref: `#/definitions/${name}` };
    for (const key of [type.key, ...(type.aliases ?? [])]) {
      checks[key] = type.key === 'webhook' ? one : { type: 'array', items: one };
    }
  }
  const text: JsonSchema = { type: 'string' };
  const texts: JsonSchema = { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } };
  const spec = withReferences(toJsonSchema(canarySpecSchema));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Canary',
    type: 'object',
    properties: {
      apiVersion: { const: CANARY_API_VERSION },
      kind: { const: 'Canary' },
      metadata: {
        type: 'object',
        properties: { name: text, namespace: text, uid: text, labels: texts, annotations: texts },
      },
      spec: { ...spec, properties: { ...spec.properties, ...checks } },
    },
    required: ['kind', 'spec'],
    definitions,
  };
}
