import { errorAnswer, fromDatabaseError, RestError } from '../errors.ts';
import { type Access, AccessDenied, createAccess, UnknownRelation } from '../plan/access.ts';
import { createContext } from '../plan/context.ts';
import type { CountMemory } from '../plan/remembered-count.ts';
import type { RestPolicy } from '../policy.ts';
import type { Relation, SchemaModel } from '../schema/model.ts';
import { readSchema } from '../schema/read.ts';
import type { Rest, RestAnswer, RestDatabase, RestRequest } from '../types.ts';
import { answerCall } from './call.ts';
import { createCountMemory } from './count-memory.ts';
import { createKeptPlans } from './kept-plans.ts';
import { createStatementNames } from './names.ts';
import { answerDescription } from './openapi.ts';
import { allowOfRelation, allowOfRoutine, answerOptions } from './options.ts';
import { answerRead } from './read.ts';
import { type PreparedRead, readPreferences, readProfile, type Work } from './work.ts';
import { answerWrite } from './write.ts';

/** What a dialect answers from. */
export interface RestOptions {
  database: RestDatabase;
  /** The schema that is served; `public` unless told. */
  schema?: string;
  /** Most rows of a list in an answer to GET, also of embedded ones and of functions; 2000 unless told, null for no limit. */
  maxRows?: number | null;
  /** Milliseconds since the epoch: for date math in `.filter`, and for how long things are remembered. */
  now: () => number;
  /** Most statements that have names at a time, under which connections keep them prepared; 300 unless told. */
  maxPrepared?: number;
}

const MAX_ROWS = 2000;
const MAX_PLANS = 500;
const MAX_COUNTS = 1000;
const RPC = 'rpc/';

/**
 * The dialect over one schema of a database. The schema is read with the first request, and again by `reload`; requests
 * under way go on with the one they began with.
 */
export function createRest(options: RestOptions): Rest {
  const { database, schema = 'public', maxRows = MAX_ROWS, now } = options;
  const nameOf = createStatementNames(now, options.maxPrepared);
  const plans = createKeptPlans<PreparedRead>(MAX_PLANS);
  const memories = new WeakMap<SchemaModel, CountMemory>();
  let current: Promise<SchemaModel> | null = null;

  /** What was counted under another schema may have been something else. */
  const memoryOf = (model: SchemaModel): CountMemory => {
    const memory = memories.get(model) ?? createCountMemory(MAX_COUNTS, now);
    memories.set(model, memory);
    return memory;
  };

  const read = (): Promise<SchemaModel> => {
    const reading = readSchema(database, schema);
    // A database that was away is asked again by the next request.
    reading.catch(() => {
      if (current === reading) current = null;
    });
    return reading;
  };

  const answer = async (request: RestRequest, policy: RestPolicy, access: Access): Promise<RestAnswer> => {
    current ??= read();
    const model = await current;
    const context = createContext(model, access, maxRows, memoryOf(model));
    const preferences = readPreferences(request);
    const profile = readProfile(request, schema);
    const answered = await route({ request, context, database, nameOf, policy, plans, preferences, nowMs: now() });
    if (profile === null || answered.headers['content-type'] === undefined) return answered;
    return { ...answered, headers: { ...answered.headers, 'content-profile': profile } };
  };

  return {
    async handle(request, policy) {
      const access = createAccess(policy);
      try {
        return withoutBody(request, await answer(request, policy, access));
      } catch (error) {
        return withoutBody(request, refusal(error, request, access));
      }
    },
    async reload() {
      const reading = readSchema(database, schema);
      await reading;
      current = reading;
    },
  };
}

async function route(work: Work): Promise<RestAnswer> {
  const { request, context } = work;
  const path = request.path.replace(/^\/+|\/+$/g, '');
  const { method } = request;
  if (path === '') return method === 'OPTIONS' ? answerOptions(['OPTIONS', 'GET', 'HEAD']) : answerDescription(work);
  if (path.startsWith(RPC)) return routeCall(work, path.slice(RPC.length));
  const action = ACTIONS[method];
  if (action === undefined) throw new RestError('PGRST117', { message: `Unsupported HTTP method: ${method}` });
  context.access.relation(path, action);
  const relation = context.schema.relations.get(path);
  if (relation === undefined) throw unknownRelation(context.schema, path);
  if (method === 'OPTIONS') return answerOptions(allowOfRelation(relation));
  return method === 'GET' || method === 'HEAD' ? answerRead(work, relation) : answerWrite(work, relation);
}

const ACTIONS: Readonly<Record<string, 'read' | 'create' | 'update' | 'delete'>> = {
  GET: 'read',
  HEAD: 'read',
  OPTIONS: 'read',
  POST: 'create',
  PUT: 'create',
  PATCH: 'update',
  DELETE: 'delete',
};

async function routeCall(work: Work, name: string): Promise<RestAnswer> {
  const { method } = work.request;
  if (method === 'GET' || method === 'HEAD' || method === 'POST') return answerCall(work, name);
  work.context.access.routine(name);
  if (method !== 'OPTIONS') {
    throw new RestError('PGRST101', { message: `Cannot use the ${method} method on RPC` });
  }
  const routines = work.context.schema.routines.get(name);
  if (routines === undefined) throw new RestError('PGRST202', { message: `Could not find the function ${name}` });
  return answerOptions(allowOfRoutine(routines));
}

function unknownRelation(schema: SchemaModel, name: Relation['name']): RestError {
  return new RestError('42P01', { status: 404, message: `relation "${schema.name}.${name}" does not exist` });
}

/** What a refused request is answered. Whatever is not about the request is thrown on. */
function refusal(error: unknown, { method }: RestRequest, access: Access): RestAnswer {
  if (error instanceof UnknownRelation) return { status: 404, headers: {}, body: null };
  if (error instanceof AccessDenied) {
    const { object, action, rule } = error.decision;
    return {
      status: 403,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-rbac-object': object, 'x-rbac-action': action },
      body: 'unauthorized. Access Denied',
      denied: { object, action, rule },
    };
  }
  const known = error instanceof RestError ? error : fromDatabaseError(error);
  if (known === null) throw error;
  // A violated constraint repeats the row, with the columns that nobody may read.
  const isRead = method === 'GET' || method === 'HEAD';
  const tellsRow = known.code.startsWith('23') && (isRead || access.hidesColumns());
  return errorAnswer(tellsRow ? withoutDetails(known) : known);
}

function withoutDetails({ code, status, message, hint, headers }: RestError): RestError {
  return new RestError(code, { status, message, hint, headers });
}

function withoutBody({ method }: RestRequest, answer: RestAnswer): RestAnswer {
  return method === 'HEAD' ? { ...answer, body: null } : answer;
}
