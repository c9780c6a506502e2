import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { failure, limitReached } from '../failure.ts';
import { WORKER_SOURCE } from './worker-source.ts';

/** One query over a JSON text. */
export interface QueryRequest {
  language: 'jq' | 'jsonpath';
  expression: string;
  json: string;
}

/** One script: its parts are run one after the other in one context, the value of the last one counts. */
export interface ScriptRequest {
  language: 'javascript';
  parts: string[];
  memoryBytes: number;
  stackBytes: number;
  timeMs: number;
}

/** What a script threw. */
export interface ScriptError {
  name: string;
  message: string;
  stack: string;
}

type Job = QueryRequest | ScriptRequest;

interface Answer {
  value?: unknown;
  thrown?: ScriptError;
  /** The engine refused or broke. */
  error?: string;
}

interface Hand {
  worker: Worker;
  loaded: Set<Job['language']>;
}

/** Threads at work at once. More would only take processors from the checks. */
const MAX_WORKERS = 2;

/** Loading an engine is not the time of the expression, so each is loaded by an empty job first. */
const START_MS = 10_000;
const LIMITS = { memoryBytes: 8_000_000, stackBytes: 128 * 1024, timeMs: START_MS };
const EMPTY: Record<Job['language'], Job> = {
  jq: { language: 'jq', expression: '.', json: 'null' },
  jsonpath: { language: 'jsonpath', expression: '$', json: '{}' },
  javascript: { language: 'javascript', parts: ['0'], ...LIMITS },
};

const idle: Hand[] = [];
const waiting: ((hand: Hand) => void)[] = [];
let started = 0;

function startWorker(): Worker {
  const require = createRequire(import.meta.url);
  const workerData = {
    jq: require.resolve('jq-wasm'),
    jsonpath: require.resolve('jsonpath-plus'),
    quickjs: require.resolve('quickjs-emscripten-core'),
    quickjsVariant: require.resolve('@jitl/quickjs-wasmfile-release-sync'),
    quickjsWasm: require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'),
    underscore: require.resolve('underscore/underscore-umd-min.js'),
  };
  return new Worker(WORKER_SOURCE, {
    eval: true,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    env: {},
  });
}

function newHand(): Hand {
  started += 1;
  const hand = { worker: startWorker(), loaded: new Set<Job['language']>() };
  hand.worker.on('error', () => undefined);
  hand.worker.once('exit', () => {
    const at = idle.indexOf(hand);
    if (at < 0) return;
    idle.splice(at, 1);
    started -= 1;
  });
  return hand;
}

function take(): Promise<Hand> {
  const hand = idle.pop() ?? (started < MAX_WORKERS ? newHand() : undefined);
  if (hand === undefined) return new Promise((resolve) => waiting.push(resolve));
  hand.worker.ref();
  return Promise.resolve(hand);
}

/** Hands a worker on to who waits, or keeps it; one that sits idle must not keep the process alive. */
function giveBack(hand: Hand): void {
  const next = waiting.shift();
  if (next) next(hand);
  else {
    hand.worker.unref();
    idle.push(hand);
  }
}

function drop(hand: Hand): void {
  void hand.worker.terminate();
  started -= 1;
  const next = waiting.shift();
  if (next) next(newHand());
}

/** Asks a worker once. Throws EXPRESSION_LIMIT when it does not answer in time or ends. */
function ask({ worker }: Hand, job: Job, timeMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      worker.off('message', answered).off('error', broken).off('exit', broken);
    };
    const stop = (error: Error) => {
      settle();
      reject(error);
    };
    const broken = () => stop(limitReached('memory in a query'));
    const answered = (answer: Answer) => {
      settle();
      resolve(answer);
    };
    const timer = setTimeout(() => stop(limitReached(`${Math.round(timeMs)} ms in a query`)), timeMs);
    worker.on('message', answered).on('error', broken).on('exit', broken);
    worker.postMessage(job);
  });
}

const BROKEN = /^(Failed to execute raw query: )?(Aborted|memory access|Maximum call stack|unreachable)/i;

/** Runs one job on a worker of its own for as long as it takes; a worker that broke or hangs is not used again. */
async function runJob(job: Job, timeMs: number): Promise<Answer> {
  const hand = await take();
  try {
    if (!hand.loaded.has(job.language)) await ask(hand, EMPTY[job.language], START_MS);
    hand.loaded.add(job.language);
    const answer = await ask(hand, job, timeMs);
    const isBroken = answer.error !== undefined && (job.language === 'javascript' || BROKEN.test(answer.error));
    if (isBroken) throw limitReached('memory in a query');
    giveBack(hand);
    return answer;
  } catch (error) {
    drop(hand);
    throw error;
  }
}

/** Kubernetes' spelling of a path (`{.items[*].name}`) as the plain one. */
function plainPath(expression: string): string {
  const bare = expression.trim().replace(/^\{(.*)\}$/s, '$1');
  if (bare.startsWith('$')) return bare;
  return /^[.[]/.test(bare) ? `$${bare}` : `$.${bare}`;
}

/**
 * Answers one query as JSON text: nothing is null, one result is itself, several are a list. Throws EXPRESSION_LIMIT
 * when the time is up, EXPRESSION_FAILED when the engine refuses.
 */
export async function runQuery(request: QueryRequest, timeMs: number): Promise<string> {
  const expression = request.language === 'jsonpath' ? plainPath(request.expression) : request.expression;
  const { value, error } = await runJob({ ...request, expression }, timeMs);
  if (typeof value !== 'string') throw failure(`${request.language}: ${error ?? 'failed'}`);
  return value;
}

/** How long a script that cannot be interrupted from within may run over its time before its thread is ended. */
const GRACE_MS = 250;

/** Runs one script in another thread, so that it never holds up this one. Throws EXPRESSION_LIMIT when the engine breaks. */
export async function runScript(request: ScriptRequest): Promise<{ value: unknown } | { thrown: ScriptError }> {
  const { value, thrown } = await runJob(request, request.timeMs + GRACE_MS);
  return thrown === undefined ? { value } : { thrown };
}
