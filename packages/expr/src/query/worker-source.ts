/**
 * The program of the worker, as text and not as a module: a bundle of the caller then needs no second file. It finds its
 * engines where `workerData` says they are installed, and loads each when it is first asked for.
 */
export const WORKER_SOURCE = `
const { readFileSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
let jq;
let quickjs;
let underscore;

function shape(values) {
  return values.length === 0 ? null : values.length === 1 ? values[0] : values;
}

async function runJq({ expression, json }) {
  jq ??= require(workerData.jq);
  const out = await jq.raw(json, expression, ['-c']);
  const values = out.split('\\n').filter((line) => line !== '').map((line) => JSON.parse(line));
  return { value: JSON.stringify(shape(values)) ?? 'null' };
}

function runJsonPath({ expression, json }) {
  const { JSONPath } = require(workerData.jsonpath);
  const found = JSONPath({ path: expression, json: JSON.parse(json), wrap: true, eval: 'safe' }) ?? [];
  return { value: JSON.stringify(shape(found)) ?? 'null' };
}

async function loadQuickJs() {
  const core = require(workerData.quickjs);
  const variant = require(workerData.quickjsVariant).default;
  const wasmBinary = new Uint8Array(readFileSync(workerData.quickjsWasm)).buffer;
  underscore = readFileSync(workerData.underscore, 'utf8') + ';0';
  return core.newQuickJSWASMModuleFromVariant(core.newVariant(variant, { wasmBinary }));
}

async function runScript({ parts, memoryBytes, stackBytes, timeMs }) {
  quickjs ??= await loadQuickJs();
  const runtime = quickjs.newRuntime({ memoryLimitBytes: memoryBytes, maxStackSizeBytes: stackBytes });
  const end = performance.now() + timeMs;
  runtime.setInterruptHandler(() => performance.now() > end);
  const context = runtime.newContext();
  let value;
  for (const part of [underscore, ...parts]) {
    const result = context.evalCode(part, 'part.js');
    if (result.error) {
      const thrown = context.dump(result.error);
      result.error.dispose();
      const error = thrown !== null && typeof thrown === 'object' ? thrown : { message: String(thrown) };
      try {
        context.dispose();
        runtime.dispose();
      } catch {
        quickjs = undefined;
      }
      return { thrown: { name: String(error.name ?? 'Error'), message: String(error.message ?? ''), stack: String(error.stack ?? '') } };
    }
    value = context.dump(result.value);
    result.value.dispose();
  }
  context.dispose();
  runtime.dispose();
  return { value };
}

const runners = { jq: runJq, jsonpath: runJsonPath, javascript: runScript };
parentPort.on('message', async (job) => {
  try {
    parentPort.postMessage(await runners[job.language](job));
  } catch (error) {
    parentPort.postMessage({ error: String((error && error.message) || error).slice(0, 500) });
  }
});
`;
