import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createCheckMetrics } from './check-metrics.ts';
import type { Telemetry } from './types.ts';

/** What the metrics need to know: the product's version, and which labels of checks they carry. */
export interface TelemetryOptions {
  version: string;
  labelsAllowlist: readonly string[];
  /** Metrics of the process itself (memory, event loop). Default true. */
  processMetrics?: boolean;
}

/** All metrics of one node, in a registry of their own. */
export function createTelemetry(options: TelemetryOptions): Telemetry {
  const registry = new Registry();
  const registers = [registry];
  if (options.processMetrics !== false) collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'quarterdeck_build_info', help: 'Always 1', labelNames: ['version'], registers }).set(
    { version: options.version },
    1,
  );
  const lateness = new Histogram({
    name: 'quarterdeck_scheduler_lateness_seconds',
    help: 'How late slots began',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const missed = counter('quarterdeck_scheduler_missed_total', 'Slots that no node ran');
  const skipped = counter('quarterdeck_scheduler_skipped_total', 'Slots left out because the run before had not ended');
  const results = counter('quarterdeck_results_written_total', 'Results committed to the database');
  const dropped = counter('quarterdeck_results_dropped_total', 'Results lost because the spool was full');
  const clients = new Gauge({ name: 'quarterdeck_live_clients', help: 'Event streams open now', registers });
  const requests = new Histogram({
    name: 'quarterdeck_http_request_duration_seconds',
    help: 'Time to answer HTTP requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const checks = createCheckMetrics(registry, options.labelsAllowlist);
  return {
    checks,
    scheduler: {
      started: (latenessMs) => lateness.observe(Math.max(0, latenessMs) / 1000),
      missed: (count) => missed.inc(count),
      skipped: (count) => skipped.inc(count),
    },
    resultsWritten: (count) => results.inc(count),
    resultsDropped: (count) => dropped.inc(count),
    liveClients: (count) => clients.set(count),
    httpRequest: (method, route, status, durationMs) =>
      requests.observe({ method, route, status: String(status) }, durationMs / 1000),
    text: async () => ({ contentType: registry.contentType, body: `${await registry.metrics()}\n${checks.text()}` }),
  };
}
