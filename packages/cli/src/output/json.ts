import type { CanaryRun, CheckResult } from '@quarterdeck/checks';

/** A result as run-now answers it: empty members left out (contract checks §3.8). */
function wireResult(run: CanaryRun, result: CheckResult): Record<string, unknown> {
  const members: Record<string, unknown> = {
    name: result.name || run.canary.metadata.name,
    namespace: result.namespace || run.canary.metadata.namespace,
    type: result.type,
    start: new Date(result.startMs).toISOString(),
    pass: result.pass,
    invalid: result.invalid,
    unknown: result.unknown,
    duration: result.durationMs,
    description: result.description,
    endpoint: result.endpoint,
    labels: result.labels,
    message: result.message,
    error: result.error,
    detail: result.detail,
    display_type: result.displayType,
    metrics: result.metrics,
    transformed: result.transformedFrom !== null,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '' || value === false || value === 0) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** A JSON array of all results. */
export function formatJson(runs: readonly CanaryRun[]): string {
  const results = runs.flatMap((run) => run.results.map((result) => wireResult(run, result)));
  return `${JSON.stringify(results, null, 2)}\n`;
}
