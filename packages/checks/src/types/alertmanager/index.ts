import type { CheckType } from '../../engine/types.ts';
import { sanitizeUrl, sharedTokens } from '../../http-client/index.ts';
import { hostOfUrl } from '../http/endpoint.ts';
import { runAlertmanager } from './run.ts';
import { type AlertmanagerSpec, alertmanagerSchema } from './schema.ts';

/** Reads the firing alerts of an Alertmanager (contract checks §2.12). */
export const alertmanagerCheck: CheckType<AlertmanagerSpec> = {
  type: 'alertmanager',
  key: 'alertmanager',
  title: 'Alertmanager',
  description: 'Reads firing alerts, which a transform may turn into checks.',
  icon: 'alertmanager',
  schema: alertmanagerSchema,
  endpoint: (spec) => sanitizeUrl(spec.url || spec.connection || ''),
  host: (spec) => hostOfUrl(spec.url),
  run: (context) => runAlertmanager(context, sharedTokens),
};
