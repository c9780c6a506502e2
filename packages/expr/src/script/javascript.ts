import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AppError } from '@quarterdeck/contract';
import type { QuickJSContext, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten-core';
import type { Budget } from '../budget.ts';
import { limitReached } from '../failure.ts';
import { GoDuration } from '../go/duration.ts';
import { celToString } from '../go/print.ts';
import { isMap, toNative } from '../values.ts';
import { K8S_HELPERS } from './helpers.ts';

// Well below the stack of the WebAssembly module, whose overflow would break it.
const STACK_BYTES = 128 * 1024;
const MAX_SCRIPT_CHARS = 500_000;

const installed = createRequire(import.meta.url);

let loading: Promise<QuickJSWASMModule> | undefined;
let underscore: string | undefined;

/** Loads the engine on first use; the module is shared, each run has a runtime and a context of its own. */
function engine(): Promise<QuickJSWASMModule> {
  loading ??= (async () => {
    const [{ newQuickJSWASMModuleFromVariant, newVariant }, variant] = await Promise.all([
      import('quickjs-emscripten-core'),
      import('@jitl/quickjs-wasmfile-release-sync'),
    ]);
    // The module's own guess of where its file lies is wrong inside a bundle.
    const wasmBinary = new Uint8Array(readFileSync(installed.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')))
      .buffer;
    return newQuickJSWASMModuleFromVariant(newVariant(variant.default, { wasmBinary }));
  })();
  return loading;
}

function underscoreSource(): string {
  underscore ??= readFileSync(installed.resolve('underscore/underscore-umd-min.js'), 'utf8');
  return underscore;
}

function plain(value: unknown): unknown {
  if (value instanceof GoDuration) return value.toString();
  if (Array.isArray(value)) return value.map(plain);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function asJson(value: unknown): string {
  return JSON.stringify(plain(toNative(value))) ?? 'null';
}

/** The variables as a script: data as JSON texts, functions of the caller as functions that answer their value. */
function prelude(variables: Record<string, unknown>): string {
  const names = Object.entries(variables).map(([name, value]) => {
    const isFunction = typeof value === 'function';
    const json = JSON.stringify(asJson(isFunction ? value() : value));
    const made = isFunction ? `(function(v){return function(){return v}})(JSON.parse(${json}))` : `JSON.parse(${json})`;
    return `globalThis[${JSON.stringify(name)}]=${made};`;
  });
  return names.join('\n');
}

function failed(error: { name?: unknown; message?: unknown; stack?: unknown }, budget: Budget): AppError {
  const message = `${String(error.name ?? 'Error')}: ${String(error.message ?? '')}`;
  if (error.name === 'InternalError') {
    if (/interrupted/.test(message)) return limitReached(`${budget.limits.timeMs} ms`);
    if (/memory|stack/.test(message)) return limitReached('memory');
  }
  const [, line] = /script\.js:(\d+)/.exec(String(error.stack ?? '')) ?? [];
  const details = line === undefined ? {} : { line: Number(line) };
  const code = error.name === 'SyntaxError' ? 'EXPRESSION_SYNTAX' : 'EXPRESSION_FAILED';
  return new AppError(code, { message, details });
}

function evaluate(context: QuickJSContext, source: string, name: string, budget: Budget): unknown {
  const result = context.evalCode(source, name);
  if (result.error) {
    const error: unknown = context.dump(result.error);
    result.error.dispose();
    throw failed(isMap(error) ? error : { message: String(error) }, budget);
  }
  const value: unknown = context.dump(result.value);
  result.value.dispose();
  return value;
}

// The last value leaves the sandbox as text, made inside: objects as JSON would hide `[object Object]`, so as String does.
const TO_TEXT = `(function(v){return v===undefined||v===null?'':typeof v==='number'||typeof v==='string'||typeof v==='boolean'?v:String(v)})`;

/**
 * Runs a script in a sandbox of its own: QuickJS in WebAssembly, without a host object, with limits of time and memory.
 * `_` is underscore, `k8s` a few helpers. Answers the value of the last statement as text. Throws EXPRESSION_SYNTAX,
 * EXPRESSION_FAILED, EXPRESSION_LIMIT.
 */
export async function runJavaScript(
  source: string,
  variables: Record<string, unknown>,
  budget: Budget,
): Promise<string> {
  if (source.length > MAX_SCRIPT_CHARS) throw limitReached('size for a script');
  const module = await engine();
  const runtime = module.newRuntime({ memoryLimitBytes: budget.limits.maxMemoryBytes, maxStackSizeBytes: STACK_BYTES });
  const end = performance.now() + budget.limits.timeMs;
  runtime.setInterruptHandler(() => performance.now() > end);
  const context = runtime.newContext();
  try {
    evaluate(context, `${underscoreSource()};0`, 'underscore.js', budget);
    evaluate(context, `${K8S_HELPERS};0`, 'k8s.js', budget);
    evaluate(context, `${prelude(variables)};0`, 'variables.js', budget);
    const code = `${TO_TEXT}((0,eval)(${JSON.stringify(`${source}\n//# sourceURL=script.js`)}))`;
    const text = celToString(evaluate(context, code, 'main.js', budget));
    budget.chars(text.length);
    context.dispose();
    runtime.dispose();
    return text;
  } catch (error) {
    release(context, runtime);
    if (error instanceof AppError) throw error;
    // The engine itself gave up: it has no room left, and its module cannot be used again.
    loading = undefined;
    throw limitReached('memory');
  }
}

function release(context: QuickJSContext, runtime: QuickJSRuntime): void {
  try {
    context.dispose();
    runtime.dispose();
  } catch {
    loading = undefined;
  }
}
