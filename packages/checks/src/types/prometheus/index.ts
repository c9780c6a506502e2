import { sanitiseEndpoint } from '../../engine/result.ts';
import type { CheckType } from '../../engine/types.ts';
import { sharedTokens } from '../../http-client/index.ts';
import { hostOfUrl } from '../http/endpoint.ts';
import { prometheusForm } from './form.ts';
import { runPrometheus } from './run.ts';
import { type PrometheusSpec, prometheusSchema } from './schema.ts';

/** Runs an instant query against Prometheus (contract checks §2.11). */
export const prometheusCheck: CheckType<PrometheusSpec> = {
  type: 'prometheus',
  key: 'prometheus',
  title: 'Prometheus',
  description: 'Runs a PromQL query and makes its result available to expressions.',
  icon: 'prometheus',
  schema: prometheusSchema,
  forms: [prometheusForm],
  endpoint: (spec) => sanitiseEndpoint(spec.url || spec.connection || ''),
  host: (spec) => hostOfUrl(spec.url),
  run: (context) => runPrometheus(context, sharedTokens),
};
