import { AppError } from '@quarterdeck/contract';
import type { Budget } from '../budget.ts';
import { limitReached } from '../failure.ts';
import { GoDuration } from '../go/duration.ts';
import { celToString } from '../go/print.ts';
import { runScript, type ScriptError } from '../query/worker.ts';
import { isMap, toNative } from '../values.ts';
import { K8S_HELPERS } from './helpers.ts';

// Well below the stack of the WebAssembly module, whose overflow would break it.
const STACK_BYTES = 128 * 1024;
const MAX_SCRIPT_CHARS = 500_000;

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

function failed({ name, message: text, stack }: ScriptError, budget: Budget): AppError {
  const message = `${name}: ${text}`;
  if (name === 'InternalError') {
    if (/interrupted/.test(message)) return limitReached(`${budget.limits.timeMs} ms`);
    if (/memory|stack/.test(message)) return limitReached('memory');
  }
  const [, line] = /script\.js:(\d+)/.exec(stack) ?? [];
  const details = line === undefined ? {} : { line: Number(line) };
  const code = name === 'SyntaxError' ? 'EXPRESSION_SYNTAX' : 'EXPRESSION_FAILED';
  return new AppError(code, { message, details });
}

// The last value leaves the sandbox as text, made inside: objects as JSON would hide `[object Object]`, so as String does.
const TO_TEXT = `(function(v){return v===undefined||v===null?'':typeof v==='number'||typeof v==='string'||typeof v==='boolean'?v:String(v)})`;

/**
 * Runs a script in a sandbox of its own: QuickJS in WebAssembly, in another thread, without a host object, with limits of
 * time and memory. `_` is underscore, `k8s` a few helpers. Answers the value of the last statement as text. Throws
 * EXPRESSION_SYNTAX, EXPRESSION_FAILED, EXPRESSION_LIMIT.
 */
export async function runJavaScript(
  source: string,
  variables: Record<string, unknown>,
  budget: Budget,
): Promise<string> {
  if (source.length > MAX_SCRIPT_CHARS) throw limitReached('size for a script');
  const given = prelude(variables);
  budget.chars(given.length);
  const code = `${TO_TEXT}((0,eval)(${JSON.stringify(`${source}\n//# sourceURL=script.js`)}))`;
  const result = await runScript({
    language: 'javascript',
    parts: [`${K8S_HELPERS};0`, `${given};0`, code],
    memoryBytes: budget.limits.maxMemoryBytes,
    stackBytes: STACK_BYTES,
    timeMs: budget.limits.timeMs,
  });
  if ('thrown' in result) throw failed(result.thrown, budget);
  const text = celToString(result.value);
  budget.chars(text.length);
  return text;
}
