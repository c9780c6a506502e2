import { RestError } from '../errors.ts';
import { negotiate } from '../parse/media.ts';
import type { Access } from '../plan/access.ts';
import { AccessDenied, UnknownRelation } from '../plan/access.ts';
import type { RelationAction } from '../policy.ts';
import type { Column, Relation, Routine, SchemaModel, TypeName } from '../schema/model.ts';
import type { RestAnswer } from '../types.ts';
import type { Work } from './work.ts';

type Json = Record<string, unknown>;

const FORMATS = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
];
const CONTENT_TYPE = 'application/openapi+json; charset=utf-8';

/** Parameters that many paths share, in the form of Swagger 2.0. */
const SHARED: Readonly<Record<string, Json>> = {
  preferParams: header('Prefer', 'Preference', ['params=single-object']),
  preferReturn: header('Prefer', 'Preference', ['return=representation', 'return=minimal', 'return=headers-only']),
  preferCount: header('Prefer', 'Preference', ['count=exact', 'count=planned', 'count=estimated']),
  preferPost: header('Prefer', 'Preference', [
    'return=representation',
    'return=minimal',
    'return=headers-only',
    'resolution=ignore-duplicates',
    'resolution=merge-duplicates',
  ]),
  select: query('select', 'Columns and embedded resources of the answer'),
  on_conflict: query('on_conflict', 'Columns by which rows are the same'),
  order: query('order', 'Order of the rows'),
  range: header('Range', 'Rows of the page'),
  offset: query('offset', 'Rows left out before the page'),
  limit: query('limit', 'Most rows of the page'),
};

function query(name: string, description: string): Json {
  return { name, description, required: false, in: 'query', type: 'string' };
}

function header(name: string, description: string, values?: readonly string[]): Json {
  return { name, description, required: false, in: 'header', type: 'string', ...(values ? { enum: values } : {}) };
}

/** Answers GET and HEAD of the root: what can be asked for, as far as the policy lets the caller see it (OpenAPI 2.0). */
export function answerDescription({ request, context }: Work): RestAnswer {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new RestError('PGRST117', { message: `Unsupported HTTP method: ${request.method}` });
  }
  negotiate(request.headers.accept, ['openapi', 'array']);
  const body = JSON.stringify(describeSchema(context.schema, context.access, request.headers.host ?? 'localhost'));
  return { status: 200, headers: { 'content-type': CONTENT_TYPE }, body };
}

/** The description of a schema for one caller. */
export function describeSchema(schema: SchemaModel, access: Access, host: string): Json {
  const paths: Record<string, Json> = {
    '/': {
      get: {
        tags: ['Introspection'],
        summary: 'This description',
        produces: ['application/openapi+json'],
        responses: { 200: { description: 'OK' } },
      },
    },
  };
  const definitions: Record<string, Json> = {};
  const parameters: Record<string, Json> = { ...SHARED };
  for (const relation of schema.relations.values()) {
    const allowed = mayDo(() => access.relation(relation.name, 'read'));
    if (allowed === null) continue;
    const columns = [...relation.columns.values()].filter(({ name }) => !allowed.writeOnly?.has(name));
    paths[`/${relation.name}`] = describeRelation(relation, columns, (action) =>
      Boolean(mayDo(() => access.relation(relation.name, action))),
    );
    definitions[relation.name] = defineRelation(schema, relation, columns);
    parameters[`body.${relation.name}`] = {
      name: relation.name,
      description: relation.name,
      required: false,
      in: 'body',
      schema: { $ref: `#/definitions/${relation.name}` },
    };
    for (const { name, type } of columns) {
      const parameter = { name, required: false, format: type.sql, in: 'query', type: 'string' };
      parameters[`rowFilter.${relation.name}.${name}`] = parameter;
    }
  }
  for (const [name, routines] of schema.routines) {
    const routine = routines.find(isCallable);
    if (routine === undefined || mayDo(() => access.routine(name)) === null) continue;
    paths[`/rpc/${name}`] = describeRoutine(routine);
  }
  return {
    swagger: '2.0',
    info: {
      title: schema.description?.split('\n')[0] ?? 'Tables, views and functions',
      description: schema.description ?? 'What the database serves, in the dialect of PostgREST 12',
      version: '12.0',
    },
    host,
    basePath: '/',
    schemes: ['http'],
    consumes: FORMATS,
    produces: FORMATS,
    paths,
    definitions,
    parameters,
  };
}

/** Arguments are given by name; one alone may have none and take the whole body. Others serve the database itself. */
function isCallable({ arguments: taken }: Routine): boolean {
  const [first] = taken;
  const takesBody = taken.length === 1 && /^(jsonb?|text|xml|bytea)$/.test(first?.type.sql ?? '');
  return takesBody || taken.every(({ name }) => name !== '');
}

