import type { CheckType } from '../../engine/types.ts';
import { sharedTokens } from '../../http-client/index.ts';
import { hostOfUrl, httpEndpoint } from './endpoint.ts';
import { httpForm } from './form.ts';
import { runHttp } from './run.ts';
import { type HttpSpec, httpSchema } from './schema.ts';

/** Requests a URL and looks at status, time, content and certificate (contract checks §2.1). */
export const httpCheck: CheckType<HttpSpec> = {
  type: 'http',
  key: 'http',
  title: 'HTTP',
  description: 'Requests a URL and checks its status, response time, content and certificate.',
  icon: 'http',
  schema: httpSchema,
  forms: [httpForm],
  endpoint: httpEndpoint,
  host: (spec) => hostOfUrl(spec.url || spec.endpoint),
  run: (context) => runHttp(context, sharedTokens),
};
