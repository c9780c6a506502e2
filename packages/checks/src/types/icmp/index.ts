import { sanitiseEndpoint } from '../../engine/result.ts';
import type { CheckType } from '../../engine/types.ts';
import { icmpForm } from './form.ts';
import { hostOf, runIcmp } from './run.ts';
import { type IcmpSpec, icmpSchema } from './schema.ts';

/** Sends ICMP echo requests (contract checks §2.4). */
export const icmpCheck: CheckType<IcmpSpec> = {
  type: 'icmp',
  key: 'icmp',
  title: 'ICMP',
  description: 'Pings a host and checks the average time and the packet loss.',
  icon: 'ping',
  schema: icmpSchema,
  forms: [icmpForm],
  templating: false,
  endpoint: (spec) => sanitiseEndpoint(spec.endpoint),
  host: (spec) => hostOf(spec.endpoint),
  run: (context) => runIcmp(context),
};
