import type { CheckResult } from '@quarterdeck/checks';
import { displayName } from './table.ts';

/** Characters that XML 1.0 cannot hold at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeXml(text: string): string {
  return text
    .replace(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}

function testCase(result: CheckResult): string {
  const name = escapeXml(result.description || displayName(result));
  const open = `    <testcase classname="${escapeXml(result.type)}" name="${name}" time="${result.durationMs}">`;
  if (result.pass) return `${open}</testcase>`;
  const message = escapeXml(result.message || result.error);
  return `${open}<failure message="${message}" type="">${escapeXml(result.error)}</failure></testcase>`;
}

/** JUnit XML as the reference writes it (contract checks §3.12): times in milliseconds, the description as name. */
export function formatJunit(results: readonly CheckResult[], elapsedMs: number): string {
  const failures = results.filter((result) => !result.pass).length;
  const attributes = `tests="${results.length}" failures="${failures}" time="${Math.round(elapsedMs)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite ${attributes} name="canary-checker-run">`,
    ...results.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
