import type { Canary } from '@quarterdeck/contract';
import { formatGoDuration } from '@quarterdeck/kit';
import { checkLabels } from './labels.ts';
import type { CheckResult } from './types.ts';

function statusOf(result: CheckResult): 'passed' | 'failed' | 'skipped' {
  if (result.unknown) return 'skipped';
  return result.pass ? 'passed' : 'failed';
}

/**
 * `resultMode: junit` (contract checks §1.7, step 9): all results of a run become one of type `junit` without a name,
 * which passes when none failed. Results that could not be probed count as skipped; when all are, so is the whole.
 */
export function collapseToJunit(canary: Canary, results: readonly CheckResult[], startMs: number): CheckResult {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const result of results) counts[statusOf(result)]++;
  const durationMs = results.reduce((total, result) => total + result.durationMs, 0);
  const parts = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  const unknown = results.length > 0 && counts.skipped === results.length;
  const severity = canary.severity ?? '';
  return {
    type: 'junit',
    name: '',
    namespace: canary.metadata.namespace,
    description: 'Result Mode: JUnit Report',
    icon: canary.icon ?? '',
    endpoint: '',
    labels: checkLabels(canary, severity),
    owner: canary.owner ?? '',
    severity,
    startMs,
    pass: counts.failed === 0 && !unknown,
    invalid: unknown,
    unknown,
    durationMs,
    message: `${parts.join(', ') || '0 passed'} in ${formatGoDuration(durationMs)}`,
    error: '',
    detail: {
      name: canary.metadata.name,
      passed: counts.passed,
      failed: counts.failed,
      duration: durationMs / 1000,
      tests: results.map((result) => ({
        name: result.description || result.name,
        classname: result.type,
        duration: result.durationMs / 1000,
        status: statusOf(result),
        message: result.message,
        properties: result.labels,
        error: result.error,
      })),
    },
    displayType: '',
    metrics: results.flatMap((result) => result.metrics),
    transformedFrom: null,
    transformDeleteStrategy: null,
    deletedAt: null,
    id: null,
    spec: { name: '' },
  };
}
