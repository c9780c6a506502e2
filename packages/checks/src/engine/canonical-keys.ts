import { z } from 'zod';

type Schema = z.core.$ZodType;

/** Spells the keys of one object as its schema does; the exact spelling wins over any other, null means absent. */
function canonicalObject(schema: z.ZodObject, value: Record<string, unknown>): Record<string, unknown> {
  const spelling = new Map(Object.keys(schema.shape).map((key) => [key.toLowerCase(), key]));
  const written = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  const kept = new Map<string, unknown>();
  for (const [key, item] of written) {
    const name = spelling.get(key.toLowerCase()) ?? key;
    if (name !== key && (Object.hasOwn(value, name) || kept.has(name))) continue;
    const inner = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    kept.set(name, inner === undefined ? item : canonicaliseKeys(inner, item));
  }
  return Object.fromEntries(kept);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Gives every key of a document the spelling of its schema, at every level that the schema describes (contract checks
 * §1.1: keys match without case). The keys of free maps (labels, params …) stay as written; their values follow the
 * schema of the map's values. Members that are null are left out, as an empty YAML value means "not given".
 */
export function canonicaliseKeys(schema: Schema, value: unknown): unknown {
  if (schema instanceof z.ZodObject) return isPlainObject(value) ? canonicalObject(schema, value) : value;
  if (schema instanceof z.ZodArray) {
    const { element } = schema;
    return Array.isArray(value) ? value.map((item) => canonicaliseKeys(element, item)) : value;
  }
  if (schema instanceof z.ZodRecord) {
    if (!isPlainObject(value)) return value;
    const kept = Object.entries(value).filter(([, item]) => item !== null);
    return Object.fromEntries(kept.map(([key, item]) => [key, canonicaliseKeys(schema.def.valueType, item)]));
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.reduce((rest: unknown, option) => canonicaliseKeys(option, rest), value);
  }
  if (schema instanceof z.ZodPipe) return canonicaliseKeys(schema.def.out, canonicaliseKeys(schema.def.in, value));
  if (schema instanceof z.ZodLazy) return canonicaliseKeys(schema.def.getter(), value);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly
  ) {
    return canonicaliseKeys(schema.def.innerType, value);
  }
  return value;
}
