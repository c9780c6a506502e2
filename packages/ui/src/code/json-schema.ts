import type { Json } from '@quarterdeck/contract';

/** The part of JSON Schema that editors need: shapes, texts, enums, references inside the document. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  definitions?: Record<string, JsonSchema>;
  type?: string | string[];
  title?: string;
  description?: string;
  default?: Json;
  enum?: Json[];
  const?: Json;
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** Something that does not fit, and where. */
export interface SchemaProblem {
  path: (string | number)[];
  message: string;
}

const MAX_PROBLEMS = 100;
const MAX_DEPTH = 64;

/** What in a value does not fit a schema; at most 100 problems. Keywords that it does not know refuse nothing. */
export function checkSchema(root: JsonSchema, value: Json): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  check(root, root, value, [], problems, 0);
  return problems.slice(0, MAX_PROBLEMS);
}

/** A schema with its reference followed (`#/$defs/x`, `#/definitions/x`, any inner pointer); a foreign one allows all. */
export function followRef(root: JsonSchema, schema: JsonSchema, depth = 0): JsonSchema {
  if (schema.$ref === undefined || depth > MAX_DEPTH) return schema;
  const match = /^#\/?(.*)$/s.exec(schema.$ref);
  if (!match) return {};
  let at: unknown = root;
  for (const part of (match[1] ?? '').split('/').filter(Boolean)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : {};
  }
  const { $ref: _ref, ...beside } = schema;
  return { ...followRef(root, at as JsonSchema, depth + 1), ...beside };
}

/** The schemas that a value may have to fit: itself and all its alternatives, references followed. */
export function alternatives(root: JsonSchema, schema: JsonSchema, depth = 0): JsonSchema[] {
  const own = followRef(root, schema);
  if (depth > 8) return [own];
  const inner = [...(own.anyOf ?? []), ...(own.oneOf ?? []), ...(own.allOf ?? [])];
  return [own, ...inner.flatMap((one) => alternatives(root, one, depth + 1))];
}

/** The schemas of what stands at a path. */
export function schemasAt(root: JsonSchema, path: readonly (string | number)[]): JsonSchema[] {
  let at = alternatives(root, root);
  for (const key of path) {
    at = at.flatMap((schema) => childrenOf(schema, key)).flatMap((schema) => alternatives(root, schema));
  }
  return at;
}

function childrenOf(schema: JsonSchema, key: string | number): JsonSchema[] {
  if (typeof key === 'number') return schema.items ? [schema.items] : [];
  const named = schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
  if (named) return [named];
  const patterned = Object.entries(schema.patternProperties ?? {}).filter(([pattern]) => test(pattern, key));
  if (patterned.length > 0) return patterned.map(([, one]) => one);
  return typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [];
}

function check(
  root: JsonSchema,
  raw: JsonSchema,
  value: Json,
  path: (string | number)[],
  problems: SchemaProblem[],
  depth: number,
) {
  if (depth > MAX_DEPTH || problems.length >= MAX_PROBLEMS) return;
  const schema = followRef(root, raw);
  const say = (message: string, at = path) => problems.push({ path: at, message });
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => hasType(type, value))) {
    say(`Expected ${types.join(' or ')}, found ${typeName(value)}`);
    return;
  }
  if (schema.enum && !schema.enum.some((one) => JSON.stringify(one) === JSON.stringify(value))) {
    say(`Expected one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`);
  }
  if (schema.const !== undefined && JSON.stringify(schema.const) !== JSON.stringify(value)) {
    say(`Expected ${JSON.stringify(schema.const)}`);
  }
  for (const message of scalarProblems(schema, value)) say(message);
  const go = (one: JsonSchema, held: Json, at: (string | number)[]) => check(root, one, held, at, problems, depth + 1);
  if (Array.isArray(value)) {
    if (schema.minItems !== undefined && value.length < schema.minItems) say(`At least ${schema.minItems} items`);
    if (schema.maxItems !== undefined && value.length > schema.maxItems) say(`At most ${schema.maxItems} items`);
    const { items } = schema;
    if (items) for (const [i, held] of value.entries()) go(items, held, [...path, i]);
  } else if (typeof value === 'object' && value !== null) {
    for (const key of schema.required ?? []) if (!Object.hasOwn(value, key)) say(`“${key}” is required`);
    for (const [key, held] of Object.entries(value)) {
      const inner = childrenOf(schema, key);
      for (const one of inner) go(one, held, [...path, key]);
      if (inner.length === 0 && schema.additionalProperties === false)
        say(`“${key}” is not known here`, [...path, key]);
    }
  }
  for (const one of schema.allOf ?? []) go(one, value, path);
  for (const choices of [schema.anyOf, schema.oneOf]) {
    if (choices && choices.length > 0) checkChoice(root, choices, value, path, problems, depth);
  }
}

/** None fits: the problems of the alternative that comes nearest are told. */
function checkChoice(
  root: JsonSchema,
  choices: readonly JsonSchema[],
  value: Json,
  path: (string | number)[],
  problems: SchemaProblem[],
  depth: number,
) {
  let nearest: SchemaProblem[] | undefined;
  for (const choice of choices) {
    const found: SchemaProblem[] = [];
    check(root, choice, value, path, found, depth + 1);
    if (found.length === 0) return;
    if (!nearest || depthOf(found) > depthOf(nearest)) nearest = found;
  }
  problems.push(...(nearest ?? []));
}

function depthOf(problems: readonly SchemaProblem[]): number {
  return Math.max(...problems.map(({ path }) => path.length)) - problems.length / 1000;
}

function scalarProblems(schema: JsonSchema, value: Json): string[] {
  const found: string[] = [];
  if (typeof value === 'string') {
    if (schema.minLength !== undefined && value.length < schema.minLength)
      found.push(`At least ${schema.minLength} characters`);
    if (schema.maxLength !== undefined && value.length > schema.maxLength)
      found.push(`At most ${schema.maxLength} characters`);
    if (schema.pattern !== undefined && !test(schema.pattern, value)) found.push(`Must match ${schema.pattern}`);
  }
  if (typeof value === 'number') {
    if (schema.minimum !== undefined && value < schema.minimum) found.push(`Must be ${schema.minimum} or more`);
    if (schema.maximum !== undefined && value > schema.maximum) found.push(`Must be ${schema.maximum} or less`);
  }
  return found;
}

function hasType(type: string, value: Json): boolean {
  if (type === 'integer') return typeof value === 'number' && Number.isInteger(value);
  return typeName(value) === type;
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A pattern that is no regular expression here refuses nothing. */
function test(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}