/** What the policy allows, or null. */
function mayDo<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof AccessDenied || error instanceof UnknownRelation) return null;
    throw error;
  }
}

const ref = (name: string) => ({ $ref: `#/parameters/${name}` });

function describeRelation(
  relation: Relation,
  columns: readonly Column[],
  may: (action: RelationAction) => boolean,
): Json {
  const { name } = relation;
  const filters = columns.map((column) => ref(`rowFilter.${name}.${column.name}`));
  const page = ['select', 'order', 'range', 'offset', 'limit', 'preferCount'].map(ref);
  const rows = { items: { $ref: `#/definitions/${name}` }, type: 'array' };
  const about = { tags: [name], ...(relation.description === null ? {} : { summary: relation.description }) };
  const done = { 204: { description: 'No Content' } };
  const body = ref(`body.${name}`);
  return {
    get: {
      ...about,
      parameters: [...filters, ...page],
      responses: { 200: { description: 'OK', schema: rows }, 206: { description: 'Partial Content' } },
    },
    ...(relation.insertable && may('create')
      ? {
          post: {
            ...about,
            parameters: [body, ref('select'), ref('on_conflict'), ref('preferPost')],
            responses: { 201: { description: 'Created' } },
          },
        }
      : {}),
    ...(relation.deletable && may('delete')
      ? { delete: { ...about, parameters: [...filters, ref('preferReturn')], responses: done } }
      : {}),
    ...(relation.updatable && may('update')
      ? { patch: { ...about, parameters: [...filters, body, ref('preferReturn')], responses: done } }
      : {}),
  };
}

const JSON_KINDS: Readonly<Record<TypeName['kind'], string | null>> = {
  json: null,
  array: 'array',
  composite: 'object',
  time: 'string',
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  other: 'string',
};

function typeOf(type: TypeName): Json {
  const kind = /^(?:smallint|integer|bigint)$/.test(type.sql) ? 'integer' : JSON_KINDS[type.kind];
  return {
    format: type.sql,
    ...(kind === null ? {} : { type: kind }),
    ...(kind === 'array' ? { items: { type: 'string' } } : {}),
    ...(type.labels.length > 0 ? { enum: type.labels } : {}),
  };
}

function defineRelation(schema: SchemaModel, relation: Relation, columns: readonly Column[]): Json {
  const keys = (schema.relationships.get(relation.name) ?? []).filter(
    ({ cardinality, targetIsView, junction }) =>
      (cardinality === 'many-to-one' || cardinality === 'one-to-one') && !targetIsView && junction === null,
  );
  const properties = columns.map((column): [string, Json] => {
    const notes: string[] = [];
    if (relation.primaryKey.includes(column.name)) notes.push('This is a Primary Key.<pk/>');
    for (const { columns: pairs, target } of keys) {
      const [own, other] = pairs[0] ?? [];
      if (pairs.length === 1 && own === column.name && !notes.some((note) => note.includes('<fk'))) {
        notes.push(`This is a Foreign Key to \`${target}.${other}\`.<fk table='${target}' column='${other}'/>`);
      }
    }
    const told = [
      ...(column.description === null ? [] : [column.description]),
      ...(notes.length > 0 ? [`Note:\n${notes.join('\n')}`] : []),
    ];
    return [
      column.name,
      {
        ...typeOf(column.type),
        ...(told.length > 0 ? { description: told.join('\n\n') } : {}),
        ...(column.default === null ? {} : { default: column.default }),
        ...(column.maxLength === null ? {} : { maxLength: column.maxLength }),
      },
    ];
  });
  const required = columns.filter(({ notNull, default: value, generated }) => notNull && value === null && !generated);
  return {
    ...(relation.description === null ? {} : { description: relation.description }),
    ...(required.length > 0 ? { required: required.map(({ name }) => name) } : {}),
    properties: Object.fromEntries(properties),
    type: 'object',
  };
}

function describeRoutine({ name, arguments: given, volatility, description }: Routine): Json {
  const about = { tags: [`(rpc) ${name}`], ...(description === null ? {} : { summary: description }) };
  const responses = { 200: { description: 'OK' } };
  const get = {
    ...about,
    parameters: given.map((one) => ({ name: one.name, required: one.required, in: 'query', ...typeOf(one.type) })),
    responses,
  };
  const args = {
    name: 'args',
    in: 'body',
    required: true,
    schema: {
      type: 'object',
      required: given.filter(({ required }) => required).map((one) => one.name),
      properties: Object.fromEntries(given.map((one) => [one.name, typeOf(one.type)])),
    },
  };
  const post = { ...about, parameters: [args, ref('preferParams')], responses };
  return volatility === 'volatile' ? { post } : { get, post };
}
