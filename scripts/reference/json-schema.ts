import { checkBaseShape, envVarField, templateField, tlsConfigField } from '../../packages/checks/src/types/fields.ts';

/** The part of JSON Schema that our schemas become. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  additionalProperties?: boolean | JsonSchema;
  [keyword: string]: unknown;
}

/** A schema of the product; all are made by zod. */
interface SchemaSource {
  toJSONSchema(options: { target: 'draft-7'; io: 'input' }): object;
}

/** What a schema accepts, as JSON Schema draft 7. */
export function toJsonSchema(schema: SchemaSource): JsonSchema {
  const { $schema: _version, ...rest }: JsonSchema = { ...schema.toJSONSchema({ target: 'draft-7', io: 'input' }) };
  return simplify(rest);
}

/** Leaves out what is noise to a reader: names of maps are always texts, and integers have a largest safe value. */
function simplify(schema: JsonSchema): JsonSchema {
  const { propertyNames: _names, ...kept } = schema;
  if (kept.maximum === Number.MAX_SAFE_INTEGER) delete kept.maximum;
  if (kept.minimum === Number.MIN_SAFE_INTEGER) delete kept.minimum;
  return mapChildren(kept, simplify);
}

/** A copy of a schema whose direct inner schemas are replaced. */
export function mapChildren(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const { properties, items, anyOf, allOf, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, change(inner)])) }
      : {}),
    ...(items ? { items: change(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(change) } : {}),
    ...(allOf ? { allOf: allOf.map(change) } : {}),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: change(additionalProperties) } : {}),
  };
}

const selector = toJsonSchema(checkBaseShape.relationships).properties?.components?.items ?? {};

/** Shapes that many fields share; the schema and the pages name them once. */
export const sharedShapes: Readonly<Record<string, JsonSchema>> = {
  value: toJsonSchema(envVarField),
  template: toJsonSchema(templateField),
  tls: toJsonSchema(tlsConfigField),
  selector,
  lookup: selector.properties?.name ?? {},
};

/** The name of the shared shape that a schema is; null when it is none. */
export function sharedShapeOf(schema: JsonSchema): string | null {
  const { description: _text, ...bare } = schema;
  const written = JSON.stringify(bare);
  return Object.entries(sharedShapes).find(([, shape]) => JSON.stringify(shape) === written)?.[0] ?? null;
}

/** Whether a field belongs to every check. */
export function isCommonField(name: string): boolean {
  return Object.hasOwn(checkBaseShape, name);
}
