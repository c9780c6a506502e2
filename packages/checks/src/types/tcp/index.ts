import type { CheckType } from '../../engine/types.ts';
import { tcpForm } from './form.ts';
import { readEndpoint, runTcp } from './run.ts';
import { type TcpSpec, tcpSchema } from './schema.ts';

/** Opens a TCP connection (contract checks §2.3). */
export const tcpCheck: CheckType<TcpSpec> = {
  type: 'tcp',
  key: 'tcp',
  title: 'TCP',
  description: 'Opens a TCP connection to a host and port.',
  icon: 'network',
  schema: tcpSchema,
  forms: [tcpForm],
  endpoint: (spec) => spec.endpoint,
  host: (spec) => readEndpoint(spec.endpoint)?.host,
  run: runTcp,
};
