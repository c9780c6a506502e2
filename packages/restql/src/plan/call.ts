import type { ParsedQuery, Preferences } from '../ast.ts';
import { RestError } from '../errors.ts';
import type { ParsedBody } from '../parse/body.ts';
import type { Argument, Routine } from '../schema/model.ts';
import { identifier, join, type Sql, sql, trusted } from '../sql.ts';
import { arrayText } from './condition.ts';
import { type PlanContext, qualified, type Source } from './context.ts';
import { planRows, type ReadOptions, type ReadPlan } from './read.ts';
import { planTree } from './tree.ts';

/** The arguments of a call: from the address, or from a body. */
export type CallInput =
  | { kind: 'query'; values: ParsedQuery['argumentValues'] }
  | { kind: 'body'; body: ParsedBody; params: Preferences['params'] };

const JSON_TYPES = new Set(['json', 'jsonb']);
const RAW_TYPES: Readonly<Record<string, readonly string[]>> = {
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
};

/** Finds the function that a call means. Throws `PGRST202` for none, `PGRST203` for more than one. */
export function findRoutine(context: PlanContext, name: string, input: CallInput): Routine {
  const candidates = context.schema.routines.get(name) ?? [];
  const keys = input.kind === 'query' ? [...input.values.keys()] : input.body.kind === 'rows' ? input.body.keys : [];
  const isRaw = input.kind === 'body' && input.body.kind === 'raw';
  const single = input.kind === 'body' && input.params === 'single-object';
  const matching = candidates.filter(({ arguments: given }) => {
    if (single) return given.length === 1 && JSON_TYPES.has(given[0]?.type.sql ?? '');
    return !isRaw && takes(given, keys);
  });
  const found =
    matching.length > 0 || input.kind === 'query' ? matching : candidates.filter((one) => takesWhole(one, input.body));
  const [first, ...others] = found;
  const full = `${context.schema.name}.${name}`;
  if (first === undefined) throw unknownRoutine(full, keys, input, candidates);
  if (others.length === 0) return first;
  const list = found.map(({ arguments: given }) => {
    return `${full}(${given.map((one) => `${one.name} => ${one.type.sql}`).join(', ')})`;
  });
  throw new RestError('PGRST203', {
    message: `Could not choose the best candidate function between: ${list.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}

function takes(given: readonly Argument[], keys: readonly string[]): boolean {
  const named = new Set(given.map(({ name }) => name));
  const sent = new Set(keys);
  return keys.every((key) => named.has(key)) && given.every(({ name, required }) => !required || sent.has(name));
}

/** A function of one parameter without a name takes the body as it is. */
function takesWhole({ arguments: given }: Routine, body: ParsedBody): boolean {
  const [only, ...others] = given;
  if (only === undefined || others.length > 0 || only.name !== '') return false;
  const type = only.type.sql;
  return body.kind === 'raw' ? (RAW_TYPES[body.mediaType] ?? []).includes(type) : JSON_TYPES.has(type);
}

function unknownRoutine(
  full: string,
  keys: readonly string[],
  input: CallInput,
  candidates: readonly Routine[],
): RestError {
  const [near, ...others] = keys.length === 0 ? [] : candidates;
  const meant = near?.arguments.map(({ name }) => name).join(', ');
  const one = keys.length === 1 ? 'parameter' : 'parameters';
  const named = keys.length === 0 ? 'without parameters' : `with ${one} ${keys.join(', ')}`;
  const called = keys.length === 0 ? `${full} without parameters` : `${full}(${keys.join(', ')})`;
  const whole = input.kind === 'body' ? ' or with a single unnamed json/jsonb parameter' : '';
  return new RestError('PGRST202', {
    message: `Could not find the function ${called} in the schema cache`,
    details: `Searched for the function ${full} ${named}${whole}, but no matches were found in the schema cache.`,
    hint: near === undefined || others.length > 0 ? null : `Perhaps you meant to call the function ${full}(${meant})`,
  });
}

/** The names of all parameters that functions of a name have. */
export function parameterNames(routines: readonly Routine[]): Set<string> {
  return new Set(routines.flatMap(({ arguments: given }) => given.map(({ name }) => name)));
}

/**
 * Plans a call and the read of its result, which can be filtered, ordered and embedded like a relation's rows. The rows
 * of a relation keep that relation's conditions as well as the function's.
 */
export function planCall(
  context: PlanContext,
  routine: Routine,
  input: CallInput,
  query: Pick<ParsedQuery, 'select' | 'scopes'>,
  options: ReadOptions,
): ReadPlan {
  const { result, name } = routine;
  const allowed = context.access.routine(name);
  const { call, args } = renderCall(context, routine, input);
  if (result.kind !== 'rows') return planScalar(context, routine, { call, args }, query, options);
  const relation = result.relation === null ? null : (context.schema.relations.get(result.relation) ?? null);
  const below = relation === null ? allowed : context.access.relation(relation.name, 'read');
  const conditions = [...new Set([allowed.rows, below.rows])].filter((rows) => rows !== undefined);
  const source: Source = {
    name,
    relation,
    columns: result.columns,
    from: options.count === null ? call : trusted('called'),
    allowed: {
      kind: 'allowed',
      ...(below.writeOnly === undefined ? {} : { writeOnly: below.writeOnly }),
      ...(below.masked === undefined ? {} : { masked: below.masked }),
      ...(conditions.length === 0
        ? {}
        : {
            rows: (row) =>
              join(
                conditions.map((rows) => sql`(${rows(row)})`),
                ' and ',
              ),
          }),
    },
  };
  const plan = planRows(context, source, query, options);
  const called = options.count === null ? [] : [sql`called as materialized (select * from ${call})`];
  return { ...plan, ...withExpressions([...args, ...called], plan) };
}

function withExpressions(expressions: readonly Sql[], plan: Pick<ReadPlan, 'statement' | 'estimate'>) {
  if (expressions.length === 0) return {};
  const before = sql`with ${join(expressions, ', ')} `;
  return {
    statement: sql`${before}${plan.statement}`,
    estimate: plan.estimate === null ? null : sql`explain (format json) ${before}select 1 from called`,
  };
}

/** A call as it stands after FROM, and the expression that it takes its arguments from. */
interface Call {
  call: Sql;
  args: readonly Sql[];
}

function renderCall(context: PlanContext, { name, arguments: given }: Routine, input: CallInput): Call {
  const routine = qualified(context.schema, name);
  const pass = ({ name: parameter, variadic }: Argument, value: Sql) => {
    return sql`${trusted(variadic ? 'variadic ' : '')}${identifier(parameter)} => ${value}`;
  };
  if (input.kind === 'query') {
    const passed = given.flatMap((argument) => {
      const values = input.values.get(argument.name);
      if (values === undefined) return [];
      const value = argument.variadic ? arrayText(values) : (values[values.length - 1] ?? '');
      return [pass(argument, sql`${value}::${trusted(argument.type.sql)}`)];
    });
    return { call: sql`${routine}(${join(passed, ', ')})`, args: [] };
  }
  const { body, params } = input;
  const [first] = given;
  if (first !== undefined && (params === 'single-object' || body.kind === 'raw' || first.name === '')) {
    return { call: sql`${routine}(${body.text}::${trusted(first.type.sql)})`, args: [] };
  }
  const sent = body.kind === 'rows' ? given.filter((argument) => body.keys.includes(argument.name)) : [];
  if (sent.length === 0) return { call: sql`${routine}()`, args: [] };
  const columns = sent.map(({ name: parameter, type }) => sql`${identifier(parameter)} ${trusted(type.sql)}`);
  const passed = sent.map((argument) => {
    return pass(argument, sql`(select args.${identifier(argument.name)} from args)`);
  });
  return {
    call: sql`${routine}(${join(passed, ', ')})`,
    args: [sql`args as (select * from ${renderRecord(body)} as a(${join(columns, ', ')}) limit 1)`],
  };
}

function renderRecord(body: ParsedBody): Sql {
  const isArray = body.kind === 'rows' && body.isArray;
  return isArray ? sql`json_to_recordset(${body.text}::json)` : sql`json_to_record(${body.text}::json)`;
}

/** A value, or a list of values; they have no columns that a request could name. */
function planScalar(
  context: PlanContext,
  { name, result }: Routine,
  { call, args }: Call,
  query: Pick<ParsedQuery, 'select' | 'scopes'>,
  { style, page, count }: ReadOptions,
): ReadPlan {
  const empty: Source = { name, relation: null, columns: new Map(), from: call, allowed: { kind: 'allowed' } };
  const level = planTree(context, empty, query);
  for (const { field } of level.fields) if (field !== '*') throw unknownResult(name, field.column);
  for (const condition of level.scope.conditions) throw unknownResult(name, firstColumn(condition));
  for (const { field } of level.scope.order) throw unknownResult(name, field.column);
  const isSet = result.kind === 'scalar' && result.set;
  const list = trusted("coalesce(json_agg(o.pgrst_scalar), '[]')");
  const bodies = {
    none: trusted('null::text'),
    csv: trusted("coalesce(string_agg(substr(o::text, 2, length(o::text) - 2), E'\\n'), '')"),
    object: trusted('(json_agg(o.pgrst_scalar)->0)::text'),
    array: isSet ? sql`${list}::text` : trusted('(json_agg(o.pgrst_scalar)->0)::text'),
  };
  const limits = sql`limit ${isSet ? page.limit : null} offset ${isSet ? page.offset : 0}`;
  const total = count === 'exact' ? sql`(select count(*) from ${call})` : trusted('null::int8');
  const body = result.kind === 'void' ? bodies.none : bodies[style.format];
  const before = args.length === 0 ? trusted('') : sql`with ${join(args, ', ')} `;
  return {
    statement: sql`${before}select ${body} as body, count(*) as n, ${total} as total from (select t.pgrst_scalar from ${call} as t(pgrst_scalar) ${limits}) o`,
    header: style.format === 'csv' ? 'pgrst_scalar' : null,
    estimate: null,
    remembered: null,
    isNamed: true,
  };
}

function firstColumn(condition: { kind: string; field?: { column: string } }): string {
  return condition.field?.column ?? '';
}

function unknownResult(name: string, column: string): RestError {
  return new RestError('42703', { message: `column ${name}.${column} does not exist` });
}
