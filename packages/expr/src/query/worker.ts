import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { failure, limitReached } from '../failure.ts';

/** One query over a JSON text. */
export interface QueryRequest {
  language: 'jq' | 'jsonpath';
  expression: string;
  json: string;
}

// The engines are resolved where they are installed, so that a bundle of the caller needs no second file. The source is
// text, not a module, for the same reason.
const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads');
let jq;
function shape(values) {
  return values.length === 0 ? null : values.length === 1 ? values[0] : values;
}
async function runJq(expression, json) {
  jq ??= require(workerData.jq);
  const out = await jq.raw(json, expression, ['-c']);
  return shape(out.split('\\n').filter((line) => line !== '').map((line) => JSON.parse(line)));
}
function runJsonPath(expression, json) {
  const { JSONPath } = require(workerData.jsonpath);
  return shape(JSONPath({ path: expression, json: JSON.parse(json), wrap: true, eval: 'safe' }) ?? []);
}
parentPort.on('message', async ({ language, expression, json }) => {
  try {
    const value = language === 'jq' ? await runJq(expression, json) : runJsonPath(expression, json);
    parentPort.postMessage({ json: JSON.stringify(value) ?? 'null' });
  } catch (error) {
    parentPort.postMessage({ error: String(error && error.message || error).slice(0, 500) });
  }
});
`;

interface Answer {
  json?: string;
  error?: string;
}

/** Kubernetes' spelling of a path (`{.items[*].name}`) as the plain one. */
function plainPath(expression: string): string {
  const bare = expression.trim().replace(/^\{(.*)\}$/s, '$1');
  if (bare.startsWith('$')) return bare;
  return /^[.[]/.test(bare) ? `$${bare}` : `$.${bare}`;
}

let idle: { worker: Worker; loaded: Set<string> } | undefined;

function startWorker(): Worker {
  const require = createRequire(import.meta.url);
  const workerData = { jq: require.resolve('jq-wasm'), jsonpath: require.resolve('jsonpath-plus') };
  return new Worker(SOURCE, { eval: true, workerData, resourceLimits: { maxOldGenerationSizeMb: 256 }, env: {} });
}

function ask(worker: Worker, request: QueryRequest, timeMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      worker.off('message', answered).off('error', broken).off('exit', broken);
    };
    const stop = (error: Error) => {
      settle();
      worker.on('error', () => undefined);
      void worker.terminate();
      reject(error);
    };
    const broken = () => stop(limitReached('memory in a query'));
    const answered = (answer: Answer) => {
      settle();
      resolve(answer);
    };
    const timer = setTimeout(() => stop(limitReached(`${Math.round(timeMs)} ms in a query`)), timeMs);
    worker.on('message', answered).on('error', broken).on('exit', broken);
    worker.postMessage(request);
  });
}

/** Loading an engine is not the time of the expression, so each is loaded by an empty query first. */
const START_MS = 10_000;
const EMPTY: Record<QueryRequest['language'], QueryRequest> = {
  jq: { language: 'jq', expression: '.', json: 'null' },
  jsonpath: { language: 'jsonpath', expression: '$', json: '{}' },
};

/**
 * Answers one query as JSON text: nothing is null, one result is itself, several are a list. Throws EXPRESSION_LIMIT
 * when the time is up, EXPRESSION_FAILED when the engine refuses.
 */
export async function runQuery(request: QueryRequest, timeMs: number): Promise<string> {
  const { worker, loaded } = idle ?? { worker: startWorker(), loaded: new Set<string>() };
  idle = undefined;
  worker.ref();
  if (!loaded.has(request.language)) await ask(worker, EMPTY[request.language], START_MS);
  loaded.add(request.language);
  const expression = request.language === 'jsonpath' ? plainPath(request.expression) : request.expression;
  const answer = await ask(worker, { ...request, expression }, timeMs);
  if (
    /^(Failed to execute raw query: )?(Aborted|memory access|Maximum call stack|unreachable)/i.test(answer.error ?? '')
  ) {
    // The engine is broken after this; the next query starts a new one.
    void worker.terminate();
    throw limitReached('memory in a query');
  }
  // One worker is kept; it must not keep the process alive.
  worker.unref();
  if (idle) void worker.terminate();
  else idle = { worker, loaded };
  if (answer.json === undefined) throw failure(`${request.language}: ${answer.error ?? 'failed'}`);
  return answer.json;
}
