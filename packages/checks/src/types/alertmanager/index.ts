import { sanitiseEndpoint } from '../../engine/result.ts';
import type { CheckType } from '../../engine/types.ts';
import { sharedTokens } from '../../http-client/index.ts';
import { hostOfUrl } from '../http/endpoint.ts';
import { alertmanagerForm } from './form.ts';
import { runAlertmanager } from './run.ts';
import { type AlertmanagerSpec, alertmanagerSchema, alertmanagerUrl } from './schema.ts';

/** Reads the firing alerts of an Alertmanager (contract checks §2.12). */
export const alertmanagerCheck: CheckType<AlertmanagerSpec> = {
  type: 'alertmanager',
  key: 'alertmanager',
  title: 'Alertmanager',
  description: 'Reads firing alerts, which a transform may turn into checks.',
  icon: 'alertmanager',
  schema: alertmanagerSchema,
  forms: [alertmanagerForm],
  endpoint: (spec) => sanitiseEndpoint(alertmanagerUrl(spec) || spec.connection || ''),
  host: (spec) => hostOfUrl(alertmanagerUrl(spec)),
  run: (context) => runAlertmanager(context, sharedTokens),
};
